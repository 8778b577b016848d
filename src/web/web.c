/* What the worker of the page calls (site/takeaway.mjs). Each call is one
 * between begin() and end(), and leaves a text: what say() has added, its
 * answer in JSON, or after an error a sentence. It returns a ta_status; web_run
 * and web_grid return an array. The game of web_game is held for web_run and
 * web_period. The file is long because it is the one border between page and
 * library. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "takeaway.h"

#include "base/base-internal.h"

/* No run has more heaps: indices of arrays have 32 bits, and visitors wait. */
#define WEB_MOST   (UINT64_C(1) << 26)
#define WEB_MEMORY (UINT64_C(1) << 30)
#define WEB_EXACT  (UINT64_C(1) << 53) /* JavaScript has all integers so far */

enum {
    WEB_TEXT = 1 << 20,
    WEB_MOVES = 400,      /* that are listed of a heap */
    WEB_SIDE = 1024,      /* of a plane, at most */
    WEB_SEARCH = 1 << 22, /* heaps searched for periods of the games of a sum */
};

/* Of the page, imported. */
void page_progress(double share);

const char *web_text(void);
void *web_alloc(uint32_t bytes);
void web_free(void *array);
int web_games(void);
int web_game(const char *spec, int misere);
void *web_run(int content, uint32_t n);
void *web_grid(const char *moves, int misere, int content, uint32_t side);
int web_period(uint32_t n);
int web_fit(const double *x, const double *y, uint32_t count);
int web_sum(char *heaps, int misere, const double *move, int turns);

static ta_error error;
static ta_game *game;
static ta_memory *memory; /* in place of a game, or NULL */
static char text[WEB_TEXT];
static size_t used; /* bytes of it so far, below WEB_TEXT */

/* Adds to the text. What would be too long is cut, and an error of end(). */
TA_PRINTF(1, 2) static void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text + used, sizeof text - used, format, args);
    va_end(args);
    used =
        (size_t)tai_min_u64(used + (n < 0 ? 0 : (unsigned)n), sizeof text - 1);
}

/* Adds "name": and a string of JSON, or only this if `name` is NULL. A `value`
 * of NULL is null. Names of games that the library accepts, and its own texts,
 * have no control characters. */
static void say_text(bool comma, const char *name, const char *value)
{
    say(name != NULL ? "%s\"%s\":" : "%s", comma ? "," : "", name);
    if (value == NULL)
        say("null");
    for (const char *c = value; c != NULL && *c != '\0'; c++)
        say(*c == '"' || *c == '\\' ? "%s\\%c" : "%s%c", c == value ? "\"" : "",
            *c);
    if (value != NULL)
        say(*value == '\0' ? "\"\"" : "\"");
}

static int progress(void *state, double share, uint64_t done)
{
    (void)state, (void)done;
    page_progress(share);
    return 0;
}

static const ta_options options = {.progress = progress,
                                   .max_memory = WEB_MEMORY};

static void begin(void)
{
    error.text[0] = '\0';
    used = 0;
}

static int end(ta_status st)
{
    if (st == TA_OK && used == sizeof text - 1)
        st = tai_fail(&error, TA_ERANGE, "the answer is too long for the page");
    used = st == TA_OK ? used : 0;
    if (st != TA_OK)
        say("%s", error.text[0] != '\0' ? error.text : ta_status_text(st));
    return (int)st;
}

const char *web_text(void)
{
    return text;
}

void *web_alloc(uint32_t bytes)
{
    return tai_alloc(bytes, 1);
}

void web_free(void *array)
{
    ta_free(array);
}

static void say_kind(bool comma, const char *form, const char *summary,
                     const char *cold, const char *nim)
{
    say(comma ? ",{" : "{");
    say_text(false, "form", form);
    say_text(true, "summary", summary);
    say_text(true, "cold", cold);
    say_text(true, "nim", nim);
    say("}");
}

/* Gives all games with a name. */
int web_games(void)
{
    size_t sets, codes;
    const ta_game_kind *set = ta_game_kinds(&sets);
    const ta_octal_kind *code = ta_octal_kinds(&codes);
    begin();
    say("[");
    for (size_t k = 0; k < sets; k++)
        say_kind(k > 0, set[k].form, set[k].summary, set[k].cold, set[k].nim);
    for (size_t k = 0; k < codes; k++)
        say_kind(true, code[k].name, code[k].summary, code[k].cold,
                 code[k].nim);
    say("]");
    return end(TA_OK);
}

static bool has_memory(const char *spec)
{
    return strncmp(spec, "memory:", 7) == 0;
}

