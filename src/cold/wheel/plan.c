/* The plan of a phase: which classes are live, which moves are far. */
#include "cold/wheel/plan.h"

/* Live at first sight: classes where cold numbers are expected. */
static ta_status split_classes(wheel_plan *p)
{
    uint32_t m = p->store->mod.m;
    p->live = ta_alloc(m, sizeof *p->live);
    p->live_class = ta_alloc(m, sizeof *p->live_class);
    p->quiet_class = ta_alloc(m, sizeof *p->quiet_class);
    if (p->live == NULL || p->live_class == NULL || p->quiet_class == NULL)
        return TA_ENOMEM;
    for (uint32_t s = 0; s < m; s++) {
        p->live[s] = s;
        if (p->density->of[s] * 4096 < p->tuning->live_tile) {
            p->live[s] = WHEEL_EMPTY;
            p->quiet_class[p->quiets++] = s;
        }
    }
    return TA_OK;
}

/* Also live: classes of which no short list of sources settles enough. */
static void number_classes(wheel_plan *p)
{
    uint32_t m = p->store->mod.m;
    uint32_t kept = 0;
    for (uint32_t q = 0; q < p->quiets; q++) {
        if (p->quiet_left[q] * 4096 > p->tuning->quiet_left) {
            p->live[p->quiet_class[q]] = 0;
            ta_free(p->quiet_list[q]);
            p->quiet_list[q] = NULL;
            continue;
        }
        p->quiet_class[kept] = p->quiet_class[q];
        p->quiet_at[kept++] = q;
    }
    p->quiets = kept;
    for (uint32_t s = 0; s < m; s++)
        if (p->live[s] != WHEEL_EMPTY) {
            p->live[s] = p->lives;
            p->live_class[p->lives++] = s;
        }
    p->own_from = wheel_dealt(p, p->lives, p->fleet->rank);
    p->own_to = wheel_dealt(p, p->lives, p->fleet->rank + 1);
}

static ta_status tabulate_moves(wheel_plan *p)
{
    const wheel_moves *mv = p->moves;
    const wheel_modulus *mod = &p->store->mod;
    unsigned of[8];
    while (1u << p->shift8 < mv->period8)
        p->shift8++;
    for (unsigned r = 0; r < 8; r++) {
        of[r] = p->slips;
        for (unsigned g = 0; g < mv->period8 && g < mv->count; g++)
            if (wheel_slip(mod, mv->value[g]) == r) {
                p->slip[p->slips++] = r;
                break;
            }
    }
    size_t length = mv->count / mv->period8 + 1;
    for (unsigned g = 0; g < mv->period8; g++) {
        p->whole[g] = ta_alloc(length, sizeof *p->whole[g]);
        if (p->whole[g] == NULL)
            return TA_ENOMEM;
        if (g < mv->count)
            p->slip_of[g] = (unsigned char)of[wheel_slip(mod, mv->value[g])];
        for (size_t k = 0; k * mv->period8 + g < mv->count; k++) {
            int64_t w = wheel_whole(mod, mv->value[k * mv->period8 + g]);
            p->whole[g][k] = w < 0 ? 0 : (uint32_t)w; /* small: never far */
        }
    }
    p->residue = ta_alloc(mod->m, sizeof *p->residue);
    if (p->residue == NULL)
        return TA_ENOMEM;
    for (uint32_t i = 0; i < mod->m; i++)
        p->residue[i] =
            i < mv->count ? (uint32_t)(mv->value[i] % mod->m) : mod->m;
    return TA_OK;
}

ta_status wheel_roots_find(const wheel_moves *moves, uint32_t m,
                           wheel_roots *roots)
{
    const size_t count = ta_min_u64(moves->count, m);
    roots->start = ta_alloc_zero(m + 2, sizeof *roots->start);
    roots->root = ta_alloc(m, sizeof *roots->root);
    if (roots->start == NULL || roots->root == NULL)
        return TA_ENOMEM;
    uint32_t *next = roots->start + 1;
    for (size_t i = 0; i < count; i++)
        next[moves->value[i] % m + 1]++;
    for (uint32_t d = 0; d < m; d++)
        next[d + 1] += next[d];
    for (size_t i = 0; i < count; i++)
        roots->root[next[moves->value[i] % m]++] = (uint32_t)i;
    return TA_OK;
}

