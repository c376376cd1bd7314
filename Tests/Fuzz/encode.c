/* A host that asks an encoder for what no picture is, and holds the plugin to the contract. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#define MAXIMUM_STEPS 4000000
#define MAXIMUM_SURFACE ((uint64_t)4 << 20)

/* One encoding. */
typedef struct {
    const lzl_encoder_api *api;
    lzl_encoder *encoder;
    rng *random;
    uint32_t format;
    uint32_t width;
    uint32_t height;
    uint32_t frame_count;
    buffer file;
    bool is_ended;
    outcome result;
} session;

static const uint32_t bytes_per_pixel[] = {0, 4, 4, 8, 1, 2, 2, 4};
static const uint32_t bytes_per_sample[] = {0, 1, 1, 2, 1, 1, 2, 1};

static void breaks(session *run, const char *rule)
{
    if (run->result.broken_rule == NULL) {
        run->result.broken_rule = rule;
    }
}

static uint32_t any(rng *random)
{
    static const uint32_t edges[] = {0, 1, 2, 9, 100, 255, 256, 65535, 65536, 0x7fffffff, 0x80000000, UINT32_MAX};
    return rng_one_in(random, 2) ? edges[rng_below(random, sizeof edges / sizeof *edges)] : (uint32_t)rng_next(random);
}

static bool create(session *run, const char *format)
{
    lzl_limits limits = {.struct_size = sizeof limits, .maximum_working_bytes = 64u << 20};
    if (rng_one_in(run->random, 16)) {
        limits.maximum_working_bytes = 1 + rng_below(run->random, 200000);
    }
    lzl_encoder_options options = {.struct_size = sizeof options, .limits = &limits};
    options.format = (lzl_bytes){(const uint8_t *)format, strlen(format)};
    if (rng_one_in(run->random, 2)) {
        options.quality = any(run->random);
        options.effort = any(run->random);
        options.chroma = any(run->random);
        options.flags = (uint32_t)rng_below(run->random, 8);
    }
    lzl_error error = {0};
    lzl_status status = run->api->create(run->api->context, &options, &run->encoder, &error);
    if (status != LZL_OK && (run->encoder != NULL || error.code != status)) {
        breaks(run, "create answers an error and sets it, and nothing else");
    }
    return status == LZL_OK;
}

/* Steps until the next call is wanted; false after the end and after an error. */
static bool pump(session *run)
{
    size_t capacity = rng_one_in(run->random, 2) ? 4096 : 4096 + rng_below(run->random, 100000);
    uint8_t *bytes = malloc(capacity);
    bool is_going = false;
    size_t stop = rng_one_in(run->random, 64) ? rng_below(run->random, 8) : MAXIMUM_STEPS;
    size_t count = 0;
    for (; count < stop; count++) {
        lzl_event event = {0};
        run->api->step(run->encoder, bytes, capacity, &event);
        if (event.kind == LZL_EVENT_OUTPUT) {
            uint64_t size = event.payload.output.byte_count;
            if (size == 0 || size > capacity) {
                breaks(run, "output fills the front of the buffer");
                break;
            }
            buffer_reserve(&run->file, run->file.size + size);
            memcpy(run->file.data + run->file.size, bytes, size);
            run->file.size += size;
        } else if (event.kind == LZL_EVENT_NEED_INPUT) {
            is_going = true;
            break;
        } else if (event.kind == LZL_EVENT_DONE) {
            run->is_ended = true;
            break;
        } else if (event.kind == LZL_EVENT_ERROR) {
            lzl_event again = {0};
            run->api->step(run->encoder, bytes, capacity, &again);
            if (again.kind != LZL_EVENT_ERROR || again.payload.error.code != event.payload.error.code) {
                breaks(run, "an error is told again");
            }
            break;
        } else if (event.kind != LZL_EVENT_CONTINUE && event.kind != LZL_EVENT_WARNING) {
            breaks(run, "an encoder has no such event");
            break;
        }
    }
    if (count == MAXIMUM_STEPS) {
        breaks(run, "steps lead to an end");
    }
    free(bytes);
    return is_going;
}

/* Bytes of their exact size, so that reading beyond them is seen; the caller frees them. */
static lzl_bytes make_bytes(rng *random)
{
    size_t size = rng_one_in(random, 3) ? rng_below(random, rng_one_in(random, 8) ? 200000 : 300) : 0;
    uint8_t *data = malloc(size > 0 ? size : 1);
    for (size_t i = 0; i < size; i++) {
        data[i] = (uint8_t)rng_next(random);
    }
    if (size >= 40 && rng_one_in(random, 2)) {
        static const char *const spaces[] = {"RGB ", "GRAY", "CMYK"};
        memcpy(data + 16, spaces[rng_below(random, 3)], 4);
        memcpy(data + 36, "acsp", 4);
    }
    if (size >= 4 && rng_one_in(random, 2)) {
        memcpy(data, "II*\0", 4);
    }
    return (lzl_bytes){data, size};
}

static uint32_t choose_side(rng *random)
{
    return rng_one_in(random, 12) ? any(random) : 1 + (uint32_t)rng_below(random, rng_one_in(random, 8) ? 600 : 70);
}

