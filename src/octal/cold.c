/* Cold heaps of octal games, handed to the sinks that all commands use, and
 * counts of them. */
#include "octal/octal.h"

enum { BLOCK = 1 << 12 };

/* Values come in, cold heaps go out. */
typedef struct cold_port {
    ta_value_sink values;
    ta_octal_rest_sink rest;
    ta_sink *sink; /* may be NULL */
} cold_port;

static ta_status take_values(ta_value_sink *sink, const ta_value_block *block)
{
    cold_port *c = (cold_port *)sink;
    uint64_t position[BLOCK];
    for (uint64_t from = block->from; from < block->to && c->sink != NULL;) {
        uint64_t to = from + ta_min_u64(BLOCK, block->to - from), count = 0;
        for (uint64_t i = from; i < to; i++)
            if (block->values[i - block->from] == 0)
                position[count++] = i;
        ta_status st = c->sink->take(
            c->sink, &(ta_block){from, to, NULL, position, count});
        if (st != TA_OK)
            return st;
        from = to;
    }
    return TA_OK;
}

static ta_status take_rest(ta_octal_rest_sink *sink, const ta_octal_rest *rest)
{
    cold_port *c = (cold_port *)((char *)sink - offsetof(cold_port, rest));
    return c->sink != NULL ? ta_octal_rest_cold(rest, rest->from, c->sink)
                           : TA_OK;
}

ta_status ta_octal_cold_run(const ta_octal *game, uint64_t n,
                            const ta_options *options, ta_sink *sink,
                            ta_error *error)
{
    cold_port c = {{take_values}, {take_rest}, sink};
    return ta_octal_run_rest(game, n, options, &c.values, &c.rest, error);
}

/* ---- counts ---- */

typedef struct counter {
    ta_value_sink values;
    ta_octal_rest_sink rest;
    uint64_t from;
    const uint64_t *ends;
    size_t n_ends, next;
    uint64_t total, *counts;
} counter;

static ta_status count_values(ta_value_sink *sink, const ta_value_block *block)
{
    counter *c = (counter *)sink;
    for (uint64_t i = block->from; i < block->to; i++) {
        for (; c->next < c->n_ends && c->ends[c->next] == i; c->next++)
            c->counts[c->next] = c->total;
        c->total += i >= c->from && block->values[i - block->from] == 0;
    }
    return TA_OK;
}

static ta_status count_rest(ta_octal_rest_sink *sink, const ta_octal_rest *rest)
{
    counter *c = (counter *)((char *)sink - offsetof(counter, rest));
    const uint64_t below = ta_octal_rest_count(rest, 0, c->from);
    for (; c->next < c->n_ends; c->next++) {
        uint64_t end = ta_max_u64(c->ends[c->next], c->from);
        c->counts[c->next] =
            c->total + ta_octal_rest_count(rest, 0, end) - below;
    }
    return TA_OK;
}

ta_status ta_octal_cold_counts(const ta_octal *game, uint64_t from,
                               const uint64_t *ends, size_t n_ends,
                               const ta_options *options, uint64_t *counts,
                               ta_error *error)
{
    counter c = {{count_values}, {count_rest}, from, ends, n_ends, 0, 0,
                 counts};
    uint64_t n = n_ends > 0 ? ends[n_ends - 1] : 0;
    ta_status st =
        ta_octal_run_rest(game, n, options, &c.values, &c.rest, error);
    for (; c.next < n_ends; c.next++)
        counts[c.next] = c.total;
    return st;
}
