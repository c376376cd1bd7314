#define _GNU_SOURCE
#include "internal.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Bytes that curl reads at once. */
#define READ_BYTE_COUNT (64l << 10)

static const lzlhttp_events *events_of(const lzlhttp_exchange *exchange) {
    return &exchange->client->events;
}

/* Callbacks of curl. */

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
    lzlhttp_exchange *exchange = context;
    size_t length = size * count;
    if (length == 0) return 0;
    switch (events_of(exchange)->body(exchange->owner, (const uint8_t *)bytes, length)) {
    case LZLHTTP_TAKEN: return length;
    case LZLHTTP_PAUSE: return CURL_WRITEFUNC_PAUSE;
    default: return CURL_WRITEFUNC_ERROR;
    }
}

static size_t on_header(char *line, size_t size, size_t count, void *context) {
    lzlhttp_exchange *exchange = context;
    size_t length = size * count;
    return events_of(exchange)->header(exchange->owner, (const uint8_t *)line, length) ? length : CURL_WRITEFUNC_ERROR;
}

static uint32_t flags_of(const lzlhttp_exchange *exchange) {
    return exchange->client->proxy ? LZL_ADDRESS_PROXY : 0;
}

static bool read_address(const struct sockaddr *from, lzl_address *out) {
    if (from->sa_family == AF_INET) {
        const struct sockaddr_in *address = (const void *)from;
        out->family = LZL_ADDRESS_IPV4;
        memcpy(out->bytes, &address->sin_addr, 4);
        out->port = ntohs(address->sin_port);
    } else if (from->sa_family == AF_INET6) {
        const struct sockaddr_in6 *address = (const void *)from;
        out->family = LZL_ADDRESS_IPV6;
        memcpy(out->bytes, &address->sin6_addr, 16);
        out->port = ntohs(address->sin6_port);
        out->scope = address->sin6_scope_id;
    } else {
        return false;
    }
    return true;
}

/* Before each address is tried. */
static curl_socket_t on_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *to) {
    lzlhttp_exchange *exchange = context;
    lzl_address address = {.flags = flags_of(exchange)};
    if (purpose != CURLSOCKTYPE_IPCXN || !read_address(&to->addr, &address)) return CURL_SOCKET_BAD;
    if (!events_of(exchange)->connect(exchange->owner, &address)) return CURL_SOCKET_BAD;
    return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

static bool parse_address(const char *text, int port, lzl_address *out) {
    out->port = (uint32_t)port;
    out->family = LZL_ADDRESS_IPV4;
    if (inet_pton(AF_INET, text, out->bytes) == 1) return true;
    out->family = LZL_ADDRESS_IPV6;
    return inet_pton(AF_INET6, text, out->bytes) == 1;
}

static bool may_reuse(lzlhttp_exchange *exchange, const char *text, int port) {
    long made = 0;
    curl_easy_getinfo(exchange->easy, CURLINFO_NUM_CONNECTS, &made);
    if (made > 0) return true;
    exchange->is_reusing = true;
    lzl_address address = {.flags = flags_of(exchange) | LZL_ADDRESS_REUSED};
    return parse_address(text, port, &address) && events_of(exchange)->connect(exchange->owner, &address);
}

/* Before the request goes over a connection, whoever opened it. */
static int on_ready(void *context, char *remote, char *local, int remote_port, int local_port) {
    lzlhttp_exchange *exchange = context;
    (void)local;
    (void)local_port;
    bool may = may_reuse(exchange, remote, remote_port) && events_of(exchange)->ready(exchange->owner);
    return may ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

/* Options. */

static void set_callbacks(CURL *easy, lzlhttp_exchange *exchange) {
    curl_easy_setopt(easy, CURLOPT_PRIVATE, exchange);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, exchange->message);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, exchange);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, exchange);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_open_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, exchange);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, on_ready);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, exchange);
}

static void set_request(
    lzlhttp_exchange *exchange, const lzlhttp_plan *plan, lzlhttp_times times, bool decodes_content) {
    CURL *easy = exchange->easy;
    bool asks_proxy = exchange->client->proxy && !plan->is_secure;
    curl_easy_setopt(easy, CURLOPT_CURLU, plan->url);
    curl_easy_setopt(easy, CURLOPT_REQUEST_TARGET, asks_proxy ? plan->absolute_target : plan->target);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1l);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, plan->fields);
    if (lzlhttp_plan_has_no_body(plan)) {
        curl_easy_setopt(easy, CURLOPT_NOBODY, 1l);
    } else {
        curl_easy_setopt(easy, CURLOPT_HTTPGET, 1l);
        if (strcmp(plan->method, "GET") != 0) curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, plan->method);
    }
    /* All codings that this libcurl decodes. */
    if (decodes_content) curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)times.connect);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)times.whole);
}

