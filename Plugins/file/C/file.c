#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "CLazuliFile.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void take(const struct stat *from, lzlfile_state *out) {
    out->device = from->st_dev;
    out->inode = from->st_ino;
    out->size = from->st_size < 0 ? 0 : (uint64_t)from->st_size;
    out->seconds = from->st_mtim.tv_sec;
    out->nanoseconds = (uint32_t)from->st_mtim.tv_nsec;
    out->kind = S_ISREG(from->st_mode) ? LZLFILE_REGULAR : S_ISDIR(from->st_mode) ? LZLFILE_DIRECTORY : LZLFILE_OTHER;
}

int lzlfile_look(const char *path, lzlfile_state *out) {
    struct stat found;
    if (stat(path, &found) != 0) return errno;
    take(&found, out);
    return 0;
}

int lzlfile_open(const char *path, int *out) {
    do {
        *out = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    } while (*out < 0 && errno == EINTR);
    return *out < 0 ? errno : 0;
}

int lzlfile_state_of(int file, lzlfile_state *out) {
    struct stat found;
    if (fstat(file, &found) != 0) return errno;
    take(&found, out);
    return 0;
}

void lzlfile_expect(int file, uint64_t size) {
    posix_fadvise(file, 0, 0, POSIX_FADV_SEQUENTIAL);
    /* The first megabytes; the sequential mark does the rest. */
    posix_fadvise(file, 0, size < (4u << 20) ? (off_t)size : (off_t)(4u << 20), POSIX_FADV_WILLNEED);
}

int lzlfile_read(int file, void *buffer, size_t capacity, uint64_t offset, size_t *count) {
    ssize_t answer;
    do {
        answer = pread(file, buffer, capacity, (off_t)offset);
    } while (answer < 0 && errno == EINTR);
    *count = answer < 0 ? 0 : (size_t)answer;
    return answer < 0 ? errno : 0;
}

void lzlfile_close(int file) {
    close(file);
}

size_t lzlfile_true_path(int file, char *buffer, size_t capacity) {
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, buffer, capacity);
    /* Cut short, or outside of what this process sees as its tree. */
    if (length <= 0 || (size_t)length >= capacity || buffer[0] != '/') return 0;
    return (size_t)length;
}

size_t lzlfile_identity(const lzlfile_state *state, char *buffer, size_t capacity) {
    int length = snprintf(
        buffer, capacity, "%" PRIu64 "-%" PRIu64 "-%" PRIu64 "-%" PRId64 ".%09" PRIu32, state->device, state->inode,
        state->size, state->seconds, state->nanoseconds);
    return length < 0 || (size_t)length >= capacity ? 0 : (size_t)length;
}
