/* The kernels of the fast engine, for halves of type HALF, of which NEW (the
 * greatest) means: not reached yet. Included by kernel.c for each width. */

/* Sources in order of decreasing length: the last store, and so the shortest,
 * wins, and nothing need be compared. */
static void NAME(reach)(ta_push *p, uint64_t lo, uint64_t hi)
{
    HALF *half = p->half;
    const uint32_t *list = p->moves.list;
    memset(half + lo, 0xff, (hi - lo) * sizeof *half);
    for (uint32_t h = p->sources.end; h-- > 0;) {
        bool empty = false;
        for (ta_chunk *c = p->sources.head[h]; c != NULL; c = c->next) {
            uint64_t kept = 0;
            for (uint64_t j = 0; j < c->used; j++) {
                ta_source s = c->source[j];
                for (uint64_t to; (to = (uint64_t)s.at + list[s.next]) < hi;
                     s.next++)
                    half[to] = (HALF)(h + 1);
                /* Where no move is left it is forgotten. */
                c->source[kept] = s;
                kept += s.next < p->moves.count;
            }
            c->used = kept;
            empty |= kept == 0;
        }
        if (empty)
            ta_sources_tidy(&p->sources, h);
    }
}

/* The largest half among the options of a cold heap by moves of residue r. */
static uint32_t NAME(largest_by)(const ta_push *p, uint64_t heap, uint32_t r,
                                 const HALF *top, uint32_t best)
{
    const HALF *half = p->half;
    const ta_move_classes *m = &p->moves;
    const uint32_t *s = m->by_class + m->far[r];
    const uint32_t *end = m->by_class + m->far[r + 1];
    /* Small ones are in the cache: look at all. */
    if (heap < DIRECT) {
        for (; s < end && *s <= heap; s++)
            best = half[heap - *s] > best ? half[heap - *s] : best;
        return best;
    }
    size_t count = 0;
    for (; s < end && *s <= heap; s++) {
        uint32_t option = (uint32_t)heap - *s;
        m->wanted[count] = option;
        count += top[option >> TA_BLOCK_BITS] > best;
    }
    for (size_t k = 0; k < count; k++)
        best = half[m->wanted[k]] > best ? half[m->wanted[k]] : best;
    return best;
}

/* The largest half among all options of a cold heap; all of them are hot. */
static uint32_t NAME(largest)(const ta_push *p, uint64_t heap)
{
    const HALF *half = p->half, *top = p->top;
    const ta_move_classes *m = &p->moves;
    uint32_t best = 0;
    for (size_t k = 0; k < m->near && m->list[k] <= heap; k++)
        best = half[heap - m->list[k]] > best ? half[heap - m->list[k]] : best;
    uint32_t class = (uint32_t)(heap % TA_CLASSES);
    for (size_t k = 0; k < TA_CLASSES; k++) {
        uint32_t c = p->order[k];
        if (p->most[c] <= best)
            break;
        uint32_t r = class >= c ? class - c : class + TA_CLASSES - c;
        if (m->far[r] < m->far[r + 1])
            best = NAME(largest_by)(p, heap, r, top + c * p->blocks, best);
    }
    return best;
}

/* The first heap in [at, end) that is not reached, or end. */
static uint64_t NAME(unreached)(const HALF *half, uint64_t at, uint64_t end)
{
#if WIDTH == 1
    const HALF *found = memchr(half + at, 0xff, end - at);
    return found != NULL ? (uint64_t)(found - half) : end;
#else
    while (at < end && half[at] != NEW)
        at++;
    return at;
#endif
}

static ta_status NAME(finish)(ta_push *p, uint64_t *at, uint64_t end,
                              uint64_t lo, uint64_t hi)
{
    HALF *half = p->half;
    const uint32_t *list = p->moves.list;
    while ((*at = NAME(unreached)(half, *at, end)) < end) {
        uint64_t heap = *at;
        uint32_t h = NAME(largest)(p, heap);
        if (h >= SOURCES)
            return TA_ERANGE;
        ta_source source = {(uint32_t)heap, 0};
        for (uint64_t to; (to = heap + list[source.next]) < hi; source.next++) {
            /* Written always: whether it is less cannot be foretold. */
            HALF was = half[to];
            half[to] = was < h + 1 ? was : (HALF)(h + 1);
        }
        half[heap] = 0;
        p->value[heap - lo] = (uint16_t)(2 * h);
        if (ta_sources_add(&p->sources, h, source) != TA_OK)
            return TA_ENOMEM;
        ++*at;
    }
    return TA_OK;
}

static void NAME(close)(ta_push *p, uint64_t b, uint64_t end)
{
    const HALF *half = p->half;
    HALF *top = p->top, row[TA_CLASSES] = {0};
    uint64_t i = b << TA_BLOCK_BITS;
    uint32_t class = (uint32_t)(i % TA_CLASSES);
    for (; i + TA_CLASSES <= end; i += TA_CLASSES)
        for (size_t k = 0; k < TA_CLASSES; k++)
            row[k] = half[i + k] > row[k] ? half[i + k] : row[k];
    for (size_t k = 0; i < end; i++, k++)
        row[k] = half[i] > row[k] ? half[i] : row[k];
    for (size_t k = 0; k < TA_CLASSES; k++) {
        top[class * p->blocks + b] = row[k];
        if (row[k] > p->most[class])
            p->most[class] = row[k];
        class = class + 1 < TA_CLASSES ? class + 1 : 0;
    }
}

static void NAME(values)(const ta_push *p, uint64_t lo, uint64_t hi)
{
    const HALF *half = (const HALF *)p->half + lo;
    for (uint64_t i = 0; i < hi - lo; i++)
        p->value[i] = half[i] != 0 ? (uint16_t)(2 * half[i] - 1) : p->value[i];
}

const ta_push_kernel NAME(ta_push) = {WIDTH,        SOURCES,     NAME(reach),
                                      NAME(finish), NAME(close), NAME(values)};
