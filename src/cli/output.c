/* Writes a list of numbers, such as nim-values, as text, a b-file, a NumPy
 * array, an archive or JSON, and computes the SHA-256 of the numbers as text.
 */
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/blocks.h"
#include "archive/checkpoint-file.h"
#include "computing.h"

ta_status cli_output_begin(cli_output *o, const cli_settings *s,
                           const ta_archive_info *info, uint64_t offset)
{
    *o = (cli_output){.settings = s,
                      .lists_json = s->out.json && !s->out.digest};
    ta_status st =
        s->out.digest ? tai_digest_new(s->what.from, &o->digest) : TA_OK;
    cli_rows_begin(&o->list, &s->out, "");
    if (s->out.output != NULL)
        cli_catch_interrupts(); /* so that no partial file is left */
    if (st == TA_OK && s->out.format == CLI_FORMAT_ARCHIVE) {
        st = ta_archive_writer_new(info, &o->archive, &cli_error);
        if (st == TA_OK)
            st = tai_archive_writer_prepare(o->archive, s->out.output,
                                            &cli_error);
    } else if (st == TA_OK && !s->out.json &&
               (!s->out.digest || s->out.output != NULL)) {
        st = tai_writer_open(s->out.output, (tai_format)s->out.format,
                             s->what.from, offset, &o->writer, &cli_error);
        /* An empty block of values tells the writer that the numbers are values
         * and not positions, even if no other block follows. */
        if (st == TA_OK && info->content != TA_CONTENT_COLD)
            st = tai_writer_consume(o->writer,
                                    &(ta_block){.values = &(uint16_t){0}});
    }
    return st;
}

ta_status cli_output_table(cli_output *o, const cli_settings *s,
                           const char *format, ...)
{
    char game[1024];
    va_list args;
    *o = (cli_output){.settings = s};
    if (s->out.output == NULL)
        return TA_OK;
    cli_catch_interrupts();
    const ta_status st = tai_draft_open(s->out.output, &o->table, &cli_error);
    if (st != TA_OK)
        return st;
    cli_rows_aligned = false;
    o->standard = dup(STDOUT_FILENO);
    if (o->standard < 0 || dup2(o->table.fd, STDOUT_FILENO) < 0) {
        cli_fail(CLI_FAILED, "cannot write '%s': %s", s->out.output,
                 strerror(errno));
        return TA_EIO;
    }
    va_start(args, format);
    tai_sentence(game, sizeof game, format, args);
    va_end(args);
    printf("# game: %s\n", game);
    return TA_OK;
}

static ta_status output_put_json(void *list, uint64_t number)
{
    cli_row(list, cli_count_of(number));
    return TA_OK;
}

/* Writes the numbers of a block without a period to each place. */
static ta_status output_put(void *output, const ta_block *block)
{
    cli_output *o = output;
    ta_status st = cli_interrupted() ? TA_ECANCELLED : TA_OK;
    if (st == TA_OK && o->lists_json) {
        ta_block_each(block, o->settings->what.from, output_put_json, &o->list);
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

ta_status cli_output_consume(void *output, const ta_block *block)
{
    cli_output *o = output;
    if (block->period == 0)
        return output_put(o, block);
    uint64_t from = block->from;
    ta_status st = TA_OK;
    /* The part below --from is a block of its own: the writer counts its cold
     * positions for the index of a b-file. */
    if (o->settings->what.from > from) {
        from = o->settings->what.from;
        ta_block below = *block;
        below.to = from;
        below.count = tai_block_count_below(block, from);
        st = output_put(o, &below);
    }
    return st == TA_OK
               ? tai_block_pieces(block, from, &(ta_sink){output_put, o})
               : st;
}

ta_status cli_output_end(cli_output *o, ta_status st)
{
    if (o->writer != NULL) {
        ta_status closed = tai_writer_close(o->writer, st == TA_OK, &cli_error);
        /* EPIPE on standard output is no failure: the reader of a pipe has
         * ended. */
        if (closed != TA_OK)
            st = o->settings->out.output == NULL && errno == EPIPE ? TA_OK
                                                                   : closed;
    }
    if (o->table.path[0] != '\0' && o->table.fd >= 0) {
        /* A failed write so far was one to the table: the draft reports it, and
         * standard output begins without an error. */
        o->table.failed = cli_flush() ? 0 : cli_output_error;
        cli_output_error = 0;
        clearerr(stdout);
        if (o->standard >= 0 && dup2(o->standard, STDOUT_FILENO) >= 0)
            close(o->standard);
        const ta_status closed =
            tai_draft_close(&o->table, st == TA_OK, &cli_error);
        st = st == TA_OK ? closed : st;
    }
    if (o->archive != NULL && st == TA_OK)
        st = ta_archive_writer_save(o->archive, o->settings->out.output,
                                    &cli_error);
    if (o->digest != NULL && st == TA_OK) {
        cli_rows r;
        char sum[TA_DIGEST_TEXT];
        const bool json = o->settings->out.json;
        cli_rows_begin(&r, &o->settings->out, json ? "quantity\tvalue" : "");
        r.bare = !json; /* the digest alone */
        cli_field(&r, "sha256",
                  cli_text(tai_digest_text(o->digest, NULL, 0, sum)));
        cli_rows_end(&r);
    }
    if (o->lists_json && st == TA_OK)
        cli_rows_end(&o->list);
    ta_archive_writer_free(o->archive);
    tai_digest_free(o->digest);
    *o = (cli_output){.settings = NULL};
    return st;
}
