/* The kernels, C11 and CUDA C++; `sweep` is where most of the work is. The file
 * that includes them defines
 *
 *   KERNEL, DEVICE, UNROLL  a kernel with its call `c`, a function, a loop
 *   THREAD, STRIDE          index of the thread among all, and their number
 *   WARP, LANE              lanes of a warp, and index of the thread in it
 *   BLOCK, PAGE             of the thread: the target and the page of `sweep`
 *   IN_BLOCK, BLOCK_SIZE    index of the thread in its block; their number
 *   SET                     a set of classes, copied to shared memory
 *   add32, ..., swap64      atomic; add32 and swap64 return what was there
 *   fresh32, fresh64        read what other threads may change meanwhile
 *   vote, ones, low_bit     bit k: x is true in lane k; how many; the lowest
 *   VOTE                    32 probes, at `first` and after, one a lane: bit k
 *                           of mask[r] says that probe k gave r
 *   least                   the least x of the lanes
 *   moved                   64 bits of hi:lo from bit by % 64 of lo on
 *
 * Kernels of warps give each item to a warp. Without a device a warp is one
 * lane, and VOTE is a loop. All lanes of a warp must come to the same votes: so
 * what others may change goes through `least`, and then all lanes know the same
 * value. No kernel waits for another thread, but for look_last.
 *
 * The file is long because nvcc and the C compiler each compile it in one
 * piece. */

#define ALL (~(uint64_t)0)

/* What is known of a heap, WAIT if it is undecided: its state, or what a probe
 * says of an option. END: there is no such option, nor one by a larger move. */
enum { HOT, WAIT, COLD, END };

/* An option of heap (row, s) is heap (row - shift, o.s). */
typedef struct option {
    uint32_t s, shift;
} option;

DEVICE option option_by(const gpu_call *c, uint32_t s, uint32_t move)
{
    const uint32_t rest = c->rest[move];
    const bool carry = rest > s;
    option o;
    o.s = s - rest + (carry ? c->m : 0);
    o.shift = c->quot[move] + carry;
    return o;
}

/* Takes an index for a new item; NONE without room, and the block is void. */
DEVICE uint32_t new_index(const gpu_call *c, uint32_t *count, uint32_t room)
{
    const uint32_t at = add32(count, 1);
    if (at < room)
        return at;
    c->counters->full = 1;
    return GPU_NONE;
}

/* Returns the lesser number: a counter goes on beyond the room of its array. */
DEVICE uint32_t bounded(uint32_t count, uint32_t room)
{
    return count < room ? count : room;
}

DEVICE bool in_set(const uint32_t *set, uint32_t s)
{
    return set[s / 32] >> s % 32 & 1;
}

/* ---- listed numbers: an open hash table, half full at most ---- */

/* No kernel both adds numbers and looks them up. A slot of 0 is empty. */

DEVICE uint64_t key_of(uint32_t row, uint32_t s)
{
    return ((uint64_t)row << 32 | s) + 1;
}

