/*
 * Transports: from a URL to a response and its body. A transport decides no policy and follows no
 * redirect: a 3xx is an ordinary response, and every connection is put to the host.
 *
 *     create ─┬─ open ── sink: connect? … response … data … done ── release
 *             ├─ open ── …                                             (many at once)
 *             └─ destroy
 *
 * One loop serves all transfers of a transport; there is no thread for each.
 */
#ifndef LAZULI_TRANSPORT_H
#define LAZULI_TRANSPORT_H

#include "base.h"
#include "error.h"
#include "settings.h"

LZL_BEGIN

/** Id of lzl_transport_api; its `name` is a scheme. */
#define LZL_TRANSPORT "lzl.transport/1"

/** One transport of one pipeline: its connections and its loop. */
typedef struct lzl_transport lzl_transport;
/** One request under way. */
typedef struct lzl_transfer lzl_transfer;

/** For `create`; valid until it returns. */
typedef struct lzl_transport_options {
    uint32_t struct_size;
    uint32_t reserved;
    lzl_settings settings;
} lzl_transport_options;

/** A header field, without the colon. Frozen. */
typedef struct lzl_field {
    lzl_bytes name;
    lzl_bytes value;
} lzl_field;

/**
 * A URL, parsed once by the engine (WHATWG URL Standard) and serialised: a transport does not parse
 * it again. All parts are still percent-encoded. Frozen.
 */
typedef struct lzl_url {
    /** The whole, without user name, password and fragment. */
    lzl_bytes href;
    /** Lower case, without the colon. */
    lzl_bytes scheme;
    /** ASCII; an IPv6 address in brackets. */
    lzl_bytes host;
    /** With its "/" in front; for an opaque URL ("data:…") all behind the colon. */
    lzl_bytes path;
    /** Without the "?"; see has_query. */
    lzl_bytes query;
    /** The port, the scheme's default included; 0 when the scheme has none. */
    uint32_t port;
    /** 1 when there is a "?", also with nothing behind it. */
    uint32_t has_query;
} lzl_url;

/**
 * `lzl_request.flags`: the transport may ask for compressed content codings, and delivers the body
 * decoded, without the fields Content-Encoding and Content-Length then. Without it, bodies are
 * delivered as they come.
 */
#define LZL_REQUEST_DECODE_CONTENT 1u

/* `lzl_request.priority`; any number in between is legal too. */
#define LZL_PRIORITY_LOW 64u
#define LZL_PRIORITY_NORMAL 128u
#define LZL_PRIORITY_HIGH 192u

/** For `open`; valid until it returns. */
typedef struct lzl_request {
    uint32_t struct_size;
    /** LZL_REQUEST_… */
    uint32_t flags;
    lzl_url url;
    /** "GET" for images. */
    lzl_bytes method;
    /** All of them, User-Agent and Accept included; the transport adds only what its protocol needs. */
    const lzl_field *fields;
    uint64_t field_count;
    /** The whole of the body, decoded, at the most (LZL_LIMIT_ENCODED_BYTES); LZL_UNLIMITED to switch it off, 0: a careful one of the transport's own. */
    uint64_t maximum_byte_count;
    /** Milliseconds until a connection stands; 0: the transport's default. */
    uint32_t connect_timeout;
    /** Milliseconds for the request from when it leaves the transport's queue, LZL_UNLIMITED_32 to switch it off; 0: the transport's default. */
    uint32_t timeout;
    /** LZL_ERROR_STALLED below so many bytes in a second … */
    uint32_t stall_bytes_per_second;
    /** … for so many milliseconds; 0: never. Time in which the sink has paused does not count. */
    uint32_t stall_duration;
    /** LZL_PRIORITY_…: higher goes first where requests wait for each other. */
    uint32_t priority;
    uint32_t reserved;
} lzl_request;

#define LZL_ADDRESS_IPV4 1u
#define LZL_ADDRESS_IPV6 2u
#define LZL_ADDRESS_LOCAL 3u

/** `lzl_address.flags`: a connection that stands already is used again. */
#define LZL_ADDRESS_REUSED 1u
/** It is a proxy's; the target's own address is not known. */
#define LZL_ADDRESS_PROXY 2u

/** The other end of a connection. Frozen. */
typedef struct lzl_address {
    /** LZL_ADDRESS_… */
    uint32_t family;
    uint32_t flags;
    /** In network order; IPv4 in the first four. */
    uint8_t bytes[16];
    uint32_t port;
    /** The zone of an IPv6 address, 0 when it has none. */
    uint32_t scope;
} lzl_address;

/** `lzl_response.flags`: only the end of the connection ends the body; whether it is whole is not known. */
#define LZL_RESPONSE_ENDS_BY_CLOSE 1u

