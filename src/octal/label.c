/* Labels: values renumbered so that rare and common ones lie apart.
 *
 * One bit of the mask m is dropped from a value (what is left
 * keeps the order within each class) and the class is put on top: 0 for rare,
 * 1 for common. With position parity the class of a heap n is that of its
 * value plus n - t. Both steps are linear over GF(2), and the classes of two
 * parts add up to the class of the split at its heap (mask.c), so labels can
 * be xored in place of values. */
#include "octal/label.h"

/* `bits` of values, and the labels that follow from them; at least 32 labels
 * of either class, as many as a wave covers. */
void ta_octal_labels_set(ta_octal_labels *l, const ta_octal *game,
                         const ta_octal_mask *mask, bool dense, unsigned bits)
{
    *l = (ta_octal_labels){.dense = dense, .bits = bits};
    if (dense)
        return;
    l->mask = mask->mask;
    l->parity = mask->parity;
    l->first = game->breaks[0] & 1;
    l->dropped = ta_ctz(mask->mask);
    l->common = 1u << (bits < 6 ? 5 : bits - 1);
}
