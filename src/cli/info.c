/* The command info of the program takeaway. It prints what the header of an
 * archive file says, as a table. */
#include "archive/checkpoint-file.h"
#include "computing.h"

void cli_put_about(cli_rows *r, const ta_archive_info *about)
{
    cli_field(r, "content", cli_text(cli_content_text(about->content)));
    cli_field(r, "game", cli_text(about->game));
    cli_field(r, "convention",
              cli_text(cli_convention_text(about->convention)));
    cli_field(r, "end", cli_count_of(about->end));
}

bool cli_archive_digest(const ta_archive *archive, cli_rows *rows)
{
    const ta_archive_info *about = ta_archive_about(archive);
    tai_digest *digest;
    char text[TA_DIGEST_TEXT];
    ta_status st = tai_digest_new(0, &digest);
    if (st == TA_OK)
        st = cli_read(archive, 0, about->end,
                      &(ta_sink){tai_digest_consume, digest});
    if (st == TA_OK)
        cli_field(rows, "sha256",
                  cli_text(tai_digest_text(digest, NULL, 0, text)));
    tai_digest_free(digest);
    return cli_ok(st);
}

static void info_run(const cli_settings *s)
{
    ta_archive *archive;
    char hash[TA_DIGEST_TEXT];
    cli_rows r;
    if (!cli_archive_open("", s->operands[0], &archive))
        return;
    const ta_archive_info *about = ta_archive_about(archive);
    const tai_brief_info *brief = tai_archive_brief(archive);
    const uint64_t size = tai_archive_size(archive);
    const double bits = 8 * (double)size / (double)about->count;
    cli_rows_begin(&r, &s->out, "quantity\tvalue");
    cli_put_about(&r, about);
    cli_field(&r, "goal", cli_count_of(about->goal));
    cli_field(&r, "complete", cli_flag(about->end == about->goal));
    cli_field(&r, "numbers", cli_count_of(about->count));
    if (brief != NULL) { /* it holds only [0, head) and [back, end) */
        cli_field(&r, "head", cli_count_of(brief->head));
        cli_field(&r, "back", cli_count_of(brief->back));
    }
    cli_field(&r, "bytes", cli_count_of(size));
    cli_field(&r, "bits_per_number", cli_real(bits, 3)); /* NA if infinite */
    cli_field(&r, "frames", cli_count_of(tai_archive_frames(archive)));
    cli_field(&r, "hash", cli_text(ta_archive_hash(archive, hash)));
    if (!s->out.digest || cli_archive_digest(archive, &r))
        cli_rows_end(&r);
    ta_archive_close(archive);
}

static const cli_words info_texts[] = {
    OWN(DIGEST,
        "print also the SHA-256 of the numbers in FILE as text, one a line"),
    {0}};
const cli_command cli_info_command = {
    COMMAND("info", "FILE", CLI_READ, info_run, "what an archive holds"),
    "Prints a table of what the archive FILE says of itself: its content, "
    "game and convention (normal or misere); `end`, the end of the range [0, "
    "end) that it holds; `goal`, the N that was asked for; `numbers`, how "
    "many numbers it holds; `complete`, whether end is goal; its size; "
    "`frames`, how many parts it has, each with a checksum; `hash`, a hash of "
    "the content alone, which is equal for equal contents. `verify` checks "
    "the content.",
    "takeaway cold 99 -o x.ta; takeaway info x.ta | grep numbers  # numbers 21",
    OPT(JSON) | OPT(DIGEST),
    .texts = info_texts,
    .ranks = CLI_ALONE};
