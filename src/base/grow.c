/* Arrays that grow. */
#include <string.h>

#include "base/base.h"

bool ta_grow(void *array, size_t *room, size_t used, size_t count, size_t size)
{
    if (count <= *room)
        return true;
    const size_t more = (size_t)ta_max_u64(count, 2 * (uint64_t)*room + 16);
    void *old, *grown = ta_alloc(more, size);
    memcpy(&old, array, sizeof old);
    if (grown == NULL)
        return false;
    if (used > 0)
        memcpy(grown, old, used * size);
    ta_free(old);
    memcpy(array, &grown, sizeof grown);
    *room = more;
    return true;
}