/* Makes the game of the calls that follow. */
int web_game(const char *spec, int misere)
{
    begin();
    ta_game_free(game);
    ta_free(memory);
    game = NULL;
    memory = NULL;
    ta_status st =
        !has_memory(spec)
            ? ta_game_new(spec, misere ? TA_MISERE : TA_NORMAL, &game, &error)
        : misere ? tai_fail(&error, TA_EINVAL,
                            "games with a memory are for normal play only")
                 : ta_memory_new(spec, &memory, &error);
    const ta_game_info *info = game != NULL ? ta_game_about(game) : NULL;
    if (st == TA_OK && memory != NULL)
        say("{\"memory\":true}");
    else if (st == TA_OK && info->largest > WEB_MOST)
        st = tai_fail(&error, TA_ERANGE,
                      "the page takes sets of numbers up to 2^26");
    else if (st == TA_OK) {
        say("{\"finite\":%s,", info->finite ? "true" : "false");
        say_text(false, "spec", info->spec);
        say_text(true, "octal", info->octal);
        say("}");
    }
    return end(st);
}

/* Ends a call that returns an array, which the page frees; NULL after an error.
 */
static void *give(void *array, ta_status st)
{
    if (end(st) == TA_OK)
        return array;
    ta_free(array);
    return NULL;
}

/* web_run of a game with a memory. */
static ta_status memory_run(int content, uint32_t n, void *array)
{
    if (content == TA_CONTENT_NIM)
        return ta_memory_least(memory, n, array, &error);
    if (content == TA_CONTENT_LENGTH)
        return tai_fail(&error, TA_EINVAL,
                        "remoteness is of games without a memory");
    for (size_t k = 0; k < memory->count && memory->cold[k] < n; k++)
        ((uint64_t *)array)[memory->cold[k] / 64] |= (uint64_t)1
                                                     << memory->cold[k] % 64;
    return TA_OK;
}

/* Returns bits (cold positions) or numbers of 16 bits; of a game with a memory
 * the least winning takes, of 32 bits, in place of nim-values. The array has a
 * word for 64 bits, or 4 bytes for a number. */
void *web_run(int content, uint32_t n)
{
    const bool cold = content == TA_CONTENT_COLD;
    begin();
    if (n > WEB_MOST)
        return give(NULL, tai_fail(&error, TA_ERANGE,
                                   "the page computes heaps below 2^26"));
    void *array = tai_alloc_zero(n / 64 + 1, cold ? 8 : 256);
    return give(array, array == NULL    ? TA_ENOMEM
                       : memory != NULL ? memory_run(content, n, array)
                       : cold           ? ta_cold_bits(game, n, &options,
                                                       &(ta_bits){array, n}, &error)
                       : content == TA_CONTENT_NIM
                           ? ta_nim_array(game, n, &options, array, &error)
                           : ta_length_array(game, n, &options, array, &error));
}

/* Copies a row of a plane to the place of its positions. */
static ta_status keep_row(void *state, const ta_block *row)
{
    if (row->values != NULL)
        memcpy((uint16_t *)state + row->from, row->values,
               (size_t)(row->to - row->from) * 2);
    else
        memcpy((uint64_t *)state + row->from / 64, row->bits,
               (size_t)(row->to - row->from) / 8);
    return TA_OK;
}

/* As web_run, for the positions of a plane, (x, y) at y * side + x. 64 divides
 * the side, so a row has whole words. */
void *web_grid(const char *moves, int misere, int content, uint32_t side)
{
    begin();
    if (side % 64 != 0 || side > WEB_SIDE)
        return give(NULL,
                    tai_fail(&error, TA_ERANGE,
                             "the page has planes of 64, 128, ..., 1024"));
    void *plane = tai_alloc_zero((uint64_t)side * side, 2);
    return give(plane,
                plane == NULL
                    ? TA_ENOMEM
                    : ta_grid_run(moves, misere ? TA_MISERE : TA_NORMAL,
                                  (ta_content)content, side, side, &options,
                                  &(ta_sink){keep_row, plane}, &error));
}

