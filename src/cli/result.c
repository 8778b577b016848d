/* The result of a run, kept so that two can be compared in full. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare.h"

static void hash_in(cli_result *r, uint64_t position, uint64_t what)
{
    uint64_t *h = &r->hash[position / r->chunk];
    /* splitmix64's finaliser: each step depends on all before it. */
    uint64_t z = *h * 0x9e3779b97f4a7c15u + what;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    *h = z ^ z >> 31;
}

static ta_status hash_one(void *state, uint64_t position)
{
    hash_in(state, position, position + 1);
    return TA_OK;
}

static ta_status take(void *result, const ta_block *block)
{
    cli_result *r = result;
    if (block->values == NULL) {
        r->cold += block->count;
        return ta_block_each(block, 0, hash_one, r);
    }
    for (uint64_t i = block->from; i < block->to; i++) {
        unsigned value = block->values[i - block->from];
        r->cold += r->lengths ? value % 2 == 0 : value == 0;
        hash_in(r, i, value + 1);
    }
    return TA_OK;
}

int cli_result_new(uint64_t n, bool bits, cli_result *result)
{
    *result = (cli_result){.chunk = n / CLI_CHUNKS + 1};
    bool have;
    if (bits) {
        have = ta_bits_new(n, &result->bits) == TA_OK;
    } else {
        result->hash = calloc(CLI_CHUNKS, sizeof *result->hash);
        have = result->hash != NULL;
    }
    if (!have)
        cli_complain("out of memory for the results to compare");
    return have ? CLI_DONE : CLI_FAILED;
}

void cli_result_free(cli_result *result)
{
    ta_bits_free(&result->bits);
    free(result->hash);
    result->hash = NULL;
}

ta_status cli_result_compute(cli_result *r, const cli_sequence *sequence,
                             const ta_game *game, uint64_t n,
                             const ta_options *options, ta_error *error)
{
    if (r->bits.words != NULL)
        return ta_cold_bits(game, n, options, &r->bits, error);
    const ta_sink sink = {take, r};
    r->cold = 0;
    for (size_t i = 0; i < CLI_CHUNKS; i++)
        r->hash[i] = 0;
    r->lengths = sequence == &cli_length_sequence;
    return ta_run(sequence->content, game, n, options, &sink, error);
}

static bool equal_bits(const ta_bits *a, const ta_bits *b, char text[128])
{
    for (uint64_t w = 0; w < ta_bits_words(a->n); w++) {
        uint64_t differ = a->words[w] ^ b->words[w];
        if (differ == 0)
            continue;
        uint64_t at = 64 * w;
        for (; (differ & 1) == 0; differ >>= 1)
            at++;
        snprintf(text, 128, "first at position %" PRIu64 ", which is %s, %s",
                 at, ta_bits_get(a, at) ? "cold" : "hot",
                 ta_bits_get(b, at) ? "cold" : "hot");
        return false;
    }
    return true;
}

bool cli_result_equal(const cli_result *a, const cli_result *b, uint64_t n,
                      char text[128])
{
    if (a->bits.words != NULL)
        return equal_bits(&a->bits, &b->bits, text);
    for (size_t i = 0; i < CLI_CHUNKS; i++)
        if (a->hash[i] != b->hash[i]) {
            uint64_t lo = i * a->chunk, hi = lo + a->chunk;
            snprintf(text, 128,
                     "first at a position in [%" PRIu64 ", %" PRIu64 ")", lo,
                     hi < n ? hi : n);
            return false;
        }
    return true;
}
