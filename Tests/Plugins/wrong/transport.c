/*
 * The path says what goes wrong; "/well" goes well. Each transfer has a thread of its own, which
 * plays its script when the transfer is opened.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "wrong.h"

struct lzl_transport {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int running;
};

struct lzl_transfer {
    lzl_transport *transport;
    lzl_sink sink;
    char script[32];
    /* Under the lock of the transport; the transfer is freed when both are gone. */
    int is_done, is_released, is_cancelled, is_unpaused;
};

static lzl_status create(void *context, const lzl_transport_options *options, lzl_transport **out, lzl_error *error) {
    (void)context, (void)options, (void)error;
    *out = calloc(1, sizeof **out);
    if (*out == NULL) return LZL_ERROR_OUT_OF_MEMORY;
    pthread_mutex_init(&(*out)->lock, NULL);
    pthread_cond_init(&(*out)->changed, NULL);
    return LZL_OK;
}

static int is(const lzl_transfer *transfer, const char *script) { return strcmp(transfer->script, script) == 0; }

static void respond(lzl_transfer *transfer, uint32_t status, uint64_t expected) {
    static const lzl_bytes name = { (const uint8_t *)"X-Test", 6 }, value = { (const uint8_t *)"yes", 3 };
    const lzl_field field = { name, value };
    lzl_response response = { 0 };
    response.struct_size = sizeof response;
    response.status = status;
    response.fields = is(transfer, "null-fields") ? NULL : &field;
    response.field_count = 1;
    response.expected_byte_count = expected;
    response.protocol_version = 11;
    transfer->sink.response(transfer->sink.context, transfer, &response);
}

static int32_t give(lzl_transfer *transfer, const char *text, uint64_t size) {
    lzl_body body = { { (const uint8_t *)text, size }, malloc(1), free };
    int32_t answer = transfer->sink.data(transfer->sink.context, transfer, &body);
    if (answer != LZL_DATA_ACCEPT) free(body.owner);
    return answer;
}

static void end(lzl_transfer *transfer, lzl_status code) {
    lzl_error error = { 0 };
    error.code = code;
    error.offset = LZL_UNKNOWN;
    transfer->sink.done(transfer->sink.context, transfer, code == LZL_OK ? NULL : &error);
}

static int may_connect(lzl_transfer *transfer, uint32_t family) {
    lzl_address address = { 0 };
    address.family = family;
    address.bytes[0] = 127;
    address.bytes[3] = 1;
    address.port = 80;
    return transfer->sink.connect(transfer->sink.context, transfer, &address) == LZL_CONNECT_ALLOW;
}

/* Gives the body, waiting where the sink pauses. */
static lzl_status give_all(lzl_transfer *transfer) {
    for (;;) {
        int32_t answer = give(transfer, "body", 4);
        if (answer == LZL_DATA_ACCEPT) return LZL_OK;
        if (answer != LZL_DATA_PAUSE) return LZL_ERROR_CANCELLED;
        lzl_transport *transport = transfer->transport;
        pthread_mutex_lock(&transport->lock);
        while (!transfer->is_unpaused && !transfer->is_cancelled) pthread_cond_wait(&transport->changed, &transport->lock);
        transfer->is_unpaused = 0;
        int is_cancelled = transfer->is_cancelled;
        pthread_mutex_unlock(&transport->lock);
        if (is_cancelled) return LZL_ERROR_CANCELLED;
    }
}

