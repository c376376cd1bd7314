/* What Linux has and Swift's Glibc module lacks. */
#ifndef CLAZULI_SYSTEM_H
#define CLAZULI_SYSTEM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#endif
