/* The C library for plugins in Embedded Swift, which has no Glibc module. */
#ifndef CLAZULI_KIT_H
#define CLAZULI_KIT_H

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/** CLOCK_MONOTONIC in nanoseconds, as lzl_limits.deadline counts. */
static inline uint64_t lzlkit_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif
