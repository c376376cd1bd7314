/*
 * How a decoder is called in another process: requests go out over a stream socket, one answer comes
 * back for each. Heads are fixed structs; bytes of any length follow them. Both ends are of one build.
 */
#ifndef DECODER_WIRE_H
#define DECODER_WIRE_H

#include <lazuli/lazuli.h>

#define WIRE_CREATE 1u
#define WIRE_FEED 2u
#define WIRE_STEP 3u
#define WIRE_CONFIGURE 4u
/** The surface's memory comes along as a descriptor; without one there are no pixels. */
#define WIRE_SURFACE 5u
#define WIRE_METADATA 6u
#define WIRE_REWIND 7u
#define WIRE_DESTROY 8u
/** Asks what the peer has allocated so far. */
#define WIRE_MEMORY 9u

/** The descriptor on which the peer finds its socket. */
#define WIRE_PEER_SOCKET 3

typedef struct wire_request {
    uint32_t kind;
    /** Of the chunk or the step. */
    uint32_t flags;
    /** Bytes behind this head: those of a chunk. */
    uint64_t payload_size;
    uint32_t metadata_kind;
    uint32_t metadata_index;
    uint64_t capacity;
    lzl_limits limits;
    lzl_decode_config config;
    /** `pixels` means nothing here. */
    lzl_surface surface;
} wire_request;

typedef struct wire_answer {
    lzl_status status;
    uint32_t reserved;
    /** Bytes behind this head: those of metadata. */
    uint64_t payload_size;
    /** The size of metadata; for WIRE_MEMORY bytes that are allocated. */
    uint64_t value;
    /** For WIRE_MEMORY: the most address space that was ever used. */
    uint64_t peak;
    /** Of a step; for WIRE_CREATE its error. */
    lzl_event event;
} wire_answer;

/** Both ends of a connection; 0 or an errno. */
int wire_pair(int ends[2]);

/** Sends all of it, with a descriptor unless that is negative; 0 or an errno. */
int wire_send(int socket, const void *bytes, size_t size, int descriptor);

/**
 * Receives exactly `size` bytes, waiting for each part up to `milliseconds` (negative: for ever).
 * 0 or an errno: ECONNRESET when the other end is gone, ETIMEDOUT. A descriptor that comes along goes
 * to `*descriptor`, which is left alone otherwise.
 */
int wire_receive(int socket, void *bytes, size_t size, int *descriptor, int milliseconds);

/** Memory to be shared, of exactly this size for ever; a descriptor, or -1 and errno. */
int wire_memory(size_t size);

/** A descriptor that becomes readable when the process ends, or -1 and errno. */
int wire_process(int32_t identifier);

#endif
