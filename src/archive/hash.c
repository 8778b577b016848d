#include <nettle/version.h>

#include "archive/hash.h"

void ta_hash_add(ta_hash *hash, const void *bytes, size_t count)
{
    sha256_update(hash, count, bytes);
}

void ta_hash_end(ta_hash *hash, uint8_t digest[TA_HASH])
{
#if NETTLE_VERSION_MAJOR >= 4
    sha256_digest(hash, digest);
#else
    sha256_digest(hash, TA_HASH, digest);
#endif
}

void ta_hash_of(const void *bytes, size_t count, uint8_t digest[TA_HASH])
{
    ta_hash hash;
    sha256_init(&hash);
    ta_hash_add(&hash, bytes, count);
    ta_hash_end(&hash, digest);
}

char *ta_hash_text(const uint8_t digest[TA_HASH], char text[2 * TA_HASH + 1])
{
    static const char hex[] = "0123456789abcdef";
    for (size_t i = 0; i < TA_HASH; i++) {
        text[2 * i] = hex[digest[i] >> 4];
        text[2 * i + 1] = hex[digest[i] & 15];
    }
    text[2 * TA_HASH] = '\0';
    return text;
}
