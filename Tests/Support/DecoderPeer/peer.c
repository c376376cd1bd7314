#define _GNU_SOURCE
#include "peer.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes that the decoder was given and may still read. */
struct chunk {
    struct chunk *next;
    uint64_t size;
    uint32_t flags;
    uint8_t bytes[];
};

struct peer {
    const lzl_decoder_api *api;
    lzl_bytes format;
    lzl_decoder *decoder;
    struct chunk *chunks;
    void *memory;
    size_t memory_size;
};

static void drop_chunks(struct peer *peer, uint32_t kept_flags) {
    struct chunk **place = &peer->chunks;
    while (*place) {
        struct chunk *chunk = *place;
        if (chunk->flags & kept_flags) {
            place = &chunk->next;
            continue;
        }
        *place = chunk->next;
        /* So that a decoder which reads on reads something else. */
        memset(chunk->bytes, 0xEE, chunk->size);
        free(chunk);
    }
}

/* From here on a write to the surface ends this process. */
static void drop_memory(struct peer *peer) {
    if (peer->memory) munmap(peer->memory, peer->memory_size);
    peer->memory = NULL;
}

static void create(struct peer *peer, const wire_request *request, wire_answer *answer) {
    lzl_decoder_options options = {.struct_size = sizeof options, .format = peer->format, .limits = &request->limits};
    answer->status = peer->api->create(peer->api->context, &options, &peer->decoder, &answer->event.payload.error);
}

static void feed(struct peer *peer, const wire_request *request, struct chunk *chunk, wire_answer *answer) {
    lzl_chunk given = {
        .struct_size = sizeof given, .flags = request->flags, .bytes = {chunk->bytes, request->payload_size}};
    chunk->size = request->payload_size;
    chunk->flags = request->flags;
    chunk->next = peer->chunks;
    peer->chunks = chunk;
    answer->status = peer->api->feed(peer->decoder, &given);
}

static void step(struct peer *peer, const wire_request *request, wire_answer *answer) {
    lzl_step asked = {.struct_size = sizeof asked, .flags = request->flags};
    lzl_event *event = &answer->event;
    peer->api->step(peer->decoder, &asked, event);
    int is_refused = event->kind == LZL_EVENT_ERROR && event->payload.error.code == LZL_ERROR_INVALID_STATE;
    int ends = (event->kind == LZL_EVENT_ERROR && !is_refused) || event->kind == LZL_EVENT_DONE;
    if (event->kind == LZL_EVENT_NEED_INPUT || ends) drop_chunks(peer, LZL_CHUNK_STABLE);
    if (event->kind == LZL_EVENT_FRAME_DONE || ends) drop_memory(peer);
}

/* All of the descriptor's memory; NULL when that is less than the surface says. */
static void *map(int descriptor, uint64_t needed, size_t *size) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || (uint64_t)status.st_size < needed) return NULL;
    *size = (size_t)status.st_size;
    void *memory = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

static lzl_status set_surface(struct peer *peer, lzl_surface surface, int descriptor) {
    size_t size = 0;
    surface.pixels = NULL;
    if (descriptor < 0) return peer->api->set_surface(peer->decoder, &surface);
    surface.pixels = map(descriptor, surface.byte_length, &size);
    close(descriptor);
    /* Without this it would count as pixels that nobody wants. */
    if (!surface.pixels) return LZL_ERROR_INVALID_ARGUMENT;
    lzl_status status = peer->api->set_surface(peer->decoder, &surface);
    if (status != LZL_OK) {
        munmap(surface.pixels, size);
        return status;
    }
    peer->memory = surface.pixels;
    peer->memory_size = size;
    return status;
}

static uint8_t *metadata(struct peer *peer, const wire_request *request, wire_answer *answer) {
    uint8_t *bytes = malloc(request->capacity + 1);
    if (!bytes) return NULL;
    answer->value = peer->api->metadata(
        peer->decoder, request->metadata_kind, request->metadata_index, bytes, request->capacity);
    answer->payload_size = answer->value <= request->capacity ? answer->value : 0;
    return bytes;
}

/* In kilobytes, as Linux counts. */
static uint64_t most_address_space(void) {
    FILE *file = fopen("/proc/self/status", "re");
    char line[128];
    unsigned long long kilobytes = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "VmPeak: %llu kB", &kilobytes) == 1) break;
    }
    if (file) fclose(file);
    return kilobytes;
}

static void count_memory(wire_answer *answer) {
    struct mallinfo2 info = mallinfo2();
    answer->value = info.uordblks + info.hblkhd;
    answer->peak = most_address_space() * 1024;
}

static void end_decoder(struct peer *peer) {
    if (peer->decoder) peer->api->destroy(peer->decoder);
    peer->decoder = NULL;
    drop_memory(peer);
    drop_chunks(peer, 0);
}

static void rewind_decoder(struct peer *peer, wire_answer *answer) {
    answer->status = peer->api->rewind(peer->decoder);
    drop_memory(peer);
    drop_chunks(peer, 0);
}

static int answer(struct peer *peer, const wire_request *request, struct chunk *chunk, int descriptor) {
    wire_answer reply = {0};
    uint8_t *payload = NULL;
    switch (request->kind) {
    case WIRE_CREATE: create(peer, request, &reply); break;
    case WIRE_FEED: feed(peer, request, chunk, &reply); break;
    case WIRE_STEP: step(peer, request, &reply); break;
    case WIRE_CONFIGURE: reply.status = peer->api->configure(peer->decoder, &request->config); break;
    case WIRE_SURFACE: reply.status = set_surface(peer, request->surface, descriptor); break;
    case WIRE_METADATA: payload = metadata(peer, request, &reply); break;
    case WIRE_REWIND: rewind_decoder(peer, &reply); break;
    case WIRE_DESTROY: end_decoder(peer); break;
    case WIRE_MEMORY: count_memory(&reply); break;
    default: reply.status = LZL_ERROR_INVALID_ARGUMENT;
    }
    int failure = wire_send(WIRE_PEER_SOCKET, &reply, sizeof reply, -1);
    if (!failure && payload) failure = wire_send(WIRE_PEER_SOCKET, payload, reply.payload_size, -1);
    free(payload);
    return failure;
}

static struct chunk *receive_chunk(const wire_request *request) {
    if (request->kind != WIRE_FEED) return NULL;
    struct chunk *chunk = malloc(sizeof *chunk + request->payload_size);
    if (chunk && wire_receive(WIRE_PEER_SOCKET, chunk->bytes, request->payload_size, NULL, -1) == 0) return chunk;
    free(chunk);
    return NULL;
}

int peer_serve(const lzl_decoder_api *api, const char *format) {
    struct peer peer = {.api = api, .format = {(const uint8_t *)format, strlen(format)}};
    wire_request request;
    int descriptor = -1;
    while (wire_receive(WIRE_PEER_SOCKET, &request, sizeof request, &descriptor, -1) == 0) {
        struct chunk *chunk = receive_chunk(&request);
        if (request.kind == WIRE_FEED && !chunk) break;
        if (request.kind != WIRE_CREATE && request.kind != WIRE_MEMORY && !peer.decoder) break;
        if (answer(&peer, &request, chunk, descriptor) != 0) break;
        descriptor = -1;
    }
    end_decoder(&peer);
    return 0;
}