/* Searches n heaps; for a game with a memory, how its cold heaps grow. */
int web_period(uint32_t n)
{
    static const char *const proof[] = {"none", "long", "short", "repeated",
                                        "arithmetic"}; /* as ta_proof */
    ta_summary s;
    ta_octal_solution *solution = NULL;
    ta_status st;
    begin();
    if (memory != NULL) {
        say("{\"lag\":%zu,\"from\":%zu,\"ratio\":%.12f}", memory->lag,
            memory->from, memory->ratio);
        return end(TA_OK);
    }
    if (ta_game_about(game)->octal != NULL) {
        st = ta_octal_solve(game, n, false, &options, &solution, &error);
        if (st == TA_OK)
            s = *ta_octal_solution_summary(solution);
    } else
        st = ta_period_find(game, n, &options, &s, &error);
    if (st == TA_OK)
        say("{\"known\":%" PRIu64 ",\"period\":%" PRIu64
            ",\"preperiod\":%" PRIu64 ",\"saltus\":%" PRId64
            ",\"proof\":\"%s\",\"largest\":%u,\"at\":%" PRIu64
            ",\"end\":%" PRIu64 "}",
            s.known, s.nim.period, s.nim.preperiod, s.nim.saltus,
            proof[s.nim.proof], s.largest, s.largest_at, s.proof_end);
    ta_octal_solution_free(solution);
    return end(st);
}

int web_fit(const double *x, const double *y, uint32_t count)
{
    ta_fit fit;
    begin();
    const ta_status st = ta_fit_power(x, y, count, &fit, &error);
    if (st == TA_OK)
        say("{\"exponent\":%.17g,\"constant\":%.17g,\"error\":%.17g}",
            fit.exponent, fit.constant, fit.correlated_error);
    return end(st);
}

/* Adds a winning move; *state says whether a comma comes before. */
static ta_status say_move(void *state, const ta_move *move)
{
    bool *comma = state;
    say("%s{\"take\":\"%s\",\"leave\":[", *comma ? "," : "", move->taken);
    for (unsigned k = 0; k < move->n_parts; k++)
        say_text(k > 0, NULL, move->part[k]);
    say("]}");
    *comma = true;
    return TA_OK;
}

/* Adds a move that can be played; no heap in such a sum exceeds WEB_EXACT. */
static void say_turn(const ta_turn *turn)
{
    say("[%zu,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", turn->heap,
        turn->taken, turn->left[0], turn->left[1], turn->left[2]);
}

/* A heap with its winning moves, with `turns` also with all moves. */
static ta_status say_heap(const ta_play *play, size_t i, bool turns)
{
    bool all = true, comma = false, found = turns;
    ta_status st = TA_OK;
    const ta_play_heap heap = ta_play_heap_at(play, i);
    ta_turn turn = {.heap = i};
    say("%s{", i > 0 ? "," : "");
    say_text(false, "game", heap.game);
    say_text(true, "heap", heap.heap);
    say_text(true, "value", heap.value);
    say_text(true, "how", heap.how);
    say(",\"turns\":[");
    for (unsigned k = 0; found && k < WEB_MOVES; k++) {
        st = ta_play_next(play, &turn, &found, &error);
        if (found) {
            say(k > 0 ? "," : "");
            say_turn(&turn);
        }
    }
    say("],\"moves\":[");
    if (st == TA_OK)
        st = ta_play_moves(play, i, WEB_MOVES, say_move, &comma, &all, &error);
    say("],\"all\":%s}", all ? "true" : "false");
    return st;
}

static ta_status say_sum(const ta_play *play, bool turns)
{
    ta_turn best;
    unsigned length;
    bool found = false;
    ta_status st = TA_OK;
    say("{\"wins\":%s,", ta_play_wins(play) ? "true" : "false");
    say_text(false, "sum", ta_play_nim_sum(play));
    say(",\"heaps\":[");
    for (size_t i = 0; i < ta_play_count(play) && st == TA_OK; i++)
        st = say_heap(play, i, turns);
    say("]");
    if (turns && st == TA_OK)
        st = ta_play_best(play, &best, &found, &error);
    if (found) {
        say(",\"best\":");
        say_turn(&best);
    }
    if (ta_play_length(play, &length))
        say(",\"length\":%u", length);
    say("}");
    return st;
}

/* Adds a heap, unless it wants a run above WEB_MOST. */
static ta_status add_heap(ta_play *play, const char *name, const char *heap)
{
    const bool formula = strcmp(name, "nim") == 0 ||
                         strcmp(name, "odds") == 0 ||
                         strcmp(name, "moser") == 0;
    uint64_t size = 0;
    const ta_status st = ta_number_parse(heap, &size, &error);
    if (!formula && (st == TA_ERANGE || size > WEB_MOST))
        return tai_fail(&error, TA_ERANGE,
                        "the page takes heaps up to 2^26, of any size in nim, "
                        "odds and moser; the command takes more");
    return ta_play_add(play, name, heap, &error);
}

