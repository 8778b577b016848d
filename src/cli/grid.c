/* The command grid: games on the plane, as a table, an array (.npy) or a
 * picture (.png). Position (x, y), x < width, y < height, has number y * width
 * + x. A run hands over a block a row, from y = 0 on, which put_row prints or
 * writes, or keeps for the picture. Begin with grid_run. */
#include <math.h>

#include "computing.h"
#include "grid/grid-sets.h"
#include "picture.h"

typedef struct plane {
    const cli_settings *settings;
    tai_grid_moves *moves;
    bool array, draws; /* to the file of -o, in place of the table */
    bool nim;          /* nim-values, not cold positions */
    uint64_t next;     /* number of the position of the next value */
    cli_rows rows;
    tai_draft draft;    /* of the array or picture */
    unsigned char *row; /* of the array, a byte for each x; of cold positions */
    cli_picture picture; /* its sides, below 2^31, are those of the plane */
} plane;

/* Prints x, y (and value) of cold position `number`, or of the next position,
 * whose value is `number`; without `nim` the third cell has no column. */
static ta_status put_position(void *state, uint64_t number)
{
    plane *p = state;
    const uint64_t i = p->nim ? p->next++ : number, width = p->picture.width;
    cli_row(&p->rows, cli_count_of(i % width), cli_count_of(i / width),
            cli_count_of(number));
    return TA_OK;
}

/* Writes a row of the array: 1 where a position is cold, or the values. */
static ta_status put_array(plane *p, const ta_block *block)
{
    if (p->nim)
        return tai_draft_write(&p->draft, block->values,
                               (size_t)block->count * sizeof *block->values);
    for (uint64_t x = 0; x < p->picture.width; x++)
        p->row[x] = block->bits[x / 64] >> x % 64 & 1;
    return tai_draft_write(&p->draft, p->row, p->picture.width);
}

/* Takes a row of the run, by the kind of file. */
static ta_status put_row(void *state, const ta_block *block)
{
    plane *p = state;
    cli_picture *picture = &p->picture;
    const uint64_t words = ta_bits_words(picture->width);
    if (p->array)
        return put_array(p, block);
    if (!p->draws) {
        ta_block_each(block, 0, put_position, p);
        return cli_flush() ? TA_OK : TA_EIO;
    }
    /* The picture needs all rows: it begins with the last. */
    if (!p->nim)
        memcpy(picture->bits + block->from / picture->width * words,
               block->bits, (size_t)words * 8);
    for (uint64_t x = 0; p->nim && x < picture->width; x++) {
        picture->values[block->from + x] = block->values[x];
        if (block->values[x] > picture->largest)
            picture->largest = block->values[x];
    }
    return TA_OK;
}

/* Computes the plane and hands its rows to put_row. */
static ta_status plane_run(plane *p)
{
    const cli_settings *s = p->settings;
    const ta_options run = cli_options_of(&s->speed);
    return cli_watched(s, false,
                       tai_grid_run(p->moves,
                                    s->what.misere ? TA_MISERE : TA_NORMAL,
                                    p->nim ? TA_CONTENT_NIM : TA_CONTENT_COLD,
                                    p->picture.width, p->picture.height, &run,
                                    &(ta_sink){put_row, p}, &cli_error));
}

/* Writes an array in version 1.0 of NumPy's format: a header, of which bytes 8
 * and 9 are the length of what follows them, ends in spaces and a newline; then
 * the rows. */
static ta_status plane_write_array(plane *p)
{
    enum { HEADER = 128 }; /* bytes; a multiple of 64 that holds all */
    char header[HEADER + 1];
    p->row = malloc(p->picture.width);
    const int length =
        snprintf(header, sizeof header,
                 "\x93NUMPY\x01%c%c%c{'descr': '%s', 'fortran_order': False, "
                 "'shape': (%" PRIu64 ", %" PRIu64 "), }",
                 0, HEADER - 10, 0, p->nim ? "<u2" : "|b1", p->picture.height,
                 p->picture.width);
    memset(header + length, ' ', HEADER - (size_t)length);
    header[HEADER - 1] = '\n';
    ta_status st =
        p->row != NULL ? tai_draft_write(&p->draft, header, HEADER) : TA_ENOMEM;
    if (st == TA_OK)
        st = plane_run(p);
    free(p->row);
    return st;
}

static ta_status plane_draw(plane *p)
{
    cli_picture *picture = &p->picture;
    /* Below 2^63, since the sides are below 2^31. */
    const uint64_t words = ta_bits_words(picture->width) * picture->height,
                   bytes = p->nim ? 2 * picture->width * picture->height
                                  : 8 * words;
    if (!cli_charge("the picture", bytes))
        return TA_ENOMEM;
    void *rows = calloc(1, bytes);
    picture->values = p->nim ? rows : NULL;
    picture->bits = p->nim ? NULL : rows;
    ta_status st = rows != NULL ? plane_run(p) : TA_ENOMEM;
    if (st == TA_OK && !cli_picture_write(picture, &p->draft))
        st = TA_ENOMEM;
    free(rows);
    return st;
}

/* Writes the array or the picture to the file of -o. */
static ta_status plane_save(plane *p)
{
    cli_catch_interrupts();
    ta_status st =
        tai_draft_open(p->settings->out.output, &p->draft, &cli_error);
    if (st != TA_OK)
        return st;
    st = p->draws ? plane_draw(p) : plane_write_array(p);
    const ta_status closed =
        tai_draft_close(&p->draft, st == TA_OK, &cli_error);
    return st == TA_OK ? closed : st;
}