DEVICE uint32_t slot_of(const gpu_call *c, uint64_t key)
{
    return (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & c->hash_mask;
}

DEVICE bool is_listed(const gpu_call *c, uint32_t row, uint32_t s)
{
    const uint64_t key = key_of(row, s);
    for (uint32_t i = slot_of(c, key);; i = (i + 1) & c->hash_mask) {
        const uint64_t got = c->hash[i];
        if (got == key || got == 0)
            return got == key;
    }
}

DEVICE void add_listed(const gpu_call *c, uint32_t row, uint32_t s)
{
    const uint32_t at = new_index(c, &c->counters->listed, c->listed_room);
    if (at == GPU_NONE)
        return;
    c->listed_row[at] = row;
    c->listed_class[at] = s;
    c->cursor[at] = 0;
    c->occupied[s] = 1;
    const uint64_t key = key_of(row, s);
    uint32_t i = slot_of(c, key);
    while (swap64(&c->hash[i], 0, key) != 0)
        i = (i + 1) & c->hash_mask;
}

/* ---- the tables of a phase ---- */

/* Cold numbers of each class. */
KERNEL(count_classes)
{
    for (uint32_t i = THREAD; i < c->count; i += STRIDE)
        add32(&c->tally[c->numbers[i] % c->m], 1);
}

/* Stores cold numbers: as bits if the class is dense, else listed. */
KERNEL(fill_store)
{
    for (uint32_t i = THREAD; i < c->count; i += STRIDE) {
        const uint32_t row = (uint32_t)(c->numbers[i] / c->m);
        const uint32_t s = (uint32_t)(c->numbers[i] % c->m);
        if (c->dense[s] == GPU_NONE)
            add_listed(c, row, s);
        else
            or64(&c->bits[c->dense[s] + row / 64], (uint64_t)1 << row % 64);
    }
}

/* Repeats the last source, which changes no OR, up to a whole group. Lists
 * begin with whole groups, so an empty one stays empty. */
DEVICE uint32_t pad(gpu_source *out, uint32_t n)
{
    for (; n % GPU_AT_ONCE != 0; n++)
        out[n] = out[n - 1];
    return n;
}

/* Returns the source of the class that has row 0 at c->bits[base]. */
DEVICE gpu_source source_of(uint32_t base, uint32_t shift)
{
    gpu_source x;
    x.word = base - (shift + 63) / 64;
    x.shift = shift;
    return x;
}

/* Lists, for each page and target class, the moves of a window that lead to a
 * class of a table; page = table * windows + window. First launched without
 * c->fill, which counts them; then start[i] is where list i begins. */
KERNEL(build)
{
    for (uint32_t i = THREAD; i < c->targets * c->pages; i += STRIDE) {
        const uint32_t t = c->target[i % c->targets], page = i / c->targets;
        const uint32_t *base = c->table + (size_t)(page / c->windows) * c->m;
        const uint32_t end = c->bound[page % c->windows + 1];
        uint32_t n = c->fill ? c->start[i] : 0;
        for (uint32_t v = c->bound[page % c->windows]; v < end; v++) {
            const option o = option_by(c, t, v);
            const uint32_t b = base[o.s];
            if (b == GPU_NONE)
                continue;
            if (c->fill) {
                c->list[n] = source_of(b, o.shift);
                if (c->for_near)
                    c->list[n].word = b; /* a live index */
            }
            n++;
        }
        if (c->fill)
            pad(c->list, n);
        else
            c->start[i] = n;
    }
}

/* Lists far moves of quiet classes, into the densest classes first, until their
 * weights are enough: a weight is -log(1 - density), so about e^-sum of the
 * heaps will be left. No move may lead below row 0 (shift_most). */
KERNEL(build_quiet)
{
    for (uint32_t k = THREAD; k < c->targets; k += STRIDE) {
        const uint32_t first = k * c->most;
        uint32_t n = first;
        float sum = 0;
        for (uint32_t tier = 0; tier < GPU_TIERS; tier++)
            for (uint32_t v = c->from; v < c->to; v++) {
                const option o = option_by(c, c->target[k], v);
                const uint32_t b = c->table[(size_t)tier * c->m + o.s];
                if (sum > c->enough || n == first + c->most ||
                    o.shift > c->shift_most)
                    break;
                if (b == GPU_NONE)
                    continue;
                c->list[n++] = source_of(b, o.shift);
                sum += c->weight[o.s];
            }
        c->start[k] = first;
        c->stop[k] = pad(c->list, n);
    }
}

/* ---- the OR of sources: most of the work ---- */

/* ORs the list of a target and page into the target's tile in c->out, of which
 * thread w has word w. With left_class the tile begins empty and is not stored:
 * its open heaps go to c->left. Words that are full load nothing. If the block
 * has more than c->part threads, groups of c->part take turns at the list. */
KERNEL(sweep)
{
    const uint32_t target = BLOCK, l = PAGE * c->targets + target;
    const uint32_t w = IN_BLOCK % c->part, group = IN_BLOCK / c->part;
    const uint32_t stride = BLOCK_SIZE / c->part * GPU_AT_ONCE;
    const uint32_t begin = c->start[l], end = c->stop[l];
    const uint32_t lowest = c->row + c->rows; /* longer shifts read zeros */
    const bool lists_left = c->left_class != NULL;
    if (begin == end && !lists_left)
        return;
    uint64_t *mine = c->out + (size_t)target * c->words + c->first_word + w;
    const uint64_t *bits = c->bits + w + c->row / 64;
    const uint64_t before = lists_left ? 0 : *mine;
    uint64_t sum = before;
    uint32_t work = 0;
    for (uint32_t e = begin; e < end; e += stride) {
        const uint32_t open = vote(sum != ALL);
        /* Shifts increase in a list, but for quiet lists, which hold none above
         * c->row. So all that follow lead below row 0, too. */
        if (open == 0 || c->list[e].shift >= c->row + 64 * c->part)
            break;
        work += ones(open);
        const uint32_t i = e + group * GPU_AT_ONCE;
        if (sum == ALL || i >= end)
            continue;
        gpu_source x[GPU_AT_ONCE];
        uint64_t lo[GPU_AT_ONCE], hi[GPU_AT_ONCE];
        load_sources(x, c->list + i);
        if (x[GPU_AT_ONCE - 1].shift > lowest) /* the largest */
            UNROLL for (uint32_t k = 0; k < GPU_AT_ONCE;
                        k++) if (x[k].shift > lowest) x[k] =
                source_of(x[k].word + (x[k].shift + 63) / 64, lowest);
        UNROLL for (uint32_t k = 0; k < GPU_AT_ONCE; k++)
        {
            const uint64_t *p = bits + x[k].word;
            lo[k] = p[0];
            hi[k] = p[1];
        }
        UNROLL for (uint32_t k = 0; k < GPU_AT_ONCE; k++) sum |=
            moved(lo[k], hi[k], 0 - x[k].shift);
    }
    if (LANE == 0)
        add64(&c->counters->ors[target % GPU_STATS][c->kind],
              (uint64_t)work * GPU_AT_ONCE);
    if (!lists_left) {
        if (sum != before)
            or64(mine, sum);
        return;
    }
    for (uint64_t rest = ~sum; rest != 0; rest &= rest - 1) {
        const uint32_t at = new_index(c, &c->counters->left, c->left_room);
        if (at == GPU_NONE)
            break;
        c->left[at].row = c->row + 64 * w + low_bit(rest);
        c->left[at].s = c->left_class[target];
    }
}

/* How many heaps of each target the trial of quiet classes left. */
KERNEL(count_zeros)
{
    for (uint32_t k = THREAD; k < c->targets; k += STRIDE) {
        uint32_t zeros = 0;
        for (uint32_t w = 0; w < c->words; w++)
            zeros += ones(~c->out[(size_t)k * c->words + w]);
        c->tally[k] = zeros;
    }
}

/* ---- pushes ---- */

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

/* ---- a step ---- */

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
