#define _GNU_SOURCE
#include "CLazuliKit.h"

#include <signal.h>

void lzlkit_gate_init(lzlkit_gate *gate) {
    pthread_mutex_init(&gate->mutex, NULL);
    pthread_cond_init(&gate->condition, NULL);
}

void lzlkit_gate_destroy(lzlkit_gate *gate) {
    pthread_cond_destroy(&gate->condition);
    pthread_mutex_destroy(&gate->mutex);
}

void lzlkit_gate_lock(lzlkit_gate *gate) {
    pthread_mutex_lock(&gate->mutex);
}

void lzlkit_gate_unlock(lzlkit_gate *gate) {
    pthread_mutex_unlock(&gate->mutex);
}

void lzlkit_gate_wait(lzlkit_gate *gate) {
    pthread_cond_wait(&gate->condition, &gate->mutex);
}

void lzlkit_gate_signal(lzlkit_gate *gate) {
    pthread_cond_signal(&gate->condition);
}

int lzlkit_thread_start(pthread_t *thread, const char *name, void *(*body)(void *), void *context) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int answer = pthread_create(thread, NULL, body, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (answer == 0) pthread_setname_np(*thread, name);
    return answer;
}

void lzlkit_thread_join(pthread_t thread) {
    pthread_join(thread, NULL);
}
