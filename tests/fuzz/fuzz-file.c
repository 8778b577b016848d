/* Set files of any content. What is accepted names the same set as the list
 * of its own elements. */
#include <unistd.h>

#include "fuzz.h"

#include "game/game-internal.h"

enum { BOUND = 2000 };

/* A file without a name, made once. */
static const char *path_of(const uint8_t *data, size_t size)
{
    static int fd = -1;
    static char path[64];
    if (fd < 0) {
        char name[] = "/dev/shm/takeaway-fuzz-XXXXXX"; /* in memory */
        fd = mkstemp(name);
        FUZZ_ASSERT(fd >= 0 && unlink(name) == 0);
        snprintf(path, sizeof path, "file:/proc/self/fd/%d", fd);
    }
    FUZZ_ASSERT(ftruncate(fd, 0) == 0);
    FUZZ_ASSERT(pwrite(fd, data, size, 0) == (ssize_t)size);
    return path;
}

static void compare(const ta_game *game)
{
    uint64_t *element = NULL, *again = NULL;
    size_t count = 0, same = 0;
    ta_game *list = NULL;
    FUZZ_ASSERT(ta_game_elements(game, BOUND, &element, &count) == TA_OK);
    FUZZ_ASSERT(ta_game_from_list(element, count, TA_NORMAL, &list, NULL) ==
                TA_OK);
    FUZZ_ASSERT(ta_game_elements(list, BOUND, &again, &same) == TA_OK);
    FUZZ_ASSERT(count == same &&
                memcmp(element, again, count * sizeof *element) == 0);
    ta_game_free(list);
    ta_free(element);
    ta_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ta_game *game = NULL;
    ta_error error = {""};
    ta_status st = ta_game_new(path_of(data, size), TA_NORMAL, &game, &error);
    if (st == TA_OK)
        compare(game);
    else
        fuzz_check_refusal(st, &error);
    ta_game_free(game);
    return 0;
}
