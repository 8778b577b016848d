/* Kernels that push listed numbers, and that examine left heaps by the
 * definition. Part of gpu-kernel.h, which says what its words mean. */

/* Marks the heap that move v makes hot from listed number x, if its row is in
 * the block and not below `low`, and its class in the set. Returns false if it
 * lies beyond the block. */
DEVICE bool push_one(const gpu_call *c, const uint32_t *set, uint32_t x,
                     uint32_t v, uint32_t low)
{
    uint32_t t = c->listed_class[x] + c->rest[v];
    const bool carry = t >= c->m;
    t -= carry ? c->m : 0;
    const uint32_t to = c->listed_row[x] + c->quot[v] + carry;
    if (to >= c->row + c->rows)
        return false;
    if (to >= low && in_set(set, t)) {
        const uint32_t at = to - c->row;
        or64(&c->hits[(size_t)c->mark[t] * c->words + at / 64],
             (uint64_t)1 << at % 64);
    }
    return true;
}

/* Pushes all numbers before the block, each from its cursor on. Moves increase,
 * so the least move by which a lane ended is the first that leads beyond. */
KERNEL(push_all)
{
    SET(set, c->live_set, c->m / 32 + 1);
    for (uint32_t x = THREAD / WARP; x < c->count; x += STRIDE / WARP) {
        uint32_t v = c->cursor[x] + LANE;
        while (v < c->moves && push_one(c, set, x, v, c->row))
            v += WARP;
        v = least(v);
        if (LANE == 0)
            c->cursor[x] = v;
    }
}

/* Returns the first move from listed number x to `row` or above. */
DEVICE uint32_t first_move(const gpu_call *c, uint32_t x, uint32_t row)
{
    uint32_t lo = 0, hi = c->moves;
    while (lo < hi) {
        const uint32_t i = lo + (hi - lo) / 2;
        if (c->listed_row[x] + c->quot[i] +
                (c->listed_class[x] + c->rest[i] >= c->m) <
            row)
            lo = i + 1;
        else
            hi = i;
    }
    return lo;
}

/* When a phase begins: no move before is of use from its first row on. */
KERNEL(set_cursors)
{
    const uint32_t count = bounded(c->counters->listed, c->listed_room);
    for (uint32_t x = THREAD; x < count; x += STRIDE)
        c->cursor[x] = first_move(c, x, c->row);
}

/* Pushes the numbers of the step to later steps of the block, in parts of
 * c->chunk moves; far moves lead beyond. Sets their cursors. */
KERNEL(push_new)
{
    const uint32_t from = c->counters->listed_before;
    const uint32_t low = c->row + c->at + c->step;
    const uint32_t count = bounded(c->counters->listed, c->listed_room) - from;
    const uint32_t parts = c->far_from / c->chunk + 1;
    for (uint32_t i = THREAD / WARP; i < count * parts; i += STRIDE / WARP) {
        const uint32_t x = from + i % count, begin = i / count * c->chunk;
        if (begin == 0 && LANE == 0)
            c->cursor[x] = first_move(c, x, c->row + c->rows);
        for (uint32_t v = begin + LANE; v < begin + c->chunk && v < c->moves &&
                                        push_one(c, c->live_set, x, v, low);)
            v += WARP;
    }
}

/* ---- the definition ---- */

/* Returns whether move v < to leads from heap (row, s) to a stored cold number;
 * END if there is no such move. */
DEVICE int probe_store(const gpu_call *c, uint32_t row, uint32_t s, uint32_t v,
                       uint32_t to)
{
    if (v >= to)
        return END;
    const option o = option_by(c, s, v);
    if (o.shift > row)
        return END;
    const uint32_t at = row - o.shift, b = c->dense[o.s];
    if (b != GPU_NONE)
        return c->bits[b + at / 64] >> at % 64 & 1 ? COLD : HOT;
    return c->occupied[o.s] && is_listed(c, at, o.s) ? COLD : HOT;
}

/* Returns whether the heap has a stored cold option by a move of [from, to). */
DEVICE bool has_option(const gpu_call *c, uint32_t row, uint32_t s,
                       uint32_t from, uint32_t to)
{
    uint32_t mask[4];
    for (uint32_t v = from;; v += 32) {
        VOTE(mask, v, at, probe_store(c, row, s, at, to));
        if (mask[COLD] != 0 || mask[END] != 0)
            return mask[COLD] != 0;
    }
}

/* The same for options in dense classes, the largest moves first, since small
 * numbers are more often cold. A lane picks moves into dense classes, 32 at a
 * time, before it reads a bit. */
