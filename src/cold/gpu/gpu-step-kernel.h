/* Kernels of a step: which of its undecided heaps are cold, in rounds. Part of
 * gpu-kernel.h, which says what its words mean. */

DEVICE bool in_step(const gpu_call *c, gpu_heap h)
{
    return h.row - c->row - c->at < c->step; /* rows below it wrap around */
}

/* Before all else of a step: numbers that are listed from now on are new. */
KERNEL(begin_step)
{
    if (THREAD == 0) {
        c->counters->listed_before =
            bounded(c->counters->listed, c->listed_room);
        c->counters->items = c->counters->asked = 0;
    }
}

/* Unsure heaps of the step, by all moves shorter than a block, in parts: those
 * with a stored cold option, which lies before the step, are hot. */
KERNEL(ask)
{
    const uint32_t chunks = (c->far_from + c->chunk - 1) / c->chunk;
    for (uint32_t i = THREAD / WARP; i < c->count * chunks;
         i += STRIDE / WARP) {
        gpu_heap *h = &c->unsure[i % c->count];
        const uint32_t begin = i / c->count * c->chunk;
        const uint32_t end = bounded(begin + c->chunk, c->far_from);
        if (in_step(c, *h) && least(fresh32(&h->state)) == WAIT &&
            has_option(c, h->row, h->s, begin, end) && LANE == 0)
            h->state = HOT;
    }
}

/* Unsure heaps of the step that `ask` left take part in the turns. */
KERNEL(admit)
{
    for (uint32_t i = THREAD; i < c->count; i += STRIDE) {
        const gpu_heap h = c->unsure[i];
        if (!in_step(c, h) || h.state != WAIT)
            continue;
        const uint32_t at = add32(&c->counters->asked, 1);
        gpu_item *item = &c->items[add32(&c->counters->items, 1)];
        c->asked[at] = h;
        item->bit = GPU_ASKED + at;
        item->edge = 0;
    }
}

/* Returns the state of a heap of a live class, by its bit in `hits`. */
DEVICE int state_of(const gpu_call *c, uint32_t bit)
{
    if (fresh64(&c->hits[bit / 64]) >> bit % 64 & 1)
        return HOT;
    return fresh64(&c->colds[bit / 64]) >> bit % 64 & 1 ? COLD : WAIT;
}

/* Returns the state of the option near[at] of the heap at `bit`. END: it lies
 * before the step, which has `below` rows below the heap's; so do all later
 * ones. */
DEVICE int probe_near(const gpu_call *c, uint32_t bit, uint32_t below,
                      uint32_t at, uint32_t end)
{
    if (at >= end || c->near[at].shift > below)
        return END;
    return state_of(c, (c->near[at].word << c->log_rows) +
                           (bit & (c->rows - 1)) - c->near[at].shift);
}

/* The same for an asked heap, which has no list of near moves. */
DEVICE int probe_asked(const gpu_call *c, gpu_heap h, uint32_t below,
                       uint32_t move)
{
    if (move >= c->near_to)
        return END;
    const option o = option_by(c, h.s, move);
    if (o.shift > below)
        return END;
    if (c->mark[o.s] == GPU_NONE)
        return HOT; /* quiet; if it is asked, too, `look` finds it */
    return state_of(c,
                    (c->mark[o.s] << c->log_rows) + (h.row - c->row) - o.shift);
}

/* Returns whether a move shorter than a step leads from h to q. */
DEVICE bool is_option(const gpu_call *c, gpu_heap h, gpu_heap q)
{
    const uint64_t from = (uint64_t)h.row * c->m + h.s;
    const uint64_t to = (uint64_t)q.row * c->m + q.s;
    uint32_t lo = 0, hi = to < from ? c->near_to : 0;
    while (lo < hi) {
        const uint32_t i = lo + (hi - lo) / 2;
        const uint64_t move = (uint64_t)c->quot[i] * c->m + c->rest[i];
        if (move == from - to)
            return true;
        if (move < from - to)
            lo = i + 1;
        else
            hi = i;
    }
    return false;
}

/* Looks at the options in the step of an open heap, a bit or an asked one.
 * Returns HOT if one is cold, COLD if all are hot, else WAIT. Moves *edge to
 * the first option in a live class that waits: those before are hot for ever.
 */
