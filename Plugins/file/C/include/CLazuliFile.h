/* What the file transport asks of the kernel. Functions answer 0 or an errno. */
#ifndef CLAZULI_FILE_H
#define CLAZULI_FILE_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#define LZLFILE_HIDDEN __attribute__((visibility("hidden")))

#define LZLFILE_REGULAR 1u
#define LZLFILE_DIRECTORY 2u
#define LZLFILE_OTHER 3u

/** What has to stay the same while a file is read. */
typedef struct lzlfile_state {
    uint64_t device;
    uint64_t inode;
    uint64_t size;
    int64_t seconds;
    uint32_t nanoseconds;
    /** LZLFILE_… */
    uint32_t kind;
} lzlfile_state;

/** Without opening it: opening a device can have effects. */
LZLFILE_HIDDEN int lzlfile_look(const char *path, lzlfile_state *out);
LZLFILE_HIDDEN int lzlfile_open(const char *path, int *out);
LZLFILE_HIDDEN int lzlfile_state_of(int file, lzlfile_state *out);
/** Lets the kernel read ahead. */
LZLFILE_HIDDEN void lzlfile_expect(int file, uint64_t size);
/** `*count` is 0 at the end. */
LZLFILE_HIDDEN int lzlfile_read(int file, void *buffer, size_t capacity, uint64_t offset, size_t *count);
LZLFILE_HIDDEN void lzlfile_close(int file);

/** The true path of an open file; the answer is its length, 0 when the kernel does not tell it. */
LZLFILE_HIDDEN size_t lzlfile_true_path(int file, char *buffer, size_t capacity);
/** The identity as text; the answer is its length. */
LZLFILE_HIDDEN size_t lzlfile_identity(const lzlfile_state *state, char *buffer, size_t capacity);

#endif
