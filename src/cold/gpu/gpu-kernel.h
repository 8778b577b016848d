/* The kernels, C11 and CUDA C++: the file that includes them defines KERNEL,
 * DEVICE, UNROLL, THREAD, STRIDE, WARP, LANE, BLOCK, PAGE, IN_BLOCK and
 * BLOCK_SIZE (its place among the threads), SET (a table in shared memory),
 * atomic operations, votes of a warp, and `moved`. Without a device a warp is
 * one lane. No kernel waits for another thread, but for look_last. All lanes
 * take the same way to a vote: what others may change goes through `least`. The
 * file is long because nvcc and the C compiler each compile it in one piece. */

#define ALL (~(uint64_t)0)

enum { HOT, WAIT, COLD, END }; /* of a heap, and the end of its options */

static const uint32_t ASKED = 0xf0000000; /* asked heap k is item ASKED + k */

/* The option of heap (row, s) by a move. */
typedef struct option {
    uint32_t s, shift; /* rows */
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

/* Returns an index for a new item; NONE without room, and the block is void. */
DEVICE uint32_t new_index(const gpu_call *c, uint32_t *count, uint32_t room)
{
    const uint32_t at = add32(count, 1);
    if (at < room)
        return at;
    c->n->full = 1;
    return GPU_NONE;
}

DEVICE uint32_t bounded(uint32_t count, uint32_t room)
{
    return count < room ? count : room;
}

DEVICE bool in_set(const uint32_t *set, uint32_t s)
{
    return set[s / 32] >> s % 32 & 1;
}

/* ---- listed numbers ---- */

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
    const uint32_t at = new_index(c, &c->n->listed, c->listed_room);
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

KERNEL(count_classes)
{
    for (uint32_t i = THREAD; i < c->count; i += STRIDE)
        add32(&c->tally[c->numbers[i] % c->m], 1);
}

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

/* Repeats the last source up to a whole group. */
DEVICE uint32_t pad(gpu_source *out, uint32_t n)
{
    for (; n % GPU_AT_ONCE != 0; n++)
        out[n] = out[n - 1];
    return n;
}

DEVICE gpu_source source_of(uint32_t base, uint32_t shift)
{
    gpu_source x;
    x.word = base - (shift + 63) / 64;
    x.shift = shift;
    return x;
}

/* Lists, for each page and target class, the moves of a window that lead to a
 * class of a table; page = table * windows + window. Without c->fill, counts
 * them. */
KERNEL(build)
{
    for (uint32_t i = THREAD; i < c->targets * c->pages; i += STRIDE) {
        const uint32_t t = c->target[i % c->targets], page = i / c->targets;
        const uint32_t *base = c->table + (size_t)(page / c->windows) * c->m;
        const uint32_t end = c->bound[page % c->windows + 1];
        uint32_t n = c->fill ? c->start[i] : 0;
        for (uint32_t r = c->bound[page % c->windows]; r < end; r++) {
            const option o = option_by(c, t, r);
            const uint32_t b = base[o.s];
            if (b == GPU_NONE)
                continue;
            if (c->fill) {
                c->list[n] = source_of(b, o.shift);
                if (c->for_near)
                    c->list[n].word = b;
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
 * weights are enough. */
KERNEL(build_quiet)
{
    for (uint32_t k = THREAD; k < c->targets; k += STRIDE) {
        const uint32_t first = k * c->most;
        uint32_t n = first;
        float sum = 0;
        for (uint32_t tier = 0; tier < GPU_TIERS; tier++)
            for (uint32_t r = c->from; r < c->to; r++) {
                const option o = option_by(c, c->target[k], r);
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

/* ORs a list into a tile, of which each thread has a word: to out[target], or
 * with left_class, its open heaps to c->left. Words that are full load nothing.
 * Groups of c->part threads take turns at the list. */
KERNEL(sweep)
{
    const uint32_t target = BLOCK, l = PAGE * c->targets + target;
    const uint32_t w = IN_BLOCK % c->part, group = IN_BLOCK / c->part;
    const uint32_t stride = BLOCK_SIZE / c->part * GPU_AT_ONCE;
    const uint32_t begin = c->start[l], end = c->stop[l];
    const uint32_t lowest = c->row + c->rows; /* longer shifts read zeros */
    const bool settles = c->left_class == NULL;
    if (begin == end && settles)
        return;
    uint64_t *mine = c->out + (size_t)target * c->words + c->first_word + w;
    const uint64_t *bits = c->bits + w + c->row / 64;
    const uint64_t before = settles ? *mine : 0;
    uint64_t sum = before;
    uint32_t work = 0;
    for (uint32_t e = begin; e < end; e += stride) {
        const uint32_t open = vote(sum != ALL);
        if (open == 0 || c->list[e].shift >= c->row + 64 * c->part)
            break;
        work += ones(open);
        const uint32_t i = e + group * GPU_AT_ONCE;
        if (sum == ALL || i >= end)
            continue;
        gpu_source x[GPU_AT_ONCE];
        uint64_t lo[GPU_AT_ONCE], hi[GPU_AT_ONCE];
        load_sources(x, c->list + i);
        if (x[GPU_AT_ONCE - 1].shift > lowest)
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
        add64(&c->n->ors[target % GPU_STATS][c->kind],
              (uint64_t)work * GPU_AT_ONCE);
    if (settles) {
        if (sum != before)
            or64(mine, sum);
        return;
    }
    for (uint64_t rest = ~sum; rest != 0; rest &= rest - 1) {
        const uint32_t at = new_index(c, &c->n->left, c->left_room);
        if (at == GPU_NONE)
            break;
        c->left[at].row = c->row + 64 * w + low_bit(rest);
        c->left[at].s = c->left_class[target];
    }
}

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

/* Marks what move r from listed number x makes hot in the rows [low, high) of
 * the block, if its class is in the set. Returns false if it leads beyond. */
DEVICE bool push_one(const gpu_call *c, const uint32_t *set, uint32_t x,
                     uint32_t r, uint32_t low)
{
    uint32_t t = c->listed_class[x] + c->rest[r];
    const bool carry = t >= c->m;
    t -= carry ? c->m : 0;
    const uint32_t to = c->listed_row[x] + c->quot[r] + carry;
    if (to >= c->row + c->rows)
        return false;
    if (to >= low && in_set(set, t)) {
        const uint32_t at = to - c->row;
        or64(&c->hits[(size_t)c->mark[t] * c->words + at / 64],
             (uint64_t)1 << at % 64);
    }
    return true;
}

/* Pushes all numbers before the block. */
KERNEL(push_all)
{
    SET(set, c->live_set, c->m / 32 + 1);
    for (uint32_t x = THREAD / WARP; x < c->count; x += STRIDE / WARP) {
        uint32_t r = c->cursor[x] + LANE;
        while (r < c->moves && push_one(c, set, x, r, c->row))
            r += WARP;
        r = least(r);
        if (LANE == 0)
            c->cursor[x] = r;
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

KERNEL(set_cursors)
{
    const uint32_t count = bounded(c->n->listed, c->listed_room);
    for (uint32_t x = THREAD; x < count; x += STRIDE)
        c->cursor[x] = first_move(c, x, c->row);
}

/* Pushes the numbers of the step to later steps of the block, in parts of
 * c->chunk moves. */
KERNEL(push_new)
{
    const uint32_t from = c->n->pushed, low = c->row + c->at + c->step;
    const uint32_t count = bounded(c->n->listed, c->listed_room) - from;
    const uint32_t parts = c->far_from / c->chunk + 1;
    for (uint32_t i = THREAD / WARP; i < count * parts; i += STRIDE / WARP) {
        const uint32_t x = from + i % count, begin = i / count * c->chunk;
        if (begin == 0 && LANE == 0)
            c->cursor[x] = first_move(c, x, c->row + c->rows);
        for (uint32_t r = begin + LANE; r < begin + c->chunk && r < c->moves &&
                                        push_one(c, c->live_set, x, r, low);)
            r += WARP;
    }
}

/* ---- the definition ---- */

DEVICE int probe_store(const gpu_call *c, uint32_t row, uint32_t s, uint32_t r,
                       uint32_t to)
{
    if (r >= to)
        return END;
    const option o = option_by(c, s, r);
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
    for (uint32_t r = from;; r += 32) {
        VOTE(mask, r, at, probe_store(c, row, s, at, to));
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
    const uint32_t count = bounded(c->n->left, c->left_room);
    for (uint32_t i = THREAD / WARP; i < count; i += STRIDE / WARP) {
        gpu_heap h = c->left[i];
        if (has_dense_option(c, set, h.row, h.s, c->from, c->to) || LANE != 0)
            continue;
        h.state = WAIT;
        c->hard[add32(&c->n->hard, 1)] = h;
    }
}

/* Hard heaps, by the moves of [from, to), in parts of c->chunk. */
KERNEL(examine_hard)
{
    SET(set, c->dense_set, c->m / 32 + 1);
    const uint32_t count = c->n->hard;
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

/* What is left then is unsure: its classes take part in the pushes. */
KERNEL(promote)
{
    for (uint32_t i = THREAD; i < c->n->hard; i += STRIDE) {
        const gpu_heap h = c->hard[i];
        if (h.state != WAIT)
            continue;
        const uint32_t at = new_index(c, &c->n->unsures, c->unsure_room);
        if (at == GPU_NONE)
            continue;
        c->unsure[at] = h;
        or32(&c->live_set[h.s / 32], (uint32_t)1 << h.s % 32);
        c->mark[h.s] = c->lives + at; /* that of one heap of the class stays */
    }
}

/* After the pushes: an unsure heap that was hit is hot. At last (a launch of
 * its own, since heaps share classes) the classes are quiet again. */
KERNEL(demote)
{
    const uint32_t count = bounded(c->n->unsures, c->unsure_room);
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

KERNEL(begin_step)
{
    if (THREAD == 0) {
        c->n->pushed = bounded(c->n->listed, c->listed_room);
        c->n->items = c->n->asked = 0;
    }
}

/* Unsure heaps of the step with an option before it are hot. */
KERNEL(ask)
{
    const uint32_t chunks = (c->far_from + c->chunk - 1) / c->chunk;
    for (uint32_t i = THREAD / WARP; i < c->count * chunks;
         i += STRIDE / WARP) {
        gpu_heap *h = &c->unsure[i % c->count];
        const uint32_t begin = i / c->count * c->chunk;
        const uint32_t end = bounded(begin + c->chunk, c->far_from);
        if (h->row - c->row - c->at < c->step &&
            least(fresh32(&h->state)) == WAIT &&
            has_option(c, h->row, h->s, begin, end) && LANE == 0)
            h->state = HOT;
    }
}

KERNEL(admit)
{
    for (uint32_t i = THREAD; i < c->count; i += STRIDE) {
        const gpu_heap h = c->unsure[i];
        if (h.row - c->row - c->at >= c->step || h.state != WAIT)
            continue;
        const uint32_t at = add32(&c->n->asked, 1);
        gpu_item *item = &c->items[add32(&c->n->items, 1)];
        c->asked[at] = h;
        item->bit = ASKED + at;
        item->edge = 0;
    }
}

DEVICE int state_of(const gpu_call *c, uint32_t bit)
{
    if (fresh64(&c->hits[bit / 64]) >> bit % 64 & 1)
        return HOT;
    return fresh64(&c->colds[bit / 64]) >> bit % 64 & 1 ? COLD : WAIT;
}

/* `rows`: those of the step before the heap's. */
DEVICE int probe_near(const gpu_call *c, uint32_t bit, uint32_t rows,
                      uint32_t at, uint32_t end)
{
    if (at >= end || c->near[at].shift > rows)
        return END;
    return state_of(c, (c->near[at].word << c->log_rows) +
                           (bit & (c->rows - 1)) - c->near[at].shift);
}

DEVICE int probe_asked(const gpu_call *c, gpu_heap h, uint32_t rows,
                       uint32_t move)
{
    if (move >= c->near_to)
        return END;
    const option o = option_by(c, h.s, move);
    if (o.shift > rows)
        return END;
    if (c->mark[o.s] == GPU_NONE)
        return HOT; /* unless it is asked, too: see look */
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

/* Returns HOT if an option in the step is cold, COLD if all are hot, else WAIT.
 * Moves *edge to the first option that waits. */
DEVICE int look(const gpu_call *c, uint32_t bit, uint32_t *edge)
{
    const bool asked = bit >= ASKED;
    gpu_heap h;
    if (asked) {
        h = c->asked[bit - ASKED];
    } else {
        h.row = c->row + (bit & (c->rows - 1));
        h.s = c->live_class[bit >> c->log_rows];
    }
    const uint32_t rows = h.row - c->row - c->at;
    const uint32_t end = asked ? 0 : c->near_start[(bit >> c->log_rows) + 1];
    uint32_t mask[4];
    for (;; *edge += 32) {
        if (asked)
            VOTE(mask, *edge, at, probe_asked(c, h, rows, at));
        else
            VOTE(mask, *edge, at, probe_near(c, bit, rows, at, end));
        if (mask[COLD] != 0)
            return HOT;
        if (mask[WAIT] != 0) {
            *edge += low_bit(mask[WAIT]);
            return WAIT;
        }
        if (mask[END] != 0)
            break;
    }
    int result = COLD;
    for (uint32_t i = 0; i < c->n->asked; i++) {
        const uint32_t state = least(fresh32(&c->asked[i].state));
        if (state == HOT || !is_option(c, h, c->asked[i]))
            continue;
        if (state == COLD)
            return HOT;
        result = WAIT;
    }
    return result;
}

DEVICE void decide(const gpu_call *c, uint32_t bit, int result)
{
    if (LANE != 0)
        return;
    if (bit >= ASKED)
        c->asked[bit - ASKED].state = (uint32_t)result;
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
                gpu_item *item = &c->items[add32(&c->n->items, 1)];
                item->bit = bit;
                item->edge = edge;
            }
        }
    }
}

/* Returns whether item i still waits. */
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
    for (uint32_t i = THREAD / WARP; i < c->n->items; i += STRIDE / WARP)
        look_again(c, i);
}

/* One block goes on until none waits: the least heap that waits never does. */
KERNEL(look_last)
{
    bool waits;
    do {
        waits = false;
        for (uint32_t i = IN_BLOCK / WARP; i < c->n->items;
             i += BLOCK_SIZE / WARP)
            waits |= look_again(c, i);
    } while (any_in_block(waits));
}

/* Stores the cold heaps of live classes. */
KERNEL(settle)
{
    if (THREAD == 0) {
        c->n->all_asked += c->n->asked;
        c->n->all_items += c->n->items;
    }
    for (uint32_t i = THREAD; i < c->lives * c->step_words; i += STRIDE) {
        const uint32_t k = i / c->step_words, w = i % c->step_words;
        const uint32_t word = k * c->words + c->at / 64 + w;
        const uint32_t s = c->live_class[k], base = c->dense[s];
        const uint32_t first = c->row + c->at + 64 * w;
        uint64_t cold = ~c->hits[word];
        if (cold != c->colds[word])
            c->n->wrong = 1;
        if (base != GPU_NONE)
            c->bits[base + first / 64] = cold;
        else
            for (; cold != 0; cold &= cold - 1)
                add_listed(c, first + low_bit(cold), s);
    }
}

KERNEL(settle_asked)
{
    for (uint32_t i = THREAD; i < c->n->asked; i += STRIDE)
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