/* Prints the table, to the file of -o if there is one. */
static ta_status plane_print(plane *p)
{
    const cli_settings *s = p->settings;
    cli_output output;
    cli_rows_widen(p->picture.width | p->picture.height);
    cli_rows_begin(&p->rows, &s->out, p->nim ? "x\ty\tvalue" : "x\ty");
    p->rows.headless = s->out.quiet;
    ta_status st = cli_output_table(&output, s, "%s", s->grid.moves);
    if (st == TA_OK)
        st = plane_run(p);
    if (st == TA_OK)
        cli_rows_end(&p->rows);
    return cli_output_end(&output, st);
}

/* Prints the period of the nim-values of each row. */
static ta_status plane_periods(plane *p)
{
    const cli_settings *s = p->settings;
    const uint64_t height = p->picture.height;
    if (!cli_charge("the periods", height * sizeof(ta_period)))
        return TA_ENOMEM;
    const ta_options run = cli_options_of(&s->speed);
    ta_period *rows = calloc(height, sizeof *rows);
    if (rows == NULL)
        return TA_ENOMEM;
    const ta_status st =
        cli_watched(s, false,
                    tai_grid_periods(p->moves, p->picture.width, height, &run,
                                     rows, &cli_error));
    cli_rows_begin(&p->rows, &s->out, "y\tpreperiod\tperiod\tsaltus\tproof");
    p->rows.headless = s->out.quiet;
    for (uint64_t y = 0; st == TA_OK && y < height; y++) {
        const bool found = rows[y].period != 0;
        cli_row(&p->rows, cli_count_of(y),
                cli_count_if(found, rows[y].preperiod),
                cli_count_if(found, rows[y].period),
                cli_real(found ? (double)rows[y].saltus : NAN, 0),
                cli_text(!found                         ? "none"
                         : rows[y].proof == TA_UNPROVED ? "seen"
                                                        : "proved"));
    }
    if (st == TA_OK)
        cli_rows_end(&p->rows);
    free(rows);
    return st;
}

static void grid_run(const cli_settings *s)
{
    const uint64_t most = INT32_MAX; /* as ta_grid_run needs */
    plane p = {.settings = s,
               .nim = s->grid.nim,
               .array = cli_ends_in(s->out.output, ".npy"),
               .draws = cli_ends_in(s->out.output, ".png")};
    /* The last operand is WIDTH, too, if HEIGHT is not given. */
    if (!cli_number("WIDTH", s->operands[0], 1, most, &p.picture.width) ||
        !cli_number("HEIGHT", s->operands[s->n_operands - 1], 1, most,
                    &p.picture.height))
        return;
    if (p.draws && !cli_pictures)
        cli_wrong("-o '%s': this takeaway was built without libpng; FILE.npy "
                  "goes without",
                  s->out.output);
    else if (cli_game_ok("--moves", tai_grid_moves_new(s->grid.moves, &p.moves,
                                                       &cli_error))) {
        tai_grid_each_set(p.moves, p.picture.width, p.picture.height,
                          cli_note_end);
        cli_ok(s->what.period       ? plane_periods(&p)
               : p.array || p.draws ? plane_save(&p)
                                    : plane_print(&p));
        tai_grid_moves_free(p.moves);
    }
}

static const cli_words grid_texts[] = {
    OWN(MISERE,
        "misere play: a player who cannot move wins; cold positions only"),
    OWN(PERIOD, "print the period of the nim-values of each row y, and whether "
                "it is proved or only seen"),
    OWN(OUTPUT, "write to FILE: a NumPy array [y, x] if it ends in .npy; a "
                "picture if it ends in .png, a pixel each, y upwards, cold "
                "positions black, larger values lighter; else the table"),
    OWN(QUIET, "print no progress and no header line"),
    {0}};
static const cli_rule grid_rules[] = {
    {CLI_NEEDED, OPT(MOVES),
     .text = "'grid' needs --moves, such as --moves='(1,0):all (0,1):all "
             "(1,1):all', which is Wythoff's game"},
    {CLI_EXCLUSIVE, OPT(PERIOD) | OPT(MISERE),
     .text = "--period is of nim-values, which belong to normal play"},
    {CLI_EXCLUSIVE, OPT(PERIOD) | OPT(OUTPUT),
     .text = "--period prints a table on standard output; leave out -o"},
    {CLI_EXCLUSIVE, OPT(PERIOD) | OPT(NIM),
     .text = "--period is of nim-values; leave out --nim"},
    {0}};
const cli_command cli_grid_command = {
    COMMAND("grid", "WIDTH [HEIGHT]", CLI_NUMBER, grid_run,
            "games on the plane, such as Wythoff's"),
    "Prints the cold positions (x, y), 0 <= x < WIDTH and 0 <= y < HEIGHT "
    "(WIDTH unless given), of a game where a move along (a,b) goes from (x, y) "
    "to (x - k*a, y - k*b) with k in a set. --moves lists the directions with "
    "their sets, (a,b):SET, with spaces between them; SET is all, numbers such "
    "as 1,4-7, or a set that `takeaway games` lists. So '(1,0):all (0,1):all "
    "(1,1):all' is Wythoff's game, and '(1,2):1 (2,1):1' has two moves. With "
    "--period, columns that repeat prove the periods of rows if the sets of "
    "(a,0) are finite.",
    "takeaway grid 3 --moves='(1,0):all (1,1):all' -q  # 0 0 / 0 1 / 0 2\n"
    "takeaway grid 500 --moves='(1,0):all (0,1):all' --nim -o nim.png\n"
    "takeaway grid 200 5 --moves='(1,0):1,2 (0,1):all' --period",
    CLI_COMPUTES | OPT(MOVES) | OPT(MISERE) | OPT(NIM) | OPT(PERIOD) |
        OPT(OUTPUT) | OPT(JSON),
    .texts = grid_texts,
    .rules = grid_rules};
