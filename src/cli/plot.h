/* The tables of the command plot, and the gnuplot program that draws them. */
#ifndef TA_CLI_PLOT_H
#define TA_CLI_PLOT_H

#include "computing.h"

typedef struct plot_kind {
    const char *columns; /* the header line; "": a list without one */
    const char *title, *x_name, *y_name;
    int x_log, y_log; /* bases; 0: linear */
    const char *style;
} plot_kind;

typedef struct plot_table {
    cli_points points;
    char name[CLI_NAMED]; /* in the legend */
    size_t first;         /* the first point of the fit */
    ta_fit fit;           /* of counts */
    uint64_t numbers;     /* in a list so far */
    bool begun;           /* the first line was read */
} plot_table;

typedef struct plot {
    const cli_settings *settings;
    const plot_kind *kind; /* NULL until the first line */
    plot_table tables[CLI_OPERANDS];
    size_t count;
    bool counts;        /* tables of `count --at` */
    uint64_t from;      /* of the fit */
    uint64_t *residues; /* residues[r]: numbers = r in the present list */
} plot;

/* Whether the name of a file ends as a kind of picture that gnuplot makes. */
bool cli_plot_draws(const char *file);
/* Writes the gnuplot program, which holds the numbers. */
void cli_plot_write(FILE *to, const plot *plot);

#endif