/* What may be taken of n after t was taken. */
static uint64_t most_after(uint64_t n, uint64_t t)
{
    return tai_min_u64(
        n, tai_add_sat(tai_mul_sat(memory->factor, t), memory->plus));
}

/* As say_sum, of one heap of n with a memory, of which `most` may be taken. */
static void say_memory(const char *spec, uint64_t n, uint64_t most, int turns)
{
    uint64_t takes[TA_MEMORY_TAKES] = {1}; /* the best, if no move wins */
    const size_t wins = ta_memory_moves(memory, n, most, takes);
    say("{\"sum\":null,\"wins\":%s,\"best\":[0,%" PRIu64 ",%" PRIu64
        ",0,0],\"heaps\":[{\"heap\":\"%" PRIu64 "\",\"most\":\"%" PRIu64
        "\",\"value\":null,\"turns\":[",
        wins > 0 ? "true" : "false", takes[0], n - takes[0], n, most);
    for (uint64_t t = 1; turns && t <= most && t <= WEB_MOVES; t++)
        say("%s[0,%" PRIu64 ",%" PRIu64 ",0,0]", t > 1 ? "," : "", t, n - t);
    say("],\"moves\":[");
    for (size_t k = 0; k < wins; k++)
        say("%s{\"take\":\"%" PRIu64 "\",\"leave\":[\"%" PRIu64
            "\"],\"most\":\"%" PRIu64 "\"}",
            k > 0 ? "," : "", takes[k], n - takes[k],
            most_after(n - takes[k], takes[k]));
    say("],\"all\":true");
    say_text(true, "game", spec);
    say("}]}");
}

/* web_sum of one heap, whose game becomes the held one: `heap` is HEAP, or
 * HEAP/MOST where at most MOST may be taken; it is changed. */
static int sum_memory(const char *spec, char *heap, int misere,
                      const double *move, int turns)
{
    uint64_t n, most;
    char *limit = strchr(heap, '/');
    if (web_game(spec, misere) != TA_OK)
        return TA_EINVAL;
    begin();
    if (limit != NULL)
        *limit++ = '\0';
    ta_status st = ta_number_parse(heap, &n, &error);
    if (st == TA_OK && limit != NULL)
        st = ta_number_parse(limit, &most, &error);
    if (st == TA_OK && turns && n > WEB_EXACT)
        st = tai_fail(&error, TA_ERANGE,
                      "the page plays with heaps up to 2^53; the command takes "
                      "more");
    if (st != TA_OK)
        return end(st);
    most = tai_min_u64(n, limit != NULL ? most : n - (n > 0));
    if (move != NULL) {
        const uint64_t t = tai_min_u64((uint64_t)move[1], most);
        n -= t;
        most = most_after(n, t);
    }
    say_memory(spec, n, most, turns);
    return end(TA_OK);
}

/* Solves a sum: `heaps`, which is changed, has a line "HEAP GAME\n" for each.
 * First makes the move, five numbers of a ta_turn, if not NULL. With `turns`
 * lists all moves, to be played; `keep` then bounds the heaps by WEB_MEMORY. */
int web_sum(char *heaps, int misere, const double *move, int turns)
{
    ta_play *play = NULL;
    char *space = strchr(heaps, ' '), *line_end = strchr(heaps, '\n');
    begin();
    if (space != NULL && has_memory(space + 1)) {
        *space = *line_end = '\0';
        return line_end[1] == '\0'
                   ? sum_memory(space + 1, heaps, misere, move, turns)
                   : end(tai_fail(&error, TA_EINVAL,
                                  "a game with a memory has one heap"));
    }
    ta_status st = ta_play_new(misere ? TA_MISERE : TA_NORMAL, &play, &error);
    for (char *line = heaps, *next; st == TA_OK && *line != '\0'; line = next) {
        char *name = strchr(line, ' ');
        next = strchr(line, '\n') + 1;
        *name = next[-1] = '\0';
        st = add_heap(play, name + 1, line);
    }
    const ta_play_options how = {
        .run = &options, .search = WEB_SEARCH, .keep = turns};
    if (st == TA_OK)
        st = ta_play_solve(play, &how, &error);
    if (st == TA_OK && move != NULL) {
        const ta_turn turn = {
            (size_t)move[0],
            (uint64_t)move[1],
            {(uint64_t)move[2], (uint64_t)move[3], (uint64_t)move[4]}};
        st = ta_play_make(play, turn, &error);
        if (st == TA_OK)
            st = ta_play_solve(play, &how, &error);
    }
    if (st == TA_OK)
        st = say_sum(play, turns);
    ta_play_free(play);
    return end(st);
}
