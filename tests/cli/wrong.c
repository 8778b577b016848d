/* Linked into a build of the tool for the tests (ld --wrap): the engine
 * "sieve" then gets one position wrong, so that `compare` has to notice; and
 * with TAKEAWAY_INTERRUPT_AT=K, SIGTERM comes with the K-th read of an archive
 * (SIGINT is ignored where a shell has begun the tests in the background). */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "takeaway.h"

ta_status __real_ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error);
ta_status __wrap_ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error);
static uint64_t wrong_at(void)
{
    const char *at = getenv("TAKEAWAY_WRONG_AT");
    return at == NULL ? UINT64_MAX : strtoull(at, NULL, 10);
}

ta_status __wrap_ta_cold_bits(const ta_game *game, uint64_t n,
                              const ta_options *options, ta_bits *cold,
                              ta_error *error)
{
    ta_status st = __real_ta_cold_bits(game, n, options, cold, error);
    uint64_t at = wrong_at();
    if (options->engine != NULL && strcmp(options->engine, "sieve") == 0 &&
        at < n)
        cold->words[at / 64] ^= (uint64_t)1 << (at % 64);
    return st;
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
