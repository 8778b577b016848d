/* Nim-values and lengths: one run of one engine against the naive one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "game/game-internal.h"
#include "soak.h"

typedef struct collector {
    ta_sink sink;
    uint16_t *value; /* written, or compared with */
    uint64_t next, n, first_wrong;
    bool compare;
} collector;

static ta_status take(void *sink, const ta_block *b)
{
    collector *c = (collector *)sink;
    if (b->from != c->next || b->to <= b->from || b->to > c->n)
        return TA_EMISMATCH;
    c->next = b->to;
    if (!c->compare)
        memcpy(c->value + b->from, b->values, (b->to - b->from) * 2);
    for (uint64_t i = b->from; i < b->to; i++)
        if (c->value[i] != b->values[i - b->from]) {
            c->first_wrong = i;
            return TA_EMISMATCH;
        }
    return TA_OK;
}

/* Steps of the naive engines, which look at all options. */
enum { STEPS = 1000000 };

bool soak_values(soak_rng *rng, const soak_group *g)
{
    bool nim = soak_one_in(rng, 2);
    ta_content content = nim ? TA_CONTENT_NIM : TA_CONTENT_LENGTH;
    size_t count;
    const ta_engine_info *engines = ta_engines(content, false, &count);
    if (g->convention == TA_MISERE)
        return soak_cold(rng, g); /* no such values */
    uint64_t n = g->n;
    while (ta_mul_sat(n, tai_game_count_bound(g->game, n)) > STEPS)
        n /= 2;
    if (!nim && n > UINT16_MAX) /* no game lasts longer than its heap */
        n = UINT16_MAX;
    ta_options naive = {.engine = "naive"}, o = soak_options(rng);
    o.engine = engines[soak_below(rng, count)].name;
    collector c = {.sink = {take, &c}, .value = tai_alloc(n, 2), .n = n};
    ta_error error = {"no memory"};
    if (c.value == NULL)
        return soak_complain(g, "%s", error.text);
    ta_status st = ta_run(content, g->game, n, &naive, &c.sink, &error);
    if (st == TA_OK) {
        c.compare = true;
        c.next = 0;
        st = ta_run(content, g->game, n, &o, &c.sink, &error);
    }
    ta_free(c.value);
    if (st == TA_OK && c.next == n)
        return true;
    return soak_complain(g,
                         "%s by %s, threads %u: %s (%s), at %" PRIu64
                         ", first wrong %" PRIu64,
                         nim ? "nim-values" : "lengths", o.engine, o.threads,
                         ta_status_text(st), error.text, c.next, c.first_wrong);
}
