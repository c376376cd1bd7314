/* The C library for plugins in Embedded Swift, which has no Glibc module, and the threads of the kit. */
#ifndef CLAZULI_KIT_H
#define CLAZULI_KIT_H

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/** Every plugin has a copy of its own, which no other plugin and no host may see. */
#define LZLKIT_HIDDEN __attribute__((visibility("hidden")))

/** CLOCK_MONOTONIC in nanoseconds. */
static inline uint64_t lzlkit_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/** What the calling thread has used of a processor, in nanoseconds: other threads do not count. */
static inline uint64_t lzlkit_thread_nanoseconds(void) {
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

/** A mutex with one condition. */
typedef struct lzlkit_gate {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
} lzlkit_gate;

LZLKIT_HIDDEN void lzlkit_gate_init(lzlkit_gate *gate);
LZLKIT_HIDDEN void lzlkit_gate_destroy(lzlkit_gate *gate);
LZLKIT_HIDDEN void lzlkit_gate_lock(lzlkit_gate *gate);
LZLKIT_HIDDEN void lzlkit_gate_unlock(lzlkit_gate *gate);
/** The gate is locked by the caller. */
LZLKIT_HIDDEN void lzlkit_gate_wait(lzlkit_gate *gate);
LZLKIT_HIDDEN void lzlkit_gate_signal(lzlkit_gate *gate);

/**
 * Starts a joinable thread with all signals blocked: the host's handlers do not run on it. `name`
 * has 15 bytes at the most. Answers 0 or an errno.
 */
LZLKIT_HIDDEN int lzlkit_thread_start(pthread_t *thread, const char *name, void *(*body)(void *), void *context);
LZLKIT_HIDDEN void lzlkit_thread_join(pthread_t thread);

#endif
