#include "faults.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#define FIRST_CAPACITY (size_t)65536

struct lzljpeg_writer {
    struct jpeg_compress_struct library;
    lzljpeg_faults faults;
    struct jpeg_destination_mgr destination;
    uint8_t *bytes;
    size_t capacity;
    /* Set when samples have to be inverted first. */
    JSAMPROW flipped_row;
};

#define CATCH(writer) \
    if (setjmp((writer)->faults.escape)) return LZLJPEG_FAILED

static size_t byte_count(const lzljpeg_writer *writer) {
    return writer->capacity - writer->destination.free_in_buffer;
}

/* Called when the buffer is full; free_in_buffer is not up to date then. */
static boolean grow(j_compress_ptr library) {
    lzljpeg_writer *writer = library->client_data;
    size_t used = writer->capacity;
    size_t larger = used == 0 ? FIRST_CAPACITY : used * 2;
    uint8_t *bytes = larger > used ? realloc(writer->bytes, larger) : NULL;
    if (!bytes) ERREXIT1(library, JERR_OUT_OF_MEMORY, 0);
    writer->bytes = bytes;
    writer->capacity = larger;
    writer->destination.next_output_byte = bytes + used;
    writer->destination.free_in_buffer = larger - used;
    return TRUE;
}

static void init_destination(j_compress_ptr library) {
    lzljpeg_writer *writer = library->client_data;
    if (writer->capacity == 0) grow(library);
}

static void term_destination(j_compress_ptr library) { (void)library; }

static int begin(lzljpeg_writer *writer) {
    CATCH(writer);
    jpeg_create_compress(&writer->library);
    writer->library.client_data = writer;
    writer->library.dest = &writer->destination;
    return LZLJPEG_READY;
}

lzljpeg_writer *lzljpeg_writer_create(void) {
    lzljpeg_writer *writer = calloc(1, sizeof *writer);
    if (!writer) return NULL;
    writer->library.err = lzljpeg_faults_begin(&writer->faults);
    writer->destination.init_destination = init_destination;
    writer->destination.empty_output_buffer = grow;
    writer->destination.term_destination = term_destination;
    if (begin(writer) == LZLJPEG_READY) return writer;
    lzljpeg_writer_destroy(writer);
    return NULL;
}

void lzljpeg_writer_destroy(lzljpeg_writer *writer) {
    if (!writer) return;
    if (!setjmp(writer->faults.escape)) jpeg_destroy_compress(&writer->library);
    free(writer->bytes);
    free(writer);
}

static void set_colors(struct jpeg_compress_struct *library, const lzljpeg_output *output) {
    switch (output->format) {
    case LZL_FORMAT_GRAY8:
        library->input_components = 1;
        library->in_color_space = JCS_GRAYSCALE;
        break;
    case LZL_FORMAT_CMYK8:
        library->input_components = 4;
        library->in_color_space = JCS_CMYK;
        break;
    default:
        library->input_components = 4;
        library->in_color_space = JCS_EXT_RGBX;
        break;
    }
    jpeg_set_defaults(library);
    if (output->format == LZL_FORMAT_CMYK8) jpeg_set_colorspace(library, JCS_YCCK);
}

/* Luminance and black are sampled at every pixel, the two of colour at every few. */
static void set_chroma(struct jpeg_compress_struct *library, const lzljpeg_output *output) {
    for (int index = 0; index < library->num_components; index++) {
        bool is_full = (index == 0 || index == 3) && library->num_components > 1;
        library->comp_info[index].h_samp_factor = is_full ? output->chroma_width : 1;
        library->comp_info[index].v_samp_factor = is_full ? output->chroma_height : 1;
    }
}

static void set_up(lzljpeg_writer *writer, const lzljpeg_output *output) {
    struct jpeg_compress_struct *library = &writer->library;
    library->image_width = output->width;
    library->image_height = output->height;
    set_colors(library, output);
    set_chroma(library, output);
    jpeg_set_quality(library, output->quality, TRUE);
    library->optimize_coding = output->is_optimized;
    if (output->is_progressive) jpeg_simple_progression(library);
    if (output->density_unit > 0) {
        library->density_unit = output->density_unit;
        library->X_density = output->density_x;
        library->Y_density = output->density_y;
    }
    if (output->format == LZL_FORMAT_CMYK8 && !output->is_inverted) {
        writer->flipped_row = library->mem->alloc_large(
            (j_common_ptr)library, JPOOL_IMAGE, (size_t)output->width * 4);
    }
}

int lzljpeg_writer_begin(lzljpeg_writer *writer, const lzljpeg_output *output) {
    CATCH(writer);
    set_up(writer, output);
    jpeg_start_compress(&writer->library, TRUE);
    return LZLJPEG_READY;
}

static void write_bytes(j_compress_ptr library, lzl_bytes bytes) {
    for (uint64_t index = 0; index < bytes.size; index++) jpeg_write_m_byte(library, bytes.data[index]);
}

int lzljpeg_writer_segment(lzljpeg_writer *writer, uint32_t marker, lzl_bytes head, lzl_bytes body) {
    CATCH(writer);
    jpeg_write_m_header(&writer->library, (int)marker, (unsigned)(head.size + body.size));
    write_bytes(&writer->library, head);
    write_bytes(&writer->library, body);
    return LZLJPEG_READY;
}

static JSAMPROW row_to_write(const lzljpeg_writer *writer, const uint8_t *row) {
    /* The library does not write to it. */
    if (!writer->flipped_row) return (JSAMPROW)row;
    size_t count = (size_t)writer->library.image_width * 4;
    for (size_t index = 0; index < count; index++) writer->flipped_row[index] = row[index] ^ 0xFF;
    return writer->flipped_row;
}

int lzljpeg_writer_rows(lzljpeg_writer *writer, const uint8_t *pixels, size_t bytes_per_row, uint32_t row_count) {
    CATCH(writer);
    for (uint32_t row = 0; row < row_count; row++) {
        JSAMPROW samples = row_to_write(writer, pixels + bytes_per_row * row);
        jpeg_write_scanlines(&writer->library, &samples, 1);
    }
    return LZLJPEG_READY;
}

int lzljpeg_writer_finish(lzljpeg_writer *writer) {
    CATCH(writer);
    jpeg_finish_compress(&writer->library);
    return LZLJPEG_READY;
}

lzl_bytes lzljpeg_writer_bytes(const lzljpeg_writer *writer) {
    lzl_bytes bytes = {writer->bytes, byte_count(writer)};
    return bytes;
}

void lzljpeg_writer_take_bytes(lzljpeg_writer *writer) {
    writer->destination.next_output_byte = writer->bytes;
    writer->destination.free_in_buffer = writer->capacity;
}

const lzljpeg_fault *lzljpeg_writer_fault(const lzljpeg_writer *writer) { return &writer->faults.error; }