/** The head of a response; valid until the call returns. */
typedef struct lzl_response {
    uint32_t struct_size;
    /** HTTP's status; 0 when the protocol has none, and the body is what was asked for. */
    uint32_t status;
    /** In the order of the wire, repeated ones apart, values trimmed; without HTTP/2's pseudo-fields. */
    const lzl_field *fields;
    uint64_t field_count;
    /** Bytes of the body as delivered, LZL_UNKNOWN when not known (or when it will be decompressed). */
    uint64_t expected_byte_count;
    /** Changes whenever the bytes under the URL change (a file's device, inode, size, modification time); of size 0 when there is no such thing. */
    lzl_bytes identity;
    /** HTTP's version as major · 10 + minor: 10, 11, 20, 30; 0 for other protocols. */
    uint32_t protocol_version;
    /** LZL_RESPONSE_… */
    uint32_t flags;
} lzl_response;

/**
 * A piece of a body. Whoever owns it calls `release(owner)` once, from any thread, also from within
 * `data` and when transfer and transport are gone; until then the bytes stay. Frozen.
 */
typedef struct lzl_body {
    lzl_bytes bytes;
    void *owner;
    /** NULL only for bytes which stay for as long as the process lives. [thread-safe] [must-not-block] */
    void (*release)(void *owner);
} lzl_body;

/* Answers of `lzl_sink.connect`. */
#define LZL_CONNECT_ALLOW 0
/** The transfer ends with LZL_ERROR_DENIED; not a byte is sent. */
#define LZL_CONNECT_DENY 1

/* Answers of `lzl_sink.data`. */
/** Taken: the chunk is the sink's. */
#define LZL_DATA_ACCEPT 0
/** Not taken: the body goes on with the same byte after `unpause`; chunks may be cut differently then. */
#define LZL_DATA_PAUSE 1
/** Not taken: the transfer ends with LZL_ERROR_CANCELLED. */
#define LZL_DATA_ABORT 2

/**
 * Where a transfer goes. Calls for one transfer never overlap and come from a thread of the
 * transport, never from within a function of its table. A sink may call `unpause`, `cancel`,
 * `set_priority` and, in `done`, `release`. Everything the sink is handed is valid until it returns,
 * but for a body that it accepts. [must-not-block]
 */
typedef struct lzl_sink {
    uint32_t struct_size;
    uint32_t reserved;
    /** Handed back to the functions below; used until `done` has returned. */
    void *context;
    /**
     * Asks for a connection: for each address before it is tried, and before the first byte of this
     * transfer goes over a connection which stands already, whoever opened it. One
     * LZL_CONNECT_DENY ends the transfer. A transport which connects to nothing (file, data) does not
     * call it. Answers LZL_CONNECT_….
     */
    int32_t (*connect)(void *context, lzl_transfer *transfer, const lzl_address *address);
    /** The head; once, before the first data. Informational (1xx) responses are not reported. */
    void (*response)(void *context, lzl_transfer *transfer, const lzl_response *response);
    /** A piece of the body, at least one byte. Answers LZL_DATA_…. */
    int32_t (*data)(void *context, lzl_transfer *transfer, const lzl_body *body);
    /**
     * The end: exactly once, the last call of all. `error` is NULL when the whole body was delivered;
     * fewer bytes than were announced are LZL_ERROR_CONNECTION_LOST.
     */
    void (*done)(void *context, lzl_transfer *transfer, const lzl_error *error);
} lzl_sink;

/** The functions of a transport. Frozen. */
typedef struct lzl_transport_api {
    /** Handed back to `create`. */
    void *context;

    /** Makes a transport, once for each pipeline and table; `*out` is set if and only if the answer is LZL_OK, `*error` if not. [thread-safe] [must-not-block] */
    lzl_status (*create)(void *context, const lzl_transport_options *options, lzl_transport **out, lzl_error *error);

    /**
     * Starts a request. On LZL_OK `done` will come; the sink may be called before `open` has returned.
     * Otherwise `*error` is set and the sink is never called. The sink struct is copied.
     * [thread-safe] [must-not-block]
     */
    lzl_status (*open)(lzl_transport *transport, const lzl_request *request, const lzl_sink *sink, lzl_transfer **out, lzl_error *error);

    /**
     * Goes on after LZL_DATA_PAUSE. May come before the call that answered PAUSE has returned, and
     * is not lost then; does nothing when the transfer is not paused, nor after `done`.
     * [thread-safe] [must-not-block]
     */
    void (*unpause)(lzl_transfer *transfer);

    /**
     * Ends the transfer soon: `done` comes with LZL_ERROR_CANCELLED unless it was under way already.
     * Does nothing after `done`. [thread-safe] [must-not-block]
     */
    void (*cancel)(lzl_transfer *transfer);

    /** Changes the priority of a request under way. [thread-safe] [must-not-block] */
    void (*set_priority)(lzl_transfer *transfer, uint32_t priority);

    /** Gives the handle back: no call uses it from now on. Cancels what is not done. [thread-safe] [must-not-block] */
    void (*release)(lzl_transfer *transfer);

    /**
     * Cancels all that is not done, waits until each `done` has returned, and ends the transport. Not
     * from within a sink's function, nor beside `open`. Handles not released yet stay legal: `release`
     * ends them, the other functions do nothing. [instance-thread] [may-block]
     */
    void (*destroy)(lzl_transport *transport);
} lzl_transport_api;

LZL_END

#endif
