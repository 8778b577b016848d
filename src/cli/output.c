/* Where results go: text, b-file, .npy or an archive, and the digest. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "computing.h"
#include "table.h"

int cli_output_format(cli_settings *s, const cli_command *command)
{
    static const struct {
        const char *ending;
        uint64_t format;
        const char *name;
    } known[] = {{".npy", TA_NPY, "npy"},
                 {".ta", CLI_FORMAT_ARCHIVE, "archive"},
                 {".txt", TA_TEXT, "text"},
                 {".txt", TA_BFILE, "text or bfile"}};
    const cli_option *option = cli_option_named("format", strlen("format"));
    const bool bfile = command->bit == CLI_EXPORT;
    const char *dot = s->output != NULL ? strrchr(s->output, '.') : NULL;
    const char *other = NULL; /* format of a file with this ending */
    for (size_t k = 0; dot != NULL && k < sizeof known / sizeof *known; k++) {
        if (strcmp(known[k].ending, dot) != 0)
            continue;
        if (!bfile && !s->given[option - cli_options]) {
            s->format = known[k].format;
            return CLI_DONE;
        }
        if (known[k].format == (bfile ? TA_BFILE : s->format))
            return CLI_DONE;
        other = known[k].name;
    }
    return other == NULL
               ? CLI_DONE
               : cli_wrong("-o '%.200s' ends as a file of the format %s does, "
                           "which is not the one to be written; accepted: "
                           "another ending%s",
                           s->output, other,
                           bfile ? "" : ", another --format or none");
}

int cli_output_check(const cli_settings *s, uint64_t n)
{
    if (s->from > n)
        return cli_wrong("--from %" PRIu64
                         " is not accepted; accepted: 0 to N, "
                         "which is %" PRIu64,
                         s->from, n);
    if (s->format == TA_NPY && s->output == NULL)
        return cli_refuse("--format", "npy",
                          "npy with -o FILE, or text or bfile");
    if (s->format == CLI_FORMAT_ARCHIVE && s->output == NULL)
        return cli_refuse("--format", "archive",
                          "archive with -o FILE, or text or bfile");
    return CLI_DONE;
}

/* ---- what the engines hand their blocks to ---- */

static ta_status put_json(void *output, uint64_t number)
{
    cli_row(&((cli_output *)output)->list, cli_count_of(number));
    return TA_OK;
}

static bool lists_json(const cli_output *o)
{
    return o->settings->json && o->digest == NULL;
}

static ta_status put(void *output, const ta_block *block)
{
    cli_output *o = output;
    ta_status st = cli_interrupted() ? TA_ECANCELLED : TA_OK;
    if (st == TA_OK && lists_json(o)) {
        ta_block_each(block, o->settings->from, put_json, o);
        st = cli_flush() ? TA_OK : TA_EIO;
    }
    if (st == TA_OK && o->writer != NULL)
        st = tai_writer_consume(o->writer, block);
    if (st == TA_OK && o->archive != NULL)
        st = ta_archive_writer_consume(o->archive, block);
    if (st == TA_OK && o->digest != NULL)
        st = tai_digest_consume(o->digest, block);
    return st;
}

ta_status cli_output_take(void *output, const ta_block *block)
{
    cli_output *o = output;
    if (block->period == 0)
        return put(o, block);
    uint64_t from = block->from;
    ta_status st = TA_OK;
    if (o->settings->from > from) { /* below it all is only counted */
        from = o->settings->from;   /* at most N */
        ta_block below = *block;
        below.to = from;
        below.count = tai_block_count_below(block, from);
        st = put(o, &below);
    }
    return st == TA_OK ? tai_block_pieces(block, from, &(ta_sink){put, o}) : st;
}

/* ---- beginning and end ---- */

void cli_print_digest(const cli_settings *s, const tai_digest *digest)
{
    char sum[TA_DIGEST_TEXT];
    cli_rows r;
    tai_digest_text(digest, NULL, 0, sum);
    if (!s->json) {
        puts(sum);
        return;
    }
    cli_rows_begin(&r, s, "quantity\tvalue");
    cli_field(&r, "sha256", cli_text(sum));
    cli_rows_end(&r);
}

int cli_output_begin(cli_output *o, const cli_settings *s,
                     const ta_archive_info *info, uint64_t skipped)
{
    *o = (cli_output){
        .settings = s,
    };
    ta_error error = {""};
    ta_status st = s->digest ? tai_digest_new(s->from, &o->digest) : TA_OK;
    cli_rows_begin(&o->list, s, "");
    cli_before_file(s->output);
    if (st == TA_OK && s->format == CLI_FORMAT_ARCHIVE) {
        st = ta_archive_writer_new(info, &o->archive, &error);
        if (st == TA_OK)
            st = tai_archive_writer_prepare(o->archive, s->output, &error);
    } else if (st == TA_OK && !s->json && (!s->digest || s->output != NULL)) {
        st = tai_writer_open(s->output, (tai_format)s->format, s->from,
                             s->offset + skipped, &o->writer, &error);
        /* An empty block says what is written, even if no other one comes. */
        if (st == TA_OK && info->content != TA_CONTENT_COLD)
            st = tai_writer_consume(o->writer,
                                    &(ta_block){.values = &(uint16_t){0}});
    }
    if (st != TA_OK)
        cli_output_drop(o);
    return cli_status(st, &error);
}

void cli_output_drop(void *output)
{
    cli_output *o = output;
    if (o->writer != NULL)
        tai_writer_close(o->writer, false, NULL);
    ta_archive_writer_free(o->archive);
    tai_digest_free(o->digest);
    o->writer = NULL;
    o->archive = NULL;
    o->digest = NULL;
}

int cli_output_end(cli_output *o, ta_status st, const ta_error *error)
{
    ta_error close_error = {""};
    ta_status closed = TA_OK;
    bool gone = false; /* the reader has seen enough */
    if (o->writer != NULL) {
        closed = tai_writer_close(o->writer, st == TA_OK, &close_error);
        gone = closed != TA_OK && o->settings->output == NULL && errno == EPIPE;
        o->writer = NULL;
    }
    if (o->archive != NULL && st == TA_OK)
        closed = ta_archive_writer_save(o->archive, o->settings->output,
                                        &close_error);
    if (o->digest != NULL && st == TA_OK && closed == TA_OK)
        cli_print_digest(o->settings, o->digest);
    if (lists_json(o) && st == TA_OK)
        cli_rows_end(&o->list);
    if (o->settings->json && st == TA_EIO && !cli_flush())
        gone = true; /* cli_finish_output tells */
    cli_output_drop(o);
    if (gone)
        return CLI_DONE;
    return closed != TA_OK ? cli_status(closed, &close_error)
                           : cli_status(st, error);
}