DEVICE bool has_dense_option(const gpu_call *c, const uint32_t *set,
                             uint32_t row, uint32_t s, uint32_t from,
                             uint32_t to)
{
    for (uint32_t end = to; end > from;) {
        const uint32_t span = end - from < 32 * WARP ? end - from : 32 * WARP;
        uint32_t picked = 0;
        UNROLL for (uint32_t k = 0; k < 32; k++)
        {
            const uint32_t i = k * WARP + LANE;
            if (i < span && in_set(set, option_by(c, s, end - 1 - i).s))
                picked |= (uint32_t)1 << k;
        }
        while (vote(picked != 0) != 0) {
            bool cold = false;
            if (picked != 0) {
                const uint32_t i = low_bit(picked) * WARP + LANE;
                const option o = option_by(c, s, end - 1 - i);
                const uint32_t at = row - o.shift;
                cold = o.shift <= row &&
                       (c->bits[c->dense[o.s] + at / 64] >> at % 64 & 1);
                picked &= picked - 1;
            }
            if (vote(cold) != 0)
                return true;
        }
        end -= span;
    }
    return false;
}

/* Left heaps, by the largest moves of [from, to): others are hard. */
KERNEL(examine)
{
    SET(set, c->dense_set, c->m / 32 + 1);
    const uint32_t count = bounded(c->counters->left, c->left_room);
    for (uint32_t i = THREAD / WARP; i < count; i += STRIDE / WARP) {
        gpu_heap h = c->left[i];
        if (has_dense_option(c, set, h.row, h.s, c->from, c->to) || LANE != 0)
            continue;
        h.state = WAIT;
        /* It has capacity for all left heaps. */
        c->hard[add32(&c->counters->hard, 1)] = h;
    }
}

/* Hard heaps, by the moves of [from, to), in parts of c->chunk, the largest
 * first: a part does nothing if another has shown the heap to be hot. */
KERNEL(examine_hard)
{
    SET(set, c->dense_set, c->m / 32 + 1);
    const uint32_t count = c->counters->hard;
    const uint32_t chunks = (c->to - c->from + c->chunk - 1) / c->chunk;
    for (uint64_t i = THREAD / WARP; i < (uint64_t)count * chunks;
         i += STRIDE / WARP) {
        const uint32_t k = (uint32_t)(i % count);
        const uint32_t end = c->to - (uint32_t)(i / count) * c->chunk;
        const uint32_t begin =
            end - c->from < c->chunk ? c->from : end - c->chunk;
        const gpu_heap h = c->hard[k];
        if (least(fresh32(&c->hard[k].state)) == WAIT &&
            has_dense_option(c, set, h.row, h.s, begin, end) && LANE == 0)
            c->hard[k].state = HOT;
    }
}

/* Hard heaps that still wait are unsure: until `demote` their classes have
 * tiles, behind those of the live classes, so that pushes mark them. */
KERNEL(promote)
{
    for (uint32_t i = THREAD; i < c->counters->hard; i += STRIDE) {
        const gpu_heap h = c->hard[i];
        if (h.state != WAIT)
            continue;
        const uint32_t at = new_index(c, &c->counters->unsures, c->unsure_room);
        if (at == GPU_NONE)
            continue;
        c->unsure[at] = h;
        or32(&c->live_set[h.s / 32], (uint32_t)1 << h.s % 32);
        /* Heaps of one class share a tile, whichever of theirs stays. */
        c->mark[h.s] = c->lives + at;
    }
}

/* After the pushes: an unsure heap that was hit is hot. At last (a launch of
 * its own, since heaps share classes) the classes are quiet again. */
KERNEL(demote)
{
    const uint32_t count = bounded(c->counters->unsures, c->unsure_room);
    for (uint32_t i = THREAD; i < count; i += STRIDE) {
        gpu_heap *h = &c->unsure[i];
        if (c->last) {
            c->mark[h->s] = GPU_NONE;
            and32(&c->live_set[h->s / 32], ~((uint32_t)1 << h->s % 32));
        } else {
            const uint64_t *hits = c->hits + (size_t)c->mark[h->s] * c->words;
            const uint32_t at = h->row - c->row;
            h->state = hits[at / 64] >> at % 64 & 1 ? HOT : WAIT;
        }
    }
}

/* ---- the self-check ---- */

/* By all moves, without any list: whether the heap is hot. */
KERNEL(check_heaps)
{
    for (uint32_t i = THREAD / WARP; i < c->count; i += STRIDE / WARP) {
        const uint32_t row = (uint32_t)(c->numbers[i] / c->m);
        const uint32_t s = (uint32_t)(c->numbers[i] % c->m);
        const bool hot = has_option(c, row, s, 0, c->moves);
        if (LANE == 0)
            c->tally[i] = hot;
    }
}
