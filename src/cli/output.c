/* Where results go: text, b-file, .npy or an archive, and the digest. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

static const char *path_of(const cli_settings *s)
{
    return s->output != NULL && strcmp(s->output, "-") == 0 ? NULL : s->output;
}

int cli_output_check(const cli_settings *s, uint64_t n)
{
    if (s->from > n) {
        cli_complain("--from %" PRIu64 " is not accepted; accepted: 0 to N, "
                     "which is %" PRIu64,
                     s->from, n);
        return CLI_USAGE;
    }
    if (s->json && (path_of(s) != NULL || s->format != TA_TEXT)) {
        cli_complain("--json prints a list on standard output; it goes without "
                     "-o FILE and --format");
        return CLI_USAGE;
    }
    if (s->format == TA_NPY && path_of(s) == NULL)
        return cli_refuse("--format", "npy",
                          "npy with -o FILE, or text or bfile");
    if (s->format == CLI_FORMAT_ARCHIVE && path_of(s) == NULL)
        return cli_refuse("--format", "archive",
                          "archive with -o FILE, or text or bfile");
    if (s->format == CLI_FORMAT_ARCHIVE && s->from != 0) {
        cli_complain("an archive holds all positions from 0 on; leave out "
                     "--from, which goes with reading it");
        return CLI_USAGE;
    }
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

static ta_status take_cold(ta_sink *sink, const ta_block *block)
{
    cli_output *o = (cli_output *)sink;
    ta_sink *const ports[] = {
        o->writer != NULL ? ta_writer_sink(o->writer) : NULL,
        o->archive != NULL ? ta_archive_writer_sink(o->archive) : NULL,
        o->digest != NULL ? ta_digest_sink(o->digest) : NULL};
    ta_status st = TA_OK;
    if (lists_json(o)) {
        ta_block_each(block, o->settings->from, put_json, o);
        st = cli_flush() ? TA_OK : TA_EIO;
    }
    for (size_t k = 0; k < sizeof ports / sizeof *ports && st == TA_OK; k++)
        if (ports[k] != NULL)
            st = ports[k]->take(ports[k], block);
    return st;
}

static ta_status write_values(cli_output *o, const ta_value_block *block)
{
    uint64_t i =
        o->settings->from > block->from ? o->settings->from : block->from;
    ta_status st = TA_OK;
    for (; i < block->to && st == TA_OK; i++)
        st = lists_json(o)
                 ? put_json(o, block->values[i - block->from])
                 : ta_writer_put(o->writer, block->values[i - block->from]);
    if (st == TA_OK && lists_json(o) && !cli_flush())
        st = TA_EIO;
    return st;
}

static ta_status take_values(ta_value_sink *sink, const ta_value_block *block)
{
    cli_output *o = (cli_output *)((char *)sink - offsetof(cli_output, values));
    ta_value_sink *const ports[] = {
        o->archive != NULL ? ta_archive_writer_values(o->archive) : NULL,
        o->digest != NULL ? ta_digest_values(o->digest) : NULL};
    ta_status st = TA_OK;
    if (o->writer != NULL || lists_json(o))
        st = write_values(o, block);
    for (size_t k = 0; k < sizeof ports / sizeof *ports && st == TA_OK; k++)
        if (ports[k] != NULL)
            st = ports[k]->take(ports[k], block);
    return st;
}

/* In slices, so that an interruption is seen between two. */
ta_status cli_output_rest(cli_output *o, bool cold, const ta_octal_rest *rest)
{
    const uint64_t slice = 1 << 20, end = rest->to;
    uint64_t from = rest->from;
    if (o->settings->from > from && (!cold || o->settings->format != TA_BFILE))
        from = o->settings->from;
    ta_octal_rest part = *rest;
    for (ta_status st = TA_OK; from < end; from = part.to) {
        part.to = end - from > slice ? from + slice : end;
        st = cli_interrupted() ? TA_ECANCELLED
             : cold            ? ta_octal_rest_cold(&part, from, &o->cold)
                               : ta_octal_rest_values(&part, from, &o->values);
        if (st != TA_OK)
            return st;
    }
    return TA_OK;
}

/* ---- beginning and end ---- */

int cli_output_begin(cli_output *o, const cli_settings *s,
                     const ta_archive_info *info, uint64_t skipped)
{
    *o = (cli_output){.cold = {take_cold},
                      .values = {take_values},
                      .settings = s,
                      .path = path_of(s)};
    ta_error error = {""};
    ta_status st = s->digest ? ta_digest_new(s->from, &o->digest) : TA_OK;
    bool cold = info->content == TA_CONTENT_COLD;
    cli_rows_begin(&o->list, s, s->digest ? "quantity\tvalue" : "");
    if (st == TA_OK && s->format == CLI_FORMAT_ARCHIVE) {
        st = ta_archive_writer_new(info, &o->archive, &error);
        if (st == TA_OK)
            st = ta_archive_writer_prepare(o->archive, o->path, &error);
    } else if (st == TA_OK && !s->json && (!s->digest || o->path != NULL)) {
        st = ta_writer_open(o->path, (ta_format)s->format, cold ? s->from : 0,
                            s->offset + (cold ? skipped : s->from), &o->writer,
                            &error);
    }
    if (st != TA_OK)
        cli_output_drop(o);
    return cli_status(st, &error);
}

void cli_output_drop(void *output)
{
    cli_output *o = output;
    if (o->writer != NULL)
        ta_writer_close(o->writer, false, NULL);
    ta_archive_writer_free(o->archive);
    ta_digest_free(o->digest);
    o->writer = NULL;
    o->archive = NULL;
    o->digest = NULL;
}

int cli_output_end(cli_output *o, ta_status st, const ta_error *error)
{
    ta_error close_error = {""};
    ta_status closed = TA_OK;
    bool gone = false; /* the reader has seen enough */
    char sum[TA_DIGEST_TEXT];
    if (o->writer != NULL) {
        closed = ta_writer_close(o->writer, st == TA_OK, &close_error);
        gone = closed != TA_OK && o->path == NULL && errno == EPIPE;
        o->writer = NULL;
    }
    if (o->archive != NULL && st == TA_OK)
        closed = ta_archive_writer_save(o->archive, o->path, &close_error);
    if (o->digest != NULL && st == TA_OK && closed == TA_OK) {
        ta_digest_text(o->digest, NULL, 0, sum);
        if (o->settings->json)
            cli_row(&o->list, cli_text("sha256"), cli_text(sum));
        else
            puts(sum);
    }
    if (o->settings->json && st == TA_OK)
        cli_rows_end(&o->list);
    if (o->settings->json && st == TA_EIO && !cli_flush())
        gone = true; /* cli_finish_output tells */
    cli_output_drop(o);
    if (gone)
        return CLI_DONE;
    return closed != TA_OK ? cli_status(closed, &close_error)
                           : cli_status(st, error);
}