static void set_manners(CURL *easy) {
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1l);
    /* Or a cancel waits for the name to be resolved. */
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1l);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0l);
    curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0l);
    curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1l);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1l);
    curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, READ_BYTE_COUNT);
}

/* Requests wait for each other's connection only where it may turn out to serve all of them: without TLS they
 * would wait for the first one's response. */
static void set_version(lzlhttp_exchange *exchange, const lzlhttp_plan *plan) {
    bool may_share = exchange->client->options.offers_http2 && plan->is_secure;
    long version = may_share ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1;
    curl_easy_setopt(exchange->easy, CURLOPT_HTTP_VERSION, version);
    curl_easy_setopt(exchange->easy, CURLOPT_PIPEWAIT, (long)may_share);
    exchange->may_leave_stream = may_share;
}

static void set_trust(CURL *easy, const lzlhttp_client *client) {
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1l);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2l);
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (client->ca_file) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, client->ca_file);
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    /* An empty text switches the environment's off. */
    curl_easy_setopt(easy, CURLOPT_PROXY, client->proxy ? client->proxy : "");
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "");
}

/* Their lives. */

static lzlhttp_exchange *take(lzlhttp_client *client) {
    lzlhttp_exchange *exchange = client->idle;
    if (exchange) {
        client->idle = exchange->next_idle;
        client->idle_count--;
        return exchange;
    }
    exchange = calloc(1, sizeof *exchange);
    if (!exchange) return NULL;
    exchange->client = client;
    exchange->easy = curl_easy_init();
    if (exchange->easy) return exchange;
    free(exchange);
    return NULL;
}

static void give(lzlhttp_exchange *exchange) {
    lzlhttp_client *client = exchange->client;
    if (client->idle_count >= client->options.connections) {
        curl_easy_cleanup(exchange->easy);
        free(exchange);
        return;
    }
    curl_easy_reset(exchange->easy);
    exchange->owner = NULL;
    exchange->is_reusing = false;
    exchange->message[0] = 0;
    exchange->next_idle = client->idle;
    client->idle = exchange;
    client->idle_count++;
}

lzlhttp_exchange *lzlhttp_exchange_start(
    lzlhttp_client *client, const lzlhttp_plan *plan, lzlhttp_times times, bool decodes_content, void *owner) {
    lzlhttp_exchange *exchange = take(client);
    if (!exchange) return NULL;
    exchange->owner = owner;
    set_callbacks(exchange->easy, exchange);
    set_manners(exchange->easy);
    set_version(exchange, plan);
    set_trust(exchange->easy, client);
    set_request(exchange, plan, times, decodes_content);
    if (curl_multi_add_handle(client->multi, exchange->easy) == CURLM_OK) return exchange;
    give(exchange);
    return NULL;
}

/* Whether the frame that ends a stream of HTTP/2 waits for the next use of its connection (curl's issue 17611): the
 * server would go on with what nobody wants any more. */
static bool holds_resets_back(void) {
    unsigned version = curl_version_info(CURLVERSION_NOW)->version_num;
    return version >= 0x075800 && version < 0x080f00;
}

void lzlhttp_exchange_end(lzlhttp_exchange *exchange) {
    /* Closes a connection that nobody else uses; where others do, the frame goes with the next bytes that come. */
    if (exchange->may_leave_stream && holds_resets_back()) curl_easy_setopt(exchange->easy, CURLOPT_FORBID_REUSE, 1l);
    curl_multi_remove_handle(exchange->client->multi, exchange->easy);
    give(exchange);
}

int32_t lzlhttp_exchange_resume(lzlhttp_exchange *exchange) {
    return (int32_t)curl_easy_pause(exchange->easy, CURLPAUSE_CONT);
}

bool lzlhttp_exchange_is_reusing(const lzlhttp_exchange *exchange) {
    return exchange->is_reusing;
}

bool lzlhttp_exchange_repeat(lzlhttp_exchange *exchange) {
    curl_multi_remove_handle(exchange->client->multi, exchange->easy);
    curl_easy_setopt(exchange->easy, CURLOPT_FRESH_CONNECT, 1l);
    exchange->is_reusing = false;
    exchange->message[0] = 0;
    return curl_multi_add_handle(exchange->client->multi, exchange->easy) == CURLM_OK;
}

const char *lzlhttp_exchange_message(const lzlhttp_exchange *exchange) {
    return exchange->message;
}