DEVICE int look(const gpu_call *c, uint32_t bit, uint32_t *edge)
{
    const bool asked = bit >= GPU_ASKED;
    gpu_heap h;
    if (asked) {
        h = c->asked[bit - GPU_ASKED];
    } else {
        h.row = c->row + (bit & (c->rows - 1));
        h.s = c->live_class[bit >> c->log_rows];
    }
    const uint32_t below = h.row - c->row - c->at;
    const uint32_t end = asked ? 0 : c->near_start[(bit >> c->log_rows) + 1];
    uint32_t mask[4];
    for (;; *edge += 32) {
        if (asked)
            VOTE(mask, *edge, at, probe_asked(c, h, below, at));
        else
            VOTE(mask, *edge, at, probe_near(c, bit, below, at, end));
        if (mask[COLD] != 0)
            return HOT;
        if (mask[WAIT] != 0) {
            *edge += low_bit(mask[WAIT]);
            return WAIT;
        }
        if (mask[END] != 0)
            break;
    }
    /* Options in quiet classes are cold only if they are asked. */
    int result = COLD;
    for (uint32_t i = 0; i < c->counters->asked; i++) {
        const uint32_t state = least(fresh32(&c->asked[i].state));
        if (state == HOT || !is_option(c, h, c->asked[i]))
            continue;
        if (state == COLD)
            return HOT;
        result = WAIT;
    }
    return result;
}

/* Bits and states go from WAIT to the result, once: no order is needed. */
DEVICE void decide(const gpu_call *c, uint32_t bit, int result)
{
    if (LANE != 0)
        return;
    if (bit >= GPU_ASKED)
        c->asked[bit - GPU_ASKED].state = (uint32_t)result;
    else
        or64(&(result == HOT ? c->hits : c->colds)[bit / 64],
             (uint64_t)1 << bit % 64);
}

/* All open heaps of the step look once; those that wait become items. */
KERNEL(look_first)
{
    for (uint32_t i = THREAD / WARP; i < c->lives * c->step_words;
         i += STRIDE / WARP) {
        const uint32_t word =
            i / c->step_words * c->words + c->at / 64 + i % c->step_words;
        for (uint64_t open = ~fresh64(&c->hits[word]); open != 0;
             open &= open - 1) {
            const uint32_t bit = 64 * word + low_bit(open);
            uint32_t edge = c->near_start[bit >> c->log_rows];
            const int result = look(c, bit, &edge);
            if (result != WAIT) {
                decide(c, bit, result);
            } else if (LANE == 0) {
                gpu_item *item = &c->items[add32(&c->counters->items, 1)];
                item->bit = bit;
                item->edge = edge;
            }
        }
    }
}

/* Looks at item i, unless it is decided. Returns whether it still waits. */
DEVICE bool look_again(const gpu_call *c, uint32_t i)
{
    gpu_item item = c->items[i];
    if (item.bit == GPU_NONE)
        return false;
    const int result = look(c, item.bit, &item.edge);
    if (result != WAIT) {
        decide(c, item.bit, result);
        item.bit = GPU_NONE;
    }
    if (LANE == 0)
        c->items[i] = item;
    return result == WAIT;
}

KERNEL(look_round)
{
    for (uint32_t i = THREAD / WARP; i < c->counters->items; i += STRIDE / WARP)
        look_again(c, i);
}

/* One block goes on until none waits. It ends: the options of the least heap
 * that waits are all decided, so each time this heap is decided at least. */
KERNEL(look_last)
{
    bool waits;
    do {
        waits = false;
        for (uint32_t i = IN_BLOCK / WARP; i < c->counters->items;
             i += BLOCK_SIZE / WARP)
            waits |= look_again(c, i);
    } while (any_in_block(waits));
}

/* Stores the cold heaps of live classes. Steps are whole words, so a thread
 * owns the words that it writes. */
KERNEL(settle)
{
    if (THREAD == 0) {
        c->counters->all_asked += c->counters->asked;
        c->counters->all_items += c->counters->items;
    }
    for (uint32_t i = THREAD; i < c->lives * c->step_words; i += STRIDE) {
        const uint32_t k = i / c->step_words, w = i % c->step_words;
        const uint32_t word = k * c->words + c->at / 64 + w;
        const uint32_t s = c->live_class[k], base = c->dense[s];
        const uint32_t first = c->row + c->at + 64 * w;
        uint64_t cold = ~c->hits[word];
        if (cold != c->colds[word])
            c->counters->wrong = 1;
        if (base != GPU_NONE)
            c->bits[base + first / 64] = cold;
        else
            for (; cold != 0; cold &= cold - 1)
                add_listed(c, first + low_bit(cold), s);
    }
}

/* Lists the cold heaps of quiet classes. */
KERNEL(settle_asked)
{
    for (uint32_t i = THREAD; i < c->counters->asked; i += STRIDE)
        if (c->asked[i].state == COLD)
            add_listed(c, c->asked[i].row, c->asked[i].s);
}
