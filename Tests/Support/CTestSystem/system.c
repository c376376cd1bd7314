#define _GNU_SOURCE
#include "CTestSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int testsys_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

static void set_files(posix_spawn_file_actions_t *actions, const testsys_program *program) {
    posix_spawn_file_actions_addopen(actions, STDIN_FILENO, program->input, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, program->output, O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(actions, STDERR_FILENO, program->errors, O_WRONLY | O_CREAT, 0600);
    /* Or it would hold the connections of servers open. */
    posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
    if (program->directory) posix_spawn_file_actions_addchdir_np(actions, program->directory);
}

/* Whoever runs the tests may ignore or block signals. */
static void set_signals(posix_spawnattr_t *attributes, short flags) {
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(attributes, &signals);
    sigaddset(&signals, SIGINT);
    posix_spawnattr_setsigdefault(attributes, &signals);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | flags);
}

int testsys_start(const testsys_program *program, pid_t *id) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    set_files(&actions, program);
    /* The first terminal that the leader of a session opens controls it. */
    set_signals(&attributes, program->controlled ? POSIX_SPAWN_SETSID : 0);
    int code = posix_spawn(id, program->words[0], &actions, &attributes, program->words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

int testsys_open_terminal(const testsys_window *window, char *path, size_t capacity) {
    struct winsize size = {
        .ws_row = window->rows, .ws_col = window->columns, .ws_xpixel = window->width, .ws_ypixel = window->height};
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0) return -1;
    if (grantpt(master) == 0 && unlockpt(master) == 0 && ptsname_r(master, path, capacity) == 0 &&
        ioctl(master, TIOCSWINSZ, &size) == 0) {
        return master;
    }
    close(master);
    return -1;
}

int testsys_wait(pid_t id) {
    int status = 0;
    while (waitpid(id, &status, 0) < 0) {
        if (errno != EINTR) return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int64_t testsys_peak_memory(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss << 10 : 0;
}
