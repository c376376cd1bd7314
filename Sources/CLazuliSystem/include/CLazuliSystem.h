/* What Linux has and Swift's Glibc module lacks. */
#ifndef CLAZULI_SYSTEM_H
#define CLAZULI_SYSTEM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

/** O_TMPFILE, which is no simple literal: an unnamed file in a folder. */
static const int lzlsys_unnamed_file = O_TMPFILE;

/* Names the calling thread, in 15 bytes at the most, for debuggers and `top`. */
static inline void lazuli_name_thread(const char *name) {
    prctl(PR_SET_NAME, name, 0, 0, 0);
}

#endif
