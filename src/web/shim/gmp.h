/* mini-gmp with an unsigned long of 64 bits, and what the library needs beside
 * it. src/web/mini-gmp.sh makes that header. */
#ifndef TA_WEB_GMP_H
#define TA_WEB_GMP_H

#include <stddef.h>

#include <mini-gmp.h>

/* Calls f for each number up to NULL, as the lists of GMP end. */
#define WEB_EACH(f, ...)                                                       \
    do {                                                                       \
        mpz_ptr list_[] = {__VA_ARGS__};                                       \
        for (unsigned k_ = 0; list_[k_] != NULL; k_++)                         \
            f(list_[k_]);                                                      \
    } while (0)
#define mpz_inits(...)  WEB_EACH(mpz_init, __VA_ARGS__)
#define mpz_clears(...) WEB_EACH(mpz_clear, __VA_ARGS__)

#endif