void wheel_roots_free(wheel_roots *roots)
{
    ta_free(roots->start);
    ta_free(roots->root);
}

ta_status wheel_plan_init(wheel_plan *p, const wheel_moves *moves,
                          wheel_store *store, const wheel_density *density,
                          const wheel_tuning *tuning, uint64_t from_row,
                          ta_team *team, const ta_fleet *fleet)
{
    *p = (wheel_plan){.moves = moves,
                      .store = store,
                      .tuning = tuning,
                      .density = density,
                      .from_row = from_row,
                      .team = team,
                      .fleet = fleet};
    uint64_t m = store->mod.m;
    /* Small blocks while few rows are known: their far moves must be most. */
    p->vectors = tuning->vectors;
    while (p->vectors > 1 && (uint64_t)p->vectors * 512 * 6 > from_row)
        p->vectors--;
    p->step_vectors =
        tuning->step_vectors < p->vectors ? tuning->step_vectors : p->vectors;
    p->step_rows = p->step_vectors * WHEEL_VECTOR * 8 - WHEEL_MARGIN;
    p->rows = (p->vectors * WHEEL_VECTOR * 8 - WHEEL_MARGIN) / p->step_rows *
              p->step_rows;
    p->step_from = wheel_moves_below(moves, p->step_rows * m);
    p->far_from = wheel_moves_below(moves, p->rows * m);
    /* One step more, as tiles are read to a little behind their rows. */
    p->ahead = p->rows * tuning->ahead <= from_row;
    p->quiet_from =
        p->ahead ? wheel_moves_below(moves, (2 * p->rows + p->step_rows) * m)
                 : p->far_from;
    p->hit_bytes = (size_t)p->vectors * WHEEL_VECTOR;
    p->near_bits = p->step_vectors * WHEEL_VECTOR * 8 * 2;

    ta_status st = split_classes(p);
    if (st == TA_OK)
        st = tabulate_moves(p);
    if (st == TA_OK)
        st = wheel_roots_find(moves, store->mod.m, &p->roots);
    if (st == TA_OK)
        st = wheel_quiet_list(p);
    if (st == TA_OK) {
        number_classes(p);
        st = wheel_reach_list(p);
    }
    if (st == TA_OK)
        st = wheel_move_lists(p);
    wheel_reach_free(p);
    if (st == TA_OK)
        st = wheel_sparse_list(p);
    if (st != TA_OK)
        wheel_plan_free(p);
    return st;
}

void wheel_plan_free(wheel_plan *p)
{
    for (unsigned g = 0; g < WHEEL_PERIODS; g++)
        ta_free(p->whole[g]);
    ta_free(p->residue);
    wheel_roots_free(&p->roots);
    ta_free(p->live);
    ta_free(p->live_class);
    ta_free(p->quiet_class);
    ta_free(p->far_start);
    ta_free(p->far);
    ta_free(p->page);
    ta_free(p->sparse_row);
    wheel_marks_free(p);
    ta_free(p->step.start);
    ta_free(p->step.offset);
    ta_free(p->near_start);
    ta_free(p->near);
    ta_free(p->quiet_page);
    ta_free(p->quiet_at);
    ta_free(p->quiet_start);
    ta_free(p->quiet_depth);
    ta_free(p->quiet_left);
    for (size_t q = 0; q < p->quiet_lists; q++)
        ta_free(p->quiet_list[q]);
    ta_free(p->quiet_list);
    *p = (wheel_plan){0};
}

uint64_t wheel_plan_bytes(const wheel_plan *p)
{
    const uint64_t m = p->store->mod.m;
    const uint64_t lists = (uint64_t)p->lives * p->slips + 1;
    const size_t starts = p->quiet_pages * p->slips + 1;
    uint64_t quiet = p->quiet_lists * (starts * sizeof *p->quiet_start + 24);
    for (size_t q = 0; q < p->quiets; q++)
        quiet += wheel_quiet_starts(p, q)[starts - 1] * sizeof **p->quiet_list;
    return p->moves->count * 4 + m * 48 +
           p->pages * (lists * 4 + 4 + sizeof *p->page) + p->far_count * 4 +
           lists * 8 + p->step.start[lists - 1] * 8 + p->lives * 8 +
           p->near_start[p->lives] * 4 +
           p->sparse_rows * p->sparse_words * 8 *
               (p->fleet->ranks > 1 ? 2 : 1) +
           quiet;
}
