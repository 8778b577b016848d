/* Labels: values renumbered so that rare and common ones lie apart.
 *
 * One bit of the mask m is dropped from a value (what is left
 * keeps the order within each class) and the class is put on top: 0 for rare,
 * 1 for common. With position parity the class of a heap n is that of its
 * value plus n - t. Both steps are linear over GF(2), and the classes of two
 * parts add up to the class of the split at its heap (mask.c), so labels can
 * be xored in place of values. */
#include "octal/label.h"

#include <string.h>

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

void ta_octal_unlabel_all(const ta_octal_labels *l, uint64_t n,
                          const uint16_t *label, size_t count, uint16_t *value)
{
    if (l->dense) {
        memmove(value, label, count * sizeof *value);
        return;
    }
    /* all in 16 bits, so that vectors do eight or more at once */
    const uint16_t common = (uint16_t)l->common, mask = l->mask;
    const uint16_t high = (uint16_t)((common - 1u) & ~((1u << l->dropped) - 1));
    const uint16_t odd = l->parity, drop = (uint16_t)(1u << l->dropped);
    const uint16_t first = (uint16_t)(n ^ l->first) & odd;
    for (size_t i = 0; i < count; i++) {
        const uint16_t kept = (uint16_t)(label[i] & (common - 1));
        const uint16_t v = (uint16_t)(kept + (kept & high));
        uint16_t sum = v & mask;
        sum = (uint16_t)(sum ^ sum >> 8);
        sum = (uint16_t)(sum ^ sum >> 4);
        sum = (uint16_t)(sum ^ sum >> 2);
        sum = (uint16_t)(sum ^ sum >> 1);
        sum = (uint16_t)(sum ^ (label[i] >= common) ^ first ^ (i & odd));
        value[i] = (uint16_t)(v + (sum & 1) * drop);
    }
}
