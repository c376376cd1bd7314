/* What Linux has and Swift's Glibc module lacks. */
#ifndef CLAZULI_SYSTEM_H
#define CLAZULI_SYSTEM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

/** O_TMPFILE, which is no simple literal: an unnamed file in a folder. */
static const int lzlsys_unnamed_file = O_TMPFILE;

/** Names the calling thread, in 15 bytes at the most, for debuggers and `top`. */
static inline void lzlsys_name_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

/** The processors that this process may run on, at least 1: CPU_COUNT is a macro. */
static inline int lzlsys_usable_processors(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count > 0 ? count : 1;
}

#endif
