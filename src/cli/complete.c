/* takeaway --complete WORD...: what may stand for the last word, of the words
 * after `takeaway` so far, in lines "candidate<TAB>what it is"; or ":files".
 * The shells' own parts (completion.c) only ask. What is offered follows from
 * the option table: a value, like an operand, is what its name in the help
 * says. */
#include <stdio.h>
#include <string.h>

#include "cli.h"

enum { OCTAL_TOO = CLI_COUNT | CLI_COLD | CLI_MOVES | CLI_PLAY | CLI_VERIFY };

typedef struct request {
    char **words;
    size_t n;
    const cli_command *command; /* NULL: not yet given */
    const char *current;        /* what is to be completed, */
    const char *begin;          /* and its part that is settled */
} request;

/* Offers a candidate for what follows the settled part. */
static void offer(const request *q, const char *text, size_t width,
                  const char *what)
{
    size_t settled = (size_t)(q->current - q->begin);
    size_t typed = strlen(q->current);
    if (typed <= width && strncmp(text, q->current, typed) == 0)
        printf("%.*s%.*s\t%s\n", (int)settled, q->begin, (int)width, text,
               what);
}

static void offer_whole(const request *q, const char *text, const char *what)
{
    offer(q, text, strlen(text), what);
}

/* The names of a list; not what is described in words. */
static void offer_list(const request *q, const char *list)
{
    for (size_t gap; *list != '\0'; list += gap) {
        size_t width = cli_list_item(list, &gap);
        if (memchr(list, ' ', width) == NULL)
            offer(q, list, width, "");
        list += width;
    }
}

/* Settles the current word up to the last of these characters, if any. */
static bool settle(request *q, char mark)
{
    const char *at = strrchr(q->current, mark);
    if (at != NULL)
        q->current = at + 1;
    return at != NULL;
}

/* ---- values and operands, by their names ---- */

static void files(request *q)
{
    (void)q;
    puts(":files");
}

static void octal_games(request *q)
{
    size_t count;
    const ta_octal_kind *kinds = ta_octal_kinds(&count);
    for (size_t i = 0; i < count; i++)
        offer_whole(q, kinds[i].name, kinds[i].summary);
}

static void sets(request *q)
{
    size_t count;
    const ta_game_kind *kinds = ta_game_kinds(&count);
    for (size_t i = 0; i < count; i++) {
        const char *colon = strchr(kinds[i].form, ':');
        offer(q, kinds[i].form,
              colon != NULL ? (size_t)(colon + 1 - kinds[i].form)
                            : strlen(kinds[i].form),
              kinds[i].summary);
    }
}

static void games(request *q)
{
    sets(q);
    if ((q->command->bit & OCTAL_TOO) != 0)
        octal_games(q);
}

static void heaps(request *q)
{
    if (settle(q, '@')) {
        sets(q);
        octal_games(q);
    }
}

/* The value of an option that stands among the words, or NULL. */
static const char *value_of(const request *q, const char *option)
{
    size_t length = strlen(option);
    for (size_t k = 0; k < q->n; k++)
        if (strncmp(q->words[k], option, length) == 0) {
            if (q->words[k][length] == '=')
                return q->words[k] + length + 1;
            if (q->words[k][length] == '\0' && k + 1 < q->n)
                return q->words[k + 1];
        }
    return NULL;
}

static void engines(request *q)
{
    size_t count;
    const char *quantity = value_of(q, "--quantity");
    const ta_engine_info *info =
        cli_engines_of(quantity != NULL ? quantity : q->command->name, &count);
    if (info == NULL)
        info = cli_engines_of("cold", &count);
    for (size_t i = 0; i < count; i++)
        offer_whole(q, info[i].name, info[i].summary);
}

static void contenders(request *q)
{
    settle(q, ',');
    if (settle(q, ':'))
        offer_list(q, cli_contender_settings);
    else
        engines(q);
}

static void places(request *q)
{
    bool verify = q->command != NULL && q->command->bit == CLI_VERIFY;
    offer_list(q, verify ? "powers2, powers10" : cli_at_forms);
}

static void sequences(request *q)
{
    if (settle(q, ':')) {
        sets(q);
        octal_games(q);
        return;
    }
    cli_list names = cli_sequence_names();
    for (char *form = names.text; (form = strstr(form, ":GAME")) != NULL;)
        memmove(form + 1, form + 5, strlen(form + 5) + 1);
    offer_list(q, names.text);
}

static void yardsticks(request *q)
{
    size_t count;
    const ta_yardstick *y = ta_yardsticks(&count);
    for (size_t i = 0; i < count; i++)
        offer_whole(q, y[i].name, "");
}

static void commands(request *q)
{
    for (size_t i = 0; i < cli_n_commands; i++)
        offer_whole(q, cli_commands[i].name, cli_commands[i].summary);
}

static void quantities(request *q)
{
    offer_list(q, cli_quantities().text);
}

static void shells(request *q)
{
    offer_list(q, cli_shells);
}

static const struct {
    const char *name;
    void (*offers)(request *q);
} kinds[] = {
    {"FILE", files},          {"DIR", files},          {"SPEC", games},
    {"NAME", engines},        {"A,B,...", contenders}, {"WHERE", places},
    {"SEQUENCE", sequences},  {"SET", yardsticks},     {"COMMAND", commands},
    {"QUANTITY", quantities}, {"CODE", octal_games},   {"HEAP", heaps},
    {"SHELL", shells},
};

static void offer_kind(request *q, const char *name, size_t width)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].name) == width &&
            strncmp(kinds[i].name, name, width) == 0)
            kinds[i].offers(q);
}

static void offer_values(request *q, const cli_option *option)
{
    if (option->kind == CLI_CHOICE)
        offer_list(q, option->accepted);
    else if (option->value != NULL)
        offer_kind(q, option->value, strlen(option->value));
}

/* ---- what the last word is ---- */

static unsigned bits_of(const request *q)
{
    return q->command != NULL ? q->command->bit : 0;
}

/* The option that the word is, up to its '=' or its end. */
static const cli_option *option_of(const request *q, const char *word)
{
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < cli_n_options; i++) {
        const cli_option *o = &cli_options[i];
        if (o->commands != 0 && (o->commands & bits_of(q)) == 0)
            continue;
        if ((length == 2 && word[0] == '-' && o->letter == word[1]) ||
            (length == strlen(o->name) + 2 && strncmp(word, "--", 2) == 0 &&
             strncmp(word + 2, o->name, length - 2) == 0))
            return o;
    }
    return NULL;
}

static void offer_options(const request *q)
{
    for (size_t i = 0; i < cli_n_options; i++) {
        const cli_option *o = &cli_options[i];
        char word[40], text[512];
        if (q->command != NULL ? (o->commands & bits_of(q)) == 0
                               : o->commands != CLI_EVERY)
            continue;
        snprintf(word, sizeof word, "--%s%s", o->name,
                 o->value != NULL ? "=" : "");
        cli_option_text(o, bits_of(q), text);
        text[strcspn(text, "\n;(")] = '\0';
        offer_whole(q, word, text);
    }
}

/* How many operands stand before the last word. */
static size_t operands_before(const request *q)
{
    size_t count = 0;
    for (size_t k = 0; k + 1 < q->n; k++) {
        const char *word = q->words[k];
        if (word[0] != '-' || word[1] == '\0') {
            count++;
            continue;
        }
        const cli_option *o = option_of(q, word);
        k += o != NULL && o->kind != CLI_FLAG && strchr(word, '=') == NULL;
    }
    return count - 1; /* without the command */
}

static void offer_operand(request *q)
{
    size_t which = operands_before(q);
    const char *name = q->command->operands;
    for (; which > 0; which--) {
        const char *space = strchr(name, ' ');
        if (space != NULL)
            name = space + 1;
        else if (strstr(name, "...") == NULL)
            return; /* no more are taken */
    }
    name += *name == '[';
    offer_kind(q, name, strcspn(name, " .]"));
}

int cli_complete(int count, char **words)
{
    static char nothing[] = "", *none[] = {nothing};
    request q = {.words = count > 0 ? words : none,
                 .n = count > 0 ? (size_t)count : 1};
    q.begin = q.current = q.words[q.n - 1];
    for (size_t k = 0; k + 1 < q.n && q.command == NULL; k++)
        q.command = cli_command_named(q.words[k]);
    const cli_option *before = q.n > 1 && strchr(q.words[q.n - 2], '=') == NULL
                                   ? option_of(&q, q.words[q.n - 2])
                                   : NULL;
    const cli_option *here = option_of(&q, q.current);
    if (before != NULL && before->kind != CLI_FLAG) {
        offer_values(&q, before);
    } else if (here != NULL && strchr(q.current, '=') != NULL) {
        q.current += strcspn(q.current, "=") + 1;
        offer_values(&q, here);
    } else if (q.current[0] == '-') {
        offer_options(&q);
    } else if (q.command == NULL) {
        commands(&q);
    } else {
        offer_operand(&q);
    }
    return CLI_DONE;
}
