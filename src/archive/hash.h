/* SHA-256, from Nettle: small (half a megabyte, nothing but libc below it),
 * uses the processor's SHA instructions where it has them. OpenSSL's libcrypto
 * does it as well and is ten times the size. */
#ifndef TA_HASH_H
#define TA_HASH_H

#include <stddef.h>
#include <stdint.h>

#include <nettle/sha2.h>

enum { TA_HASH = SHA256_DIGEST_SIZE }; /* 32 bytes */

typedef struct sha256_ctx ta_hash; /* begun by sha256_init */

void ta_hash_add(ta_hash *hash, const void *bytes, size_t count);
void ta_hash_end(ta_hash *hash, uint8_t digest[TA_HASH]);
/* All three. */
void ta_hash_of(const void *bytes, size_t count, uint8_t digest[TA_HASH]);
/* 64 hexadecimal digits and NUL; returns text. */
char *ta_hash_text(const uint8_t digest[TA_HASH], char text[2 * TA_HASH + 1]);

#endif
