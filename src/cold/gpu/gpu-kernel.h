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
 * value. No kernel waits for another thread, but for look_last. */

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

#include "cold/gpu/gpu-push-kernel.h"

#include "cold/gpu/gpu-step-kernel.h"
