/* Saves the cold heaps of subtract-a-square below 10^6 in an archive, whose
 * path is the argument, and looks heaps up in it. Prints:
 *
 *     13952 below 1000000, 2781 below 100000
 *     99919 is cold
 */
#include <inttypes.h>
#include <stdio.h>
#include <takeaway.h>

static ta_status save(const char *path, ta_error *error)
{
    char id[TA_GAME_ID];
    ta_game *squares = NULL;
    ta_archive_writer *writer = NULL;
    ta_status status = ta_game_new("squares", TA_NORMAL, &squares, error);
    if (status == TA_OK) {
        const ta_archive_info info = {.content = TA_CONTENT_COLD,
                                      .game = ta_game_id(squares, id),
                                      .goal = 1000000};
        status = ta_archive_writer_new(&info, &writer, error);
    }
    if (status == TA_OK) {
        const ta_sink sink = {ta_archive_writer_consume, writer};
        status = ta_run(TA_CONTENT_COLD, squares, 1000000, NULL, &sink, error);
    }
    if (status == TA_OK)
        status = ta_archive_writer_save(writer, path, error);
    ta_archive_writer_free(writer);
    ta_game_free(squares);
    return status;
}

static ta_status look_up(const char *path, ta_error *error)
{
    ta_archive *archive = NULL;
    uint64_t below = 0, *cold = NULL;
    size_t count = 0;
    ta_status status = ta_archive_open(path, &archive, error);
    if (status == TA_OK)
        status = ta_archive_count_below(archive, 100000, &below, error);
    if (status == TA_OK)
        status =
            ta_archive_cold_array(archive, 99900, 100000, &cold, &count, error);
    if (status == TA_OK) {
        const ta_archive_info *info = ta_archive_about(archive);
        printf("%" PRIu64 " below %" PRIu64 ", %" PRIu64 " below 100000\n",
               info->count, info->end, below);
    }
    for (size_t i = 0; i < count; i++)
        printf("%" PRIu64 " is cold\n", cold[i]);
    ta_free(cold);
    ta_archive_close(archive);
    return status;
}

int main(int count, char **argument)
{
    const char *path = count > 1 ? argument[1] : "squares.ta";
    ta_error error;
    ta_status status = save(path, &error);
    if (status == TA_OK)
        status = look_up(path, &error);
    if (status != TA_OK)
        fprintf(stderr, "%s\n", error.text);
    return status != TA_OK;
}
