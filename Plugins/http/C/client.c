#define _POSIX_C_SOURCE 200809L
#include "internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CURLcode global_code = CURLE_FAILED_INIT;

static void init_globally(void) {
    global_code = curl_global_init(CURL_GLOBAL_DEFAULT);
}

bool lzlhttp_start_curl(void) {
    pthread_once(&once, init_globally);
    return global_code == CURLE_OK;
}

static bool copy_text(const char *text, char **out) {
    *out = text && *text ? strdup(text) : NULL;
    return *out || !text || !*text;
}

static void set_options(CURLM *multi, const lzlhttp_options *options) {
    curl_multi_setopt(multi, CURLMOPT_PIPELINING, (long)CURLPIPE_MULTIPLEX);
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)options->connections_per_host);
    /* How many idle connections are kept. */
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)options->connections);
}

lzlhttp_client *lzlhttp_client_make(const lzlhttp_options *options, const lzlhttp_events *events) {
    if (!lzlhttp_start_curl()) return NULL;
    lzlhttp_client *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    client->events = *events;
    client->options = *options;
    client->multi = curl_multi_init();
    if (!client->multi || !copy_text(options->ca_file, &client->ca_file) || !copy_text(options->proxy, &client->proxy)) {
        lzlhttp_client_free(client);
        return NULL;
    }
    set_options(client->multi, options);
    return client;
}

void lzlhttp_client_free(lzlhttp_client *client) {
    while (client->idle) {
        lzlhttp_exchange *exchange = client->idle;
        client->idle = exchange->next_idle;
        curl_easy_cleanup(exchange->easy);
        free(exchange);
    }
    if (client->multi) curl_multi_cleanup(client->multi);
    free(client->ca_file);
    free(client->proxy);
    free(client);
}

void lzlhttp_client_wake(lzlhttp_client *client) {
    curl_multi_wakeup(client->multi);
}

void lzlhttp_client_wait(lzlhttp_client *client, int32_t milliseconds) {
    curl_multi_poll(client->multi, NULL, 0, milliseconds, NULL);
}

void lzlhttp_client_perform(lzlhttp_client *client) {
    int running = 0;
    curl_multi_perform(client->multi, &running);
}

bool lzlhttp_client_next_done(lzlhttp_client *client, void **owner, int32_t *code) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(client->multi, &left))) {
        lzlhttp_exchange *exchange = NULL;
        if (message->msg != CURLMSG_DONE) continue;
        *code = (int32_t)message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&exchange);
        *owner = exchange->owner;
        if (message->data.result == CURLE_OK) exchange->may_leave_stream = false;
        return true;
    }
    return false;
}
