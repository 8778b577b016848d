/* Linked into a build of the tool for the tests (ld --wrap): the engine
 * "sieve" then gets one position wrong, so that `compare` has to notice; and
 * with TAKEAWAY_INTERRUPT_AT=K, SIGTERM comes with the K-th read of an archive
 * (SIGINT is ignored where a shell has begun the tests in the background). */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool.h"

ta_status __real_ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error);
ta_status __wrap_ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error);
ta_status __real_ta_run(ta_content content, const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error);
ta_status __wrap_ta_run(ta_content content, const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error);

static uint64_t wrong_at(void)
{
    const char *at = getenv("TAKEAWAY_WRONG_AT");
    return at == NULL ? UINT64_MAX : strtoull(at, NULL, 10);
}

static bool by_bits; /* in the run that ta_cold_bits makes */

ta_status __wrap_ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error)
{
    by_bits = true;
    ta_status st = __real_ta_cold_bits(game, n, options, cold, error);
    by_bits = false;
    uint64_t at = wrong_at();
    if (options->engine != NULL && strcmp(options->engine, "sieve") == 0 &&
        at < n)
        cold->words[at / 64] ^= (uint64_t)1 << (at % 64);
    return st;
}

/* Hands on what the engine gives, with that position in a block of its own. */
typedef struct altered {
    ta_sink sink;
    const ta_sink *next;
    uint64_t at;
} altered;

static ta_status take(void *sink, const ta_block *block)
{
    altered *a = (altered *)sink;
    ta_status st = a->next->consume(a->next->state, block);
    if (st == TA_OK && block->from <= a->at && a->at < block->to) {
        ta_block extra = {
            .from = a->at, .to = a->at + 1, .positions = &a->at, .count = 1};
        st = a->next->consume(a->next->state, &extra);
    }
    return st;
}

ta_status __wrap_ta_run(ta_content content, const ta_game *game, uint64_t n,
                        const ta_options *options, const ta_sink *sink,
                        ta_error *error)
{
    altered a = {{take, &a}, sink, wrong_at()};
    bool alter = content == TA_CONTENT_COLD && !by_bits && sink != NULL &&
                 options->engine != NULL &&
                 strcmp(options->engine, "sieve") == 0;
    return __real_ta_run(content, game, n, options, alter ? &a.sink : sink,
                         error);
}

/* ---- interruptions ---- */

ssize_t __real_pread(int fd, void *bytes, size_t count, off_t at);
ssize_t __wrap_pread(int fd, void *bytes, size_t count, off_t at);

ssize_t __wrap_pread(int fd, void *bytes, size_t count, off_t at)
{
    static long calls;
    const char *signal_at = getenv("TAKEAWAY_INTERRUPT_AT");
    if (signal_at != NULL && ++calls == atol(signal_at))
        raise(SIGTERM);
    return __real_pread(fd, bytes, count, at);
}