static void play(lzl_transfer *transfer) {
    if (is(transfer, "bad-family")) { end(transfer, may_connect(transfer, 9) ? LZL_OK : LZL_ERROR_DENIED); return; }
    if (!may_connect(transfer, LZL_ADDRESS_IPV4)) { end(transfer, LZL_ERROR_DENIED); return; }
    if (is(transfer, "failing")) { end(transfer, LZL_ERROR_TLS); return; }
    if (is(transfer, "strange-code")) { end(transfer, 399); return; }
    if (is(transfer, "no-response")) { end(transfer, LZL_OK); return; }
    if (is(transfer, "data-first")) { give(transfer, "body", 4); end(transfer, LZL_OK); return; }
    respond(transfer, is(transfer, "status-42") ? 42 : 200, is(transfer, "short") ? 5 : 4);
    if (is(transfer, "two-responses")) respond(transfer, 200, 4);
    if (is(transfer, "empty-data")) give(transfer, "", 0);
    if (is(transfer, "null-data")) give(transfer, NULL, 4);
    end(transfer, give_all(transfer));
    if (is(transfer, "late-data")) give(transfer, "more", 4);
    if (is(transfer, "late-response")) respond(transfer, 200, 4);
    if (is(transfer, "late-connect")) may_connect(transfer, LZL_ADDRESS_IPV4);
    if (is(transfer, "done-twice")) end(transfer, LZL_OK);
}

static void *run(void *argument) {
    lzl_transfer *transfer = argument;
    lzl_transport *transport = transfer->transport;
    play(transfer);
    pthread_mutex_lock(&transport->lock);
    transfer->is_done = 1;
    if (transfer->is_released) free(transfer);
    transport->running--;
    pthread_cond_broadcast(&transport->changed);
    pthread_mutex_unlock(&transport->lock);
    return NULL;
}

static lzl_status open_transfer(lzl_transport *transport, const lzl_request *request, const lzl_sink *sink, lzl_transfer **out, lzl_error *error) {
    pthread_t thread;
    lzl_transfer *transfer = calloc(1, sizeof *transfer);
    uint64_t size = request->url.path.size > 31 ? 31 : request->url.path.size;
    if (transfer == NULL) { error->code = LZL_ERROR_OUT_OF_MEMORY; return LZL_ERROR_OUT_OF_MEMORY; }
    if (size > 0) memcpy(transfer->script, request->url.path.data + 1, size - 1);
    if (is(transfer, "silent")) { free(transfer); return LZL_ERROR_INTERNAL; }
    if (is(transfer, "nothing")) { free(transfer); return LZL_OK; }
    if (is(transfer, "refused")) { free(transfer); error->code = LZL_ERROR_INVALID_ARGUMENT; return LZL_ERROR_INVALID_ARGUMENT; }
    transfer->transport = transport;
    transfer->sink = *sink;
    *out = transfer;
    pthread_mutex_lock(&transport->lock);
    transport->running++;
    pthread_mutex_unlock(&transport->lock);
    if (pthread_create(&thread, NULL, run, transfer) != 0) abort();
    pthread_detach(thread);
    return LZL_OK;
}

static void mark(lzl_transfer *transfer, int *flag) {
    pthread_mutex_lock(&transfer->transport->lock);
    *flag = 1;
    pthread_cond_broadcast(&transfer->transport->changed);
    pthread_mutex_unlock(&transfer->transport->lock);
}

static void unpause(lzl_transfer *transfer) { mark(transfer, &transfer->is_unpaused); }

static void cancel(lzl_transfer *transfer) { mark(transfer, &transfer->is_cancelled); }

static void set_priority(lzl_transfer *transfer, uint32_t priority) { (void)transfer, (void)priority; }

static void release(lzl_transfer *transfer) {
    lzl_transport *transport = transfer->transport;
    pthread_mutex_lock(&transport->lock);
    transfer->is_released = 1;
    transfer->is_cancelled = 1;
    pthread_cond_broadcast(&transport->changed);
    if (transfer->is_done) free(transfer);
    pthread_mutex_unlock(&transport->lock);
}

static void destroy(lzl_transport *transport) {
    pthread_mutex_lock(&transport->lock);
    while (transport->running > 0) pthread_cond_wait(&transport->changed, &transport->lock);
    pthread_mutex_unlock(&transport->lock);
    free(transport);
}

const lzl_transport_api wrong_transport_api = {
    NULL, create, open_transfer, unpause, cancel, set_priority, release, destroy,
};
