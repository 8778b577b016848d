/* takeaway info FILE: what an archive says of itself. */
#include <inttypes.h>
#include <stdio.h>

#include "cli.h"

static void print_about(const ta_archive *archive)
{
    const ta_archive_info *about = ta_archive_about(archive);
    char hash[TA_DIGEST_TEXT];
    uint64_t size = ta_archive_size(archive);
    printf("quantity\tvalue\ncontent\t%s\ngame\t%s\nconvention\t%s\n",
           cli_content_text(about->content), about->game,
           about->convention == TA_MISERE ? "misere" : "normal");
    printf("end\t%" PRIu64 "\ngoal\t%" PRIu64 "\ncomplete\t%s\n", about->end,
           about->goal, about->end == about->goal ? "yes" : "no");
    printf("numbers\t%" PRIu64 "\nbytes\t%" PRIu64 "\n", about->count, size);
    if (about->count > 0)
        printf("bits_per_number\t%.3f\n",
               8 * (double)size / (double)about->count);
    else
        puts("bits_per_number\tNA");
    printf("frames\t%" PRIu64 "\nhash\t%s\n", ta_archive_frames(archive),
           ta_archive_hash(archive, hash));
}

int cli_archive_digest(const ta_archive *archive)
{
    const ta_archive_info *about = ta_archive_about(archive);
    ta_digest *digest;
    ta_error error = {""};
    char text[TA_DIGEST_TEXT];
    ta_status st = ta_digest_new(0, &digest);
    if (st == TA_OK)
        st = about->content == TA_CONTENT_COLD
                 ? ta_archive_cold(archive, 0, about->end,
                                   ta_digest_sink(digest), &error)
                 : ta_archive_values(archive, 0, about->end,
                                     ta_digest_values(digest), &error);
    if (st == TA_OK)
        printf("sha256\t%s\n", ta_digest_text(digest, NULL, 0, text));
    ta_digest_free(digest);
    return cli_status(st, &error);
}

int cli_info(const cli_settings *s, const char *operand)
{
    ta_archive *archive;
    int status = cli_archive_open("", operand, &archive);
    if (status != CLI_DONE)
        return status;
    print_about(archive);
    status = s->digest ? cli_archive_digest(archive) : CLI_DONE;
    ta_archive_close(archive);
    return status;
}