static bool begin(session *run)
{
    rng *random = run->random;
    lzl_encode_image image = {.struct_size = sizeof image};
    do {
        run->format = 1 + (uint32_t)rng_below(random, 7);
    } while ((run->api->formats & 1u << run->format) == 0);
    image.format = rng_one_in(random, 40) ? any(random) : run->format;
    image.width = run->width = choose_side(random);
    image.height = run->height = choose_side(random);
    image.frame_count = run->frame_count = rng_one_in(random, 3) ? 1 + (uint32_t)rng_below(random, 4) : 1;
    if (rng_one_in(random, 20)) {
        image.frame_count = run->frame_count = any(random);
    }
    image.play_count = any(random);
    image.flags = any(random);
    image.orientation = any(random);
    image.pixels_per_metre_x = any(random);
    image.pixels_per_metre_y = any(random);
    image.color.flags = any(random);
    image.color.rendering_intent = any(random);
    image.color.gamma = any(random);
    image.icc = make_bytes(random);
    image.exif = make_bytes(random);
    image.xmp = make_bytes(random);
    lzl_bytes texts[3] = {make_bytes(random), make_bytes(random), {0}};
    image.texts = texts;
    image.text_count = rng_one_in(random, 4) ? rng_below(random, 4) : 0;
    lzl_status status = run->api->begin(run->encoder, &image);
    free((void *)image.icc.data);
    free((void *)image.exif.data);
    free((void *)image.xmp.data);
    free((void *)texts[0].data);
    free((void *)texts[1].data);
    return status == LZL_OK;
}

/* Of the picture, of a part, or of none. */
static bool begin_frame(session *run, lzl_encode_frame *frame)
{
    rng *random = run->random;
    *frame = (lzl_encode_frame){.struct_size = sizeof *frame};
    frame->rectangle = (lzl_rectangle){0, 0, run->width, run->height};
    if (rng_one_in(random, 3)) {
        frame->rectangle.width = 1 + (uint32_t)rng_below(random, run->width);
        frame->rectangle.height = 1 + (uint32_t)rng_below(random, run->height);
        frame->rectangle.x = (uint32_t)rng_below(random, run->width - frame->rectangle.width + 1);
        frame->rectangle.y = (uint32_t)rng_below(random, run->height - frame->rectangle.height + 1);
    }
    if (rng_one_in(random, 16)) {
        frame->rectangle = (lzl_rectangle){any(random), any(random), any(random), any(random)};
    }
    frame->delay_numerator = any(random);
    frame->delay_denominator = any(random);
    frame->disposal = rng_one_in(random, 12) ? any(random) : (uint32_t)rng_below(random, 3);
    frame->blend = rng_one_in(random, 12) ? any(random) : (uint32_t)rng_below(random, 2);
    frame->flags = rng_one_in(random, 12) ? any(random) : 0;
    return run->api->frame(run->encoder, frame) == LZL_OK;
}

static void fill(rng *random, uint8_t *pixels, uint64_t size)
{
    bool is_flat = rng_one_in(random, 3);
    uint64_t colors = rng_one_in(random, 2) ? 1 + rng_below(random, 300) : 0;
    uint64_t value = rng_next(random);
    for (uint64_t i = 0; i < size; i++) {
        if (!is_flat) {
            value = colors > 0 ? i % colors * 37 : rng_next(random);
        }
        pixels[i] = (uint8_t)value;
    }
}

/* Rows in parts of any height, from memory that is gone when they are taken; false when there is no more to do. */
static bool give_rows(session *run, const lzl_rectangle *area)
{
    rng *random = run->random;
    for (uint64_t left = area->height; left > 0;) {
        uint64_t height = rng_one_in(random, 2) ? left : 1 + rng_below(random, left);
        uint64_t row = (uint64_t)area->width * bytes_per_pixel[run->format];
        uint64_t stride = row + bytes_per_sample[run->format] * rng_below(random, 5);
        uint64_t size = stride * (height - 1) + row;
        if (size > MAXIMUM_SURFACE || rng_one_in(random, 100)) {
            return false;
        }
        uint8_t *pixels = NULL;
        if (posix_memalign((void **)&pixels, 64, size) != 0) {
            abort();
        }
        fill(random, pixels, size);
        lzl_surface surface = {sizeof surface, run->format, pixels, size, area->width, (uint32_t)height, stride};
        if (rng_one_in(random, 16)) {
            lzl_surface small = surface;
            small.byte_length -= 1;
            if (run->api->rows(run->encoder, &small) != LZL_ERROR_INVALID_ARGUMENT) {
                breaks(run, "a surface that is too small is an invalid argument");
            }
        }
        bool is_taken = run->api->rows(run->encoder, &surface) == LZL_OK && pump(run);
        free(pixels);
        if (!is_taken) {
            return false;
        }
        left -= height;
    }
    return true;
}

/* All frames, or not all of them. */
static void encode(session *run)
{
    if (!begin(run)) {
        lzl_event event = {0};
        uint8_t bytes[4096];
        run->api->step(run->encoder, bytes, sizeof bytes, &event);
        return;
    }
    if (!pump(run)) {
        return;
    }
    run->result.is_past_header = true;
    for (uint32_t index = 0; index < run->frame_count; index++) {
        lzl_encode_frame frame;
        if (rng_one_in(run->random, 50) || !begin_frame(run, &frame) || !pump(run)) {
            break;
        }
        if (!give_rows(run, &frame.rectangle)) {
            return;
        }
    }
    if (run->api->finish(run->encoder) == LZL_OK) {
        pump(run);
    }
}

outcome drive_encoder(const lzl_encoder_api *api, const lzl_decoder_api *decoder, const char *format, rng *random)
{
    session run = {.api = api, .random = random};
    if (!create(&run, format)) {
        return run.result;
    }
    encode(&run);
    api->destroy(run.encoder);
    run.result.is_complete = run.is_ended;
    if (run.is_ended && run.result.broken_rule == NULL) {
        outcome read = drive(decoder, format, run.file.data, run.file.size, random);
        run.result.broken_rule = read.broken_rule;
    }
    free(run.file.data);
    return run.result;
}
