/* What is known of the period of an octal game, as a table. */
#include <inttypes.h>
#include <stdio.h>

#include "cli.h"

static const char *proof_text(const ta_octal_summary *s, char text[160])
{
    if (s->proof == TA_OCTAL_LONG)
        snprintf(text, 160,
                 "long: Guy and Smith's condition, met by the heaps below "
                 "%" PRIu64,
                 s->proof_end);
    else if (s->proof == TA_OCTAL_SHORT)
        snprintf(text, 160,
                 "short: rare heaps and witnesses are bounded, seen in the "
                 "heaps below %" PRIu64,
                 s->proof_end);
    else
        snprintf(
            text, 160, "none: no period found up to %" PRIu64 "%s", s->known,
            s->period == 0 ? "" : " that is proved; what was seen follows");
    return text;
}

const char *cli_octal_mask(const ta_octal_summary *s, char text[CLI_OCTAL_MASK])
{
    snprintf(text, CLI_OCTAL_MASK, "%x%s", s->mask,
             s->parity ? "+position" : "");
    return text;
}

void cli_octal_summary(const cli_settings *settings, const ta_game *game,
                       const ta_octal_summary *s)
{
    char text[160], mask[CLI_OCTAL_MASK];
    bool found = s->period != 0;
    cli_rows r;
    cli_rows_begin(&r, settings, "quantity\tvalue");
    cli_field(&r, "game", cli_text(ta_octal_code(game)));
    cli_field(&r, "heaps", cli_count_of(s->known));
    cli_field(&r, "proof", cli_text(proof_text(s, text)));
    cli_field(&r, "period", cli_count_if(found, s->period));
    cli_field(&r, "preperiod", cli_count_if(found, s->preperiod));
    cli_field(&r, "saltus", cli_count_if(found, s->saltus));
    cli_field(&r, "largest", cli_count_of(s->largest));
    cli_field(&r, "largest_at", cli_count_of(s->largest_at));
    cli_field(&r, "mask",
              cli_text(s->has_mask ? cli_octal_mask(s, mask) : NULL));
    cli_field(&r, "rare", cli_count_if(s->has_mask, s->rare));
    cli_field(&r, "last_rare", cli_count_if(s->has_mask, s->last_rare));
    cli_rows_end(&r);
}
