/* For one thread: locks do nothing, and no thread can be started, so that there
 * is none to wait for. */
#ifndef TA_WEB_PTHREAD_H
#define TA_WEB_PTHREAD_H

#include <errno.h>
#include <sys/types.h> /* the types */

#define PTHREAD_MUTEX_INITIALIZER                                              \
    {                                                                          \
        0                                                                      \
    }
#define PTHREAD_COND_INITIALIZER                                               \
    {                                                                          \
        0                                                                      \
    }
#define PTHREAD_ONCE_INIT 0

#define pthread_mutex_lock(mutex)      ((void)(mutex), 0)
#define pthread_mutex_unlock(mutex)    ((void)(mutex), 0)
#define pthread_mutex_destroy(mutex)   ((void)(mutex), 0)
#define pthread_cond_signal(cond)      ((void)(cond), 0)
#define pthread_cond_broadcast(cond)   ((void)(cond), 0)
#define pthread_cond_destroy(cond)     ((void)(cond), 0)
#define pthread_cond_wait(cond, mutex) ((void)(cond), (void)(mutex), 0)
#define pthread_create(thread, attributes, run, state)                         \
    ((void)(thread), (void)(run), (void)(state), EAGAIN)
#define pthread_join(thread, result) ((void)(thread), 0)

static inline int pthread_once(pthread_once_t *once, void (*first)(void))
{
    if (*once == 0) {
        *once = 1;
        first();
    }
    return 0;
}

#endif
