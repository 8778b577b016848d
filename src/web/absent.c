/* What the page goes without: archives, which are files, and FFTW with the
 * engine that is made of it, so that the page is not under the GPL. */
#include "archive/checkpoint-file.h"
#include "base/base-internal.h"
#include "cold/engines.h"
#include "convolve/transforms.h"

const ta_archive_info *ta_archive_about(const ta_archive *archive)
{
    (void)archive;
    return NULL;
}

const tai_brief_info *tai_archive_brief(const ta_archive *archive)
{
    (void)archive;
    return NULL;
}

ta_status ta_archive_read(const ta_archive *archive, uint64_t from, uint64_t to,
                          const ta_sink *sink, ta_error *error)
{
    (void)archive, (void)from, (void)to, (void)sink;
    return tai_fail(error, TA_EINVAL, "the page has no archives");
}

ta_status ta_archive_values_array(const ta_archive *archive, uint64_t from,
                                  uint64_t to, uint16_t *values,
                                  ta_error *error)
{
    (void)values;
    return ta_archive_read(archive, from, to, NULL, error);
}

ta_status tai_archive_read_brief(const ta_archive *archive, tai_brief_part part,
                                 const ta_sink *sink, ta_error *error)
{
    (void)part;
    return ta_archive_read(archive, 0, 0, sink, error);
}

static uint64_t fftw_bytes(unsigned log_length)
{
    (void)log_length;
    return UINT64_MAX;
}

static ta_status fftw_open(const tai_transforms *self, unsigned log_length,
                           tai_pool *pool, void **state)
{
    (void)self, (void)log_length, (void)pool;
    *state = NULL;
    return TA_EINVAL;
}

static double fftw_bound(const tai_transforms *self, unsigned log_length,
                         size_t terms)
{
    (void)self, (void)log_length, (void)terms;
    return 1;
}

/* Its bound of 1 says that no result is exact, so it is never used. */
const tai_transforms tai_fftw = {.name = "fftw",
                                 .least_log = 6,
                                 .most_log = 24,
                                 .point_bytes = 16,
                                 .fixed_bytes = fftw_bytes,
                                 .open = fftw_open,
                                 .close = ta_free,
                                 .bound = fftw_bound};

const tai_engine tai_engine_textbook = {
    .info = {"textbook", "absent: it needs FFTW"}};

/* Debian's compiler-rt for wasm32 expects a stack protector. */
uintptr_t __stack_chk_guard = 0x5a5a5a5a;

_Noreturn void __stack_chk_fail(void);
_Noreturn void __stack_chk_fail(void)
{
    __builtin_trap();
}
