/* takeaway info FILE: what an archive says of itself. */
#include <math.h>

#include "cli.h"

static void put_about(cli_rows *r, const ta_archive *archive)
{
    const ta_archive_info *about = ta_archive_about(archive);
    char hash[TA_DIGEST_TEXT];
    uint64_t size = ta_archive_size(archive);
    double bits = about->count > 0 ? 8 * (double)size / (double)about->count
                                   : (double)NAN;
    cli_row(r, cli_text("content"), cli_text(cli_content_text(about->content)));
    cli_row(r, cli_text("game"), cli_text(about->game));
    cli_row(r, cli_text("convention"),
            cli_text(cli_convention_text(about->convention)));
    cli_row(r, cli_text("end"), cli_count_of(about->end));
    cli_row(r, cli_text("goal"), cli_count_of(about->goal));
    cli_row(r, cli_text("complete"), cli_flag(about->end == about->goal));
    cli_row(r, cli_text("numbers"), cli_count_of(about->count));
    cli_row(r, cli_text("bytes"), cli_count_of(size));
    cli_row(r, cli_text("bits_per_number"), cli_real(bits, 3));
    cli_row(r, cli_text("frames"), cli_count_of(ta_archive_frames(archive)));
    cli_row(r, cli_text("hash"), cli_text(ta_archive_hash(archive, hash)));
}

int cli_archive_digest(const ta_archive *archive, cli_rows *rows)
{
    const ta_archive_info *about = ta_archive_about(archive);
    ta_digest *digest;
    ta_error error = {""};
    char text[TA_DIGEST_TEXT];
    ta_status st = ta_digest_new(0, &digest);
    if (st == TA_OK)
        st = cli_read(archive, 0, about->end,
                      &(ta_sink){ta_digest_take, digest}, &error);
    if (st == TA_OK)
        cli_row(rows, cli_text("sha256"),
                cli_text(ta_digest_text(digest, NULL, 0, text)));
    ta_digest_free(digest);
    return cli_status(st, &error);
}

int cli_info(const cli_settings *s)
{
    ta_archive *archive;
    int status = cli_archive_open("", s->operands[0], &archive);
    if (status != CLI_DONE)
        return status;
    cli_rows rows;
    cli_rows_begin(&rows, s, "quantity\tvalue");
    put_about(&rows, archive);
    status = s->digest ? cli_archive_digest(archive, &rows) : CLI_DONE;
    if (status == CLI_DONE)
        cli_rows_end(&rows);
    ta_archive_close(archive);
    return status;
}
