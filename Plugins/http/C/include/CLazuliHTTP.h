/*
 * libcurl as the loop of the HTTP transport wants it: its calls take variable arguments, which Swift does
 * not import, and its callbacks speak of curl's types.
 *
 * A client is a multi handle with its options; a plan is a request before it runs; an exchange is an easy
 * handle that runs one. All but lzlhttp_client_wake and the plan's functions belong to the loop's thread.
 */
#ifndef CLAZULI_HTTP_H
#define CLAZULI_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lazuli/lazuli.h>

#define LZLHTTP_HIDDEN __attribute__((visibility("hidden")))

typedef struct lzlhttp_client lzlhttp_client;
typedef struct lzlhttp_plan lzlhttp_plan;
typedef struct lzlhttp_exchange lzlhttp_exchange;

/* Answers of `lzlhttp_events.body`. */
#define LZLHTTP_TAKEN 0
#define LZLHTTP_PAUSE 1
#define LZLHTTP_FAIL 2

/** What happens to an exchange, within lzlhttp_client_perform and lzlhttp_exchange_resume; `owner` is that of its start. */
typedef struct lzlhttp_events {
    /** Whether a connection may be made, or used again. */
    bool (*connect)(void *owner, const lzl_address *address);
    /** The connection stands and the request is about to be sent; false ends it. */
    bool (*ready)(void *owner);
    /** A line of a header, with its line end; false ends the exchange. */
    bool (*header)(void *owner, const uint8_t *line, size_t count);
    /** A piece of the body, all of it or nothing. */
    int32_t (*body)(void *owner, const uint8_t *bytes, size_t count);
} lzlhttp_events;

/** Zero and NULL leave a thing as it is by default. */
typedef struct lzlhttp_options {
    uint32_t connections;
    uint32_t connections_per_host;
    bool offers_http2;
    const char *ca_file;
    const char *proxy;
} lzlhttp_options;

/** NULL without memory, or when libcurl cannot be used. */
LZLHTTP_HIDDEN lzlhttp_client *lzlhttp_client_make(const lzlhttp_options *options, const lzlhttp_events *events);
/** All exchanges have been ended before. */
LZLHTTP_HIDDEN void lzlhttp_client_free(lzlhttp_client *client);
/** Ends a wait, or the next one if there is none. Thread-safe. */
LZLHTTP_HIDDEN void lzlhttp_client_wake(lzlhttp_client *client);
/** Waits for the network, at the most so long. */
LZLHTTP_HIDDEN void lzlhttp_client_wait(lzlhttp_client *client, int32_t milliseconds);
/** Does all that can be done without waiting. */
LZLHTTP_HIDDEN void lzlhttp_client_perform(lzlhttp_client *client);
/** The owner of an exchange that has come to its end, with curl's code; false when there is none. */
LZLHTTP_HIDDEN bool lzlhttp_client_next_done(lzlhttp_client *client, void **owner, int32_t *code);

/** Answers LZL_OK, LZL_ERROR_INVALID_ARGUMENT or LZL_ERROR_OUT_OF_MEMORY. Thread-safe. */
LZLHTTP_HIDDEN int32_t lzlhttp_plan_make(
    const lzl_url *url, lzl_bytes method, const lzl_field *fields, uint64_t field_count, lzlhttp_plan **out);
LZLHTTP_HIDDEN void lzlhttp_plan_free(lzlhttp_plan *plan);
LZLHTTP_HIDDEN bool lzlhttp_plan_has_no_body(const lzlhttp_plan *plan);
/** Whether it asks for something and changes nothing. */
LZLHTTP_HIDDEN bool lzlhttp_plan_is_safe(const lzlhttp_plan *plan);

/** Milliseconds; 0 is unlimited. */
typedef struct lzlhttp_times {
    uint32_t connect;
    uint32_t whole;
} lzlhttp_times;

/** Starts what is planned; the plan stays until the exchange has ended. NULL without memory. */
LZLHTTP_HIDDEN lzlhttp_exchange *lzlhttp_exchange_start(
    lzlhttp_client *client, const lzlhttp_plan *plan, lzlhttp_times times, bool decodes_content, void *owner);
/** Ends it wherever it is; not from within an event. */
LZLHTTP_HIDDEN void lzlhttp_exchange_end(lzlhttp_exchange *exchange);
/** Goes on after LZLHTTP_PAUSE; answers curl's code. */
LZLHTTP_HIDDEN int32_t lzlhttp_exchange_resume(lzlhttp_exchange *exchange);
/**
 * Whether the request went over a connection that stood already. What fails then, before a response, may be the
 * fault of what was left over on it.
 */
LZLHTTP_HIDDEN bool lzlhttp_exchange_is_reusing(const lzlhttp_exchange *exchange);
/** Starts it once more, over a new connection; not from within an event. False without memory. */
LZLHTTP_HIDDEN bool lzlhttp_exchange_repeat(lzlhttp_exchange *exchange);
/** What curl says of its failure, for people; may be empty. */
LZLHTTP_HIDDEN const char *lzlhttp_exchange_message(const lzlhttp_exchange *exchange);
/** What a code of curl means in general. */
LZLHTTP_HIDDEN const char *lzlhttp_code_message(int32_t code);
/** The lzl_error code for a code of curl. */
LZLHTTP_HIDDEN int32_t lzlhttp_error_of(int32_t code);
/** Whether the code says that an HTTP/2 stream or connection ended as it should not. */
LZLHTTP_HIDDEN bool lzlhttp_is_stream_end(int32_t code);

#endif
