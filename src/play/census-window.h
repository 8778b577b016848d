/* Outcomes by a window of max S bits. Included by census-window.c, once for
 * each WINDOW, an unsigned integer, and its NAME(). */

/* Bit s - 1 of the window at time n says whether position n - s is cold. The
 * next positions, as many as there are below the least element, are no options
 * of each other, so that a shift for each element decides them together: the
 * earliest comes out as the highest bit. */
typedef struct NAME(rule) {
    const uint64_t *set;
    size_t count;
    unsigned step; /* positions that are decided together */
    WINDOW all;    /* the bits of a window */
} NAME(rule);

static inline uint64_t NAME(decide)(const NAME(rule) * r, WINDOW w,
                                    unsigned step)
{
    WINDOW hot = 0;
    for (size_t k = 0; k < r->count; k++)
        hot |= w >> (r->set[k] - step);
    return ~(uint64_t)hot & ((UINT64_C(1) << step) - 1);
}

static inline WINDOW NAME(next)(const NAME(rule) * r, WINDOW w)
{
    return ((w << 1) | (WINDOW)NAME(decide)(r, w, 1)) & r->all;
}

/* Brent's search: the time at which the state is the anchor's again, or 0. */
static inline ta_status NAME(find)(ta_search *s, const NAME(rule) * r,
                                   uint64_t *period, uint64_t *at)
{
    WINDOW w = 0, anchor = 0;
    uint64_t n = 0, next_anchor = FIRST_ANCHOR, polled = 0;
    const unsigned step = r->step;
    *at = 0;
    while (n < s->limit) {
        uint64_t cold = NAME(decide)(r, w, step);
        const unsigned most = (unsigned)ta_min_u64(step, s->limit - n);
        for (unsigned j = 1; j <= most; j++) {
            WINDOW now = ((w << j) | (WINDOW)(cold >> (step - j))) & r->all;
            n++;
            if (now == anchor) {
                *period = n - *at;
                return ta_census_poll(s, n - polled);
            }
            if (n == next_anchor) {
                anchor = now;
                *at = n;
                next_anchor = 2 * n;
            }
        }
        w = (w << step) | (WINDOW)cold;
        if (n - polled >= POLL) {
            ta_status st = ta_census_poll(s, n - polled);
            if (st != TA_OK)
                return st;
            polled = n;
        }
    }
    return ta_census_poll(s, n - polled);
}

/* The preperiod: two windows, a period apart, until they agree. */
static inline ta_status NAME(search)(ta_search *s, ta_cycle *cycle)
{
    const uint64_t reach = s->set[s->count - 1];
    NAME(rule)
    r = {.set = s->set,
         .count = s->count,
         .step = (unsigned)ta_min_u64(s->set[0], STEP),
         .all = (WINDOW) ~(WINDOW)0 >> (8 * sizeof(WINDOW) - reach)};
    uint64_t anchor, period = 0, time = 0;
    *cycle = (ta_cycle){0};
    ta_status st = NAME(find)(s, &r, &period, &anchor);
    if (st != TA_OK || period == 0)
        return st;
    WINDOW behind = 0, ahead = 0;
    for (uint64_t n = 0; n < period; n++)
        ahead = NAME(next)(&r, ahead);
    for (; behind != ahead; time++) {
        behind = NAME(next)(&r, behind);
        ahead = NAME(next)(&r, ahead);
    }
    /* The first windows that agree do so from the preperiod on, if they are
     * whole. The positions of the period are counted as they pass. */
    for (uint64_t n = 0; n < period; n++) {
        behind = NAME(next)(&r, behind);
        cycle->cold += (uint64_t)(behind & 1);
    }
    cycle->preperiod = time > reach ? time - reach : 0;
    cycle->period = period;
    return ta_census_poll(s, 2 * (period + time));
}
