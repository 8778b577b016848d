/* The text of a search for a period: its numbers, a line each; the values of
 * all windows, low bytes and then high ones, compressed by zstd, in base 64;
 * and the SHA-256 of the lines above it (FORMAT.md). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <nettle/base64.h>

#include "archive/archive-internal.h"

#define FIRST_LINE "takeaway octal search 1\n"

enum {
    MOST = 1 << 16, /* bytes of a text */
    LINE = 57,      /* packed bytes in a line of 76 digits */
    HASH_LINE = sizeof "sha256 \n" - 1 + TA_DIGEST_TEXT - 1, /* characters */
    MOST_VALUES = 1 << 20, /* of all windows */
    LEVEL = 3              /* zstd's */
};

/* Counts the values of all windows. */
static uint64_t windows_values(const tai_windows *w)
{
    return TAI_WINDOW_KEPT * w->length +
           (w->count - TAI_WINDOW_KEPT) * w->shorter;
}

/* Writes the last line, with the hash of the text above. */
static void windows_hash_line(const char *text, size_t size,
                              char line[HASH_LINE + 1])
{
    uint8_t hash[TA_HASH];
    char digits[TA_DIGEST_TEXT];
    tai_hash_bytes(text, size, hash);
    snprintf(line, HASH_LINE + 1, "sha256 %s\n", tai_hash_text(hash, digits));
}

/* ---- writing ---- */

/* Writes the packed values, in lines of digits of base 64. */
static ta_status windows_print_values(const tai_windows *w, FILE *f)
{
    const uint64_t n = windows_values(w);
    const size_t room = ZSTD_compressBound(2 * n);
    uint8_t *planes = tai_alloc(2 * n, 1), *packed = tai_alloc(room, 1);
    const bool ready = planes != NULL && packed != NULL;
    size_t bytes = 0, k = 0;
    for (size_t i = 0; ready && i < w->count; i++)
        for (uint64_t j = 0; j < tai_window_length(w, i); j++, k++) {
            planes[k] = (uint8_t)w->values[i][j];
            planes[n + k] = (uint8_t)(w->values[i][j] >> 8);
        }
    if (ready)
        bytes = ZSTD_compress(packed, room, planes, 2 * n, LEVEL);
    const bool good = ready && !ZSTD_isError(bytes);
    for (size_t at = 0; good && at < bytes; at += LINE) {
        char digits[BASE64_ENCODE_RAW_LENGTH(LINE) + 1] = "";
        base64_encode_raw(digits, tai_min_u64(LINE, bytes - at), packed + at);
        fprintf(f, "%s\n", digits);
    }
    ta_free(planes);
    ta_free(packed);
    return good ? TA_OK : TA_ENOMEM;
}

/* Sets *text, which the caller frees, also after an error. */
static ta_status windows_print(const tai_windows *w, const char *game,
                               char **text, size_t *size)
{
    const ta_summary *s = &w->summary;
    char line[HASH_LINE + 1];
    *text = NULL;
    FILE *f = open_memstream(text, size);
    if (f == NULL)
        return TA_ENOMEM;
    fprintf(f,
            FIRST_LINE "game %s\nheaps %" PRIu64 "\nmask 0x%x %d\nrare %" PRIu64
                       " %" PRIu64 "\nlargest %u %" PRIu64 "\nwindows %" PRIu64
                       " %" PRIu64 " %" PRIu64 " %zu\nat",
            game, s->known, s->mask, s->parity, s->rare, s->last_rare,
            s->largest, s->largest_at, w->length, w->shorter, w->apart,
            w->count);
    for (size_t i = 0; i < w->count; i++)
        fprintf(f, " %" PRIu64, w->at[i]);
    fputs("\nvalues\n", f);
    ta_status st = windows_print_values(w, f);
    if (fflush(f) != 0) /* sets *text and *size */
        st = TA_ENOMEM;
    if (st == TA_OK) {
        windows_hash_line(*text, *size, line);
        fputs(line, f);
    }
    return fclose(f) == 0 ? st : TA_ENOMEM;
}

ta_status tai_windows_save(tai_windows *w, const char *game, const char *path,
                           ta_error *error)
{
    tai_draft draft;
    char *text = NULL;
    size_t size = 0;
    tai_budget *budget = tai_budget_use(NULL);
    ta_status st = windows_print(w, game, &text, &size);
    for (; size > MOST && w->count > TAI_WINDOW_KEPT + 1 && st == TA_OK;
         st = windows_print(w, game, &text, &size)) {
        free(text);
        tai_windows_thin(w);
    }
    if (st != TA_OK)
        tai_fail(error, st, "no memory for the text of a search");
    else if (size > MOST)
        st = tai_fail(error, TA_ELIMIT,
                      "this search takes more than %d bytes as text; a "
                      "--checkpoint without .txt has no such limit",
                      MOST);
    if (st == TA_OK)
        st = tai_draft_open(path, &draft, error);
    if (st == TA_OK) {
        /* tai_draft_close reports failed writes. */
        (void)tai_draft_write(&draft, text, size);
        st = tai_draft_close(&draft, true, error);
    }
    free(text);
    tai_budget_use(budget);
    return st;
}

/* ---- reading ---- */

/* Reads the numbers. Returns where the digits begin in the text, 0 if a number
 * is wrong. A later search computes four lengths of first heaps again
 * (octal/octal-return.c), so windows lie beyond. */
