/* Proves the period of Kayles and evaluates a heap of 101 digits. Prints:
 *
 *     period 12, preperiod 71, proved
 *     heap 10^100 has the nim-value 1
 */
#include <inttypes.h>
#include <stdio.h>
#include <takeaway.h>

int main(void)
{
    ta_game *kayles = NULL;
    ta_octal_solution *solution = NULL;
    ta_error error;
    unsigned value;
    ta_status status = ta_game_new("kayles", TA_NORMAL, &kayles, &error);
    if (status == TA_OK)
        status = ta_octal_solve(kayles, 10000, false, NULL, &solution, &error);
    if (status == TA_OK)
        status = ta_octal_value_of(solution, "10^100", &value, &error);
    if (status == TA_OK) {
        const ta_summary *found = ta_octal_solution_summary(solution);
        printf("period %" PRIu64 ", preperiod %" PRIu64 ", %s\n",
               found->nim.period, found->nim.preperiod,
               found->nim.proof != TA_UNPROVED ? "proved" : "only seen");
        printf("heap 10^100 has the nim-value %u\n", value);
    } else {
        fprintf(stderr, "%s\n", error.text);
    }
    ta_octal_solution_free(solution);
    ta_game_free(kayles);
    return status != TA_OK;
}
