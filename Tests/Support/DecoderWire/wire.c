#define _GNU_SOURCE
#include "DecoderWire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Room for one descriptor. */
union control {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int))];
};

int wire_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
}

static void attach(struct msghdr *message, union control *control, int descriptor) {
    memset(control, 0, sizeof *control);
    message->msg_control = control->bytes;
    message->msg_controllen = sizeof control->bytes;
    struct cmsghdr *head = CMSG_FIRSTHDR(message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(head), &descriptor, sizeof descriptor);
}

int wire_send(int socket, const void *bytes, size_t size, int descriptor) {
    const char *next = bytes;
    while (size > 0) {
        struct iovec part = {.iov_base = (void *)next, .iov_len = size};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        union control control;
        if (descriptor >= 0) attach(&message, &control, descriptor);
        ssize_t count = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        descriptor = -1;
        next += count;
        size -= (size_t)count;
    }
    return 0;
}

static int wait_for_bytes(int socket, int milliseconds) {
    struct pollfd entry = {.fd = socket, .events = POLLIN};
    int count;
    do {
        count = poll(&entry, 1, milliseconds);
    } while (count < 0 && errno == EINTR);
    return count > 0 ? 0 : count == 0 ? ETIMEDOUT : errno;
}

static void detach(struct msghdr *message, int *descriptor) {
    struct cmsghdr *head = CMSG_FIRSTHDR(message);
    if (!head || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) return;
    int received;
    memcpy(&received, CMSG_DATA(head), sizeof received);
    if (descriptor) *descriptor = received;
    else close(received);
}

int wire_receive(int socket, void *bytes, size_t size, int *descriptor, int milliseconds) {
    char *next = bytes;
    while (size > 0) {
        int failure = wait_for_bytes(socket, milliseconds);
        if (failure) return failure;
        struct iovec part = {.iov_base = next, .iov_len = size};
        union control control;
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
        ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return count == 0 ? ECONNRESET : errno;
        detach(&message, descriptor);
        next += count;
        size -= (size_t)count;
    }
    return 0;
}

int wire_memory(size_t size) {
    int memory = memfd_create("surface", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) return -1;
    if (ftruncate(memory, (off_t)size) == 0 && fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0) return memory;
    int failure = errno;
    close(memory);
    errno = failure;
    return -1;
}

int wire_process(int32_t identifier) {
    return (int)syscall(SYS_pidfd_open, identifier, 0);
}