static size_t windows_scan(tai_windows *w, char game[TA_GAME_ID],
                           const char *text)
{
    ta_summary *s = &w->summary;
    unsigned parity = 2; /* neither 0 nor 1 */
    int used = 0;        /* characters that the last sscanf read */
    size_t at = 0;       /* of the text */
    const int got = sscanf(
        text,
        FIRST_LINE "game %255s heaps %" SCNu64 " mask %x %u rare %" SCNu64
                   " %" SCNu64 " largest %u %" SCNu64 " windows %" SCNu64
                   " %" SCNu64 " %" SCNu64 " %zu at%n",
        game, &s->known, &s->mask, &parity, &s->rare, &s->last_rare,
        &s->largest, &s->largest_at, &w->length, &w->shorter, &w->apart,
        &w->count, &used);
    /* All were read, and the arrays have room. */
    const bool complete = got == 12 && w->count <= TAI_WINDOWS;
    w->count = complete ? w->count : 0;
    s->parity = parity == 1;
    s->has_mask = true;
    bool good =
        complete && used > 0 && w->count > TAI_WINDOW_KEPT && parity < 2 &&
        s->known < UINT64_C(1) << 62 && s->mask > 0 && s->mask <= 0xffff &&
        s->largest <= 0xffff && s->largest_at < s->known && w->shorter > 0 &&
        w->shorter <= w->length && w->length < MOST_VALUES &&
        windows_values(w) <= MOST_VALUES && w->apart > 0 &&
        (w->apart & (w->apart - 1)) == 0 && w->apart < UINT64_C(1) << 62;
    for (size_t i = 0; good && i < w->count; i++) {
        at += (size_t)used;
        used = 0;
        good = sscanf(text + at, " %" SCNu64 "%n", &w->at[i], &used) == 1 &&
               w->at[i] / 4 > w->length && w->at[i] <= s->known &&
               (i <= TAI_WINDOW_KEPT || w->at[i] > w->at[i - 1]);
    }
    at += (size_t)used;
    return good && w->at[TAI_WINDOW_NOW] == s->known &&
                   strncmp(text + at, "\nvalues\n", 8) == 0
               ? at + 8
               : 0;
}

/* Reads the values from `count` digits of base 64 and ends of lines. Returns
 * TA_EMISMATCH if these or a value are wrong. */
static ta_status windows_scan_values(tai_windows *w, const char *digits,
                                     size_t count)
{
    const uint64_t n = windows_values(w);
    struct base64_decode_ctx base64;
    size_t bytes = BASE64_DECODE_LENGTH(count), k = 0;
    uint8_t *planes = tai_alloc(2 * n, 1), *packed = tai_alloc(bytes, 1);
    ta_status st = planes != NULL && packed != NULL ? TA_OK : TA_ENOMEM;
    base64_decode_init(&base64);
    if (st == TA_OK &&
        (!base64_decode_update(&base64, &bytes, packed, count, digits) ||
         !base64_decode_final(&base64) ||
         ZSTD_decompress(planes, 2 * n, packed, bytes) != 2 * n))
        st = TA_EMISMATCH;
    for (size_t i = 0; i < w->count && st == TA_OK; i++) {
        const uint64_t length = tai_window_length(w, i);
        uint16_t *values = w->values[i] = tai_alloc(length, sizeof *values);
        if (values == NULL)
            st = TA_ENOMEM;
        for (uint64_t j = 0; j < length && st == TA_OK; j++, k++) {
            values[j] = (uint16_t)(planes[k] | planes[n + k] << 8);
            if (values[j] > w->summary.largest)
                st = TA_EMISMATCH;
        }
    }
    ta_free(planes);
    ta_free(packed);
    return st;
}

ta_status tai_windows_read(tai_windows *w, char game[TA_GAME_ID],
                           const char *path, ta_error *error)
{
    /* One byte more than a text may have, and a NUL. */
    char line[HASH_LINE + 1], *text = tai_alloc(MOST + 2, 1);
    struct stat file;
    if (text == NULL)
        return tai_fail(error, TA_ENOMEM, "no memory to read '%s'", path);
    FILE *f = stat(path, &file) == 0 && S_ISREG(file.st_mode)
                  ? fopen(path, "re")
                  : NULL;
    const size_t size = f != NULL ? fread(text, 1, MOST + 1, f) : 0;
    /* Bytes of the lines above the last one. */
    const size_t lines = size > HASH_LINE ? size - HASH_LINE : 0;
    ta_status st = TA_OK;
    if (f != NULL)
        fclose(f);
    text[size] = '\0';
    if (size >= strlen(FIRST_LINE) &&
        memcmp(text, FIRST_LINE, strlen(FIRST_LINE)) == 0) {
        tai_windows read = {.length = 0};
        windows_hash_line(text, lines, line);
        const bool whole = size <= MOST && strcmp(text + lines, line) == 0;
        text[lines] = '\0';
        const size_t from = whole ? windows_scan(&read, game, text) : 0;
        if (from > 0)
            st = windows_scan_values(&read, text + from, lines - from);
        if (st == TA_ENOMEM)
            tai_fail(error, st, "no memory to read '%s'", path);
        else if (from == 0 || st != TA_OK)
            st = tai_fail(error, TA_EMISMATCH,
                          whole ? "'%s' is no search that this takeaway can "
                                  "go on with: its numbers contradict each "
                                  "other"
                                : "'%s' is damaged: its last line is not the "
                                  "SHA-256 of the lines before it",
                          path);
        if (st == TA_OK)
            *w = read;
        else
            tai_windows_free(&read);
    }
    ta_free(text);
    return st;
}
