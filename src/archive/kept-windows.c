/* The windows of a search for a period in memory; windows.c has their text. The
 * page in the browser has these alone of the archives. */
#include "archive/checkpoint-file.h"

void tai_windows_free(tai_windows *w)
{
    for (size_t i = 0; i < TAI_WINDOWS; i++)
        ta_free(w->values[i]);
    *w = (tai_windows){.length = 0};
}

void tai_windows_thin(tai_windows *w)
{
    size_t kept = TAI_WINDOW_KEPT + 1; /* the first kept one stays */
    w->apart *= 2;
    for (size_t i = kept; i < w->count; i++) {
        uint16_t *values = w->values[i];
        w->values[i] = NULL;
        if (w->at[i] % w->apart == 0) {
            w->at[kept] = w->at[i];
            w->values[kept++] = values;
        } else {
            ta_free(values);
        }
    }
    w->count = kept;
}
