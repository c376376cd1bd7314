/* Calls of Linux for tests that Swift's Glibc module lacks. */
#ifndef CTEST_SYSTEM_H
#define CTEST_SYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** accept(2), closed in programs that are started. */
int testsys_accept(int listener);

/** What a program is started with. */
typedef struct testsys_program {
    /** Ends with NULL; the first is the path. */
    char *const *words;
    /** Paths of what it reads and writes. */
    const char *input, *output, *errors;
    /** NULL: this process's. */
    const char *directory;
    /** Whether its input, a terminal, becomes the one that controls it. */
    int controlled;
} testsys_program;

/** Starts it with no descriptors but these and with Ctrl-C as usual; answers errno, 0 for success. */
int testsys_start(const testsys_program *program, pid_t *id);

/** The size of a terminal, in character cells and in pixels. */
typedef struct testsys_window {
    unsigned short columns, rows, width, height;
} testsys_window;

/** Opens a terminal whose keyboard and screen are the descriptor that is answered; -1 with errno. */
int testsys_open_terminal(const testsys_window *window, char *path, size_t capacity);

/** Waits for its end; answers its status, 128 and more for one that a signal ended, as shells do. */
int testsys_wait(pid_t id);

/** Bytes of memory that this process has held at the most so far. */
int64_t testsys_peak_memory(void);

#endif
