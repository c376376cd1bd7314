#include "source.h"

#include <stdlib.h>

#include <jerror.h>

#define BLOCK_BYTES (DCTSIZE2 * sizeof(JCOEF))
/* At most this many rows come out of one row of blocks. */
#define ROWS_PER_CALL (MAX_SAMP_FACTOR * DCTSIZE)

/* Runs what follows until the library escapes. Locals that are changed behind it are lost then. */
#define CATCH(reader) \
    if (setjmp((reader)->faults.escape)) return fail(reader)

static int fail(lzljpeg_reader *reader) {
    lzljpeg_fault *fault = &reader->faults.error;
    /* Behind the first scan's header such markers are no other kind of JPEG, but damage. */
    bool is_marker = fault->library_code == JERR_UNKNOWN_MARKER || fault->library_code == JERR_SOF_UNSUPPORTED;
    if (is_marker && reader->seen_components != 0) fault->code = LZL_ERROR_CORRUPT;
    /* What the library finds wrong behind the end of the input is only that the input ended. */
    if (reader->is_ended && fault->code == LZL_ERROR_CORRUPT) {
        fault->code = LZL_ERROR_TRUNCATED;
        snprintf(fault->message, sizeof fault->message, "The file ends before its pixels begin, or between them");
    }
    return LZLJPEG_FAILED;
}

static int suspended(const lzljpeg_reader *reader) {
    return reader->has_segment ? LZLJPEG_SEGMENT : LZLJPEG_SUSPENDED;
}

static void note_scan(lzljpeg_reader *reader) {
    const struct jpeg_decompress_struct *library = &reader->library;
    for (int index = 0; index < library->comps_in_scan; index++) {
        const jpeg_component_info *component = library->cur_comp_info[index];
        /* Absent where the scan's own header was at fault. */
        if (component) reader->seen_components |= 1u << component->component_index;
    }
}

static void save_frame_header(lzljpeg_reader *reader) {
    const struct jpeg_decompress_struct *library = &reader->library;
    reader->frame_header = (lzljpeg_frame_header){
        .width = library->image_width,
        .height = library->image_height,
        .component_count = library->num_components,
        .precision = library->data_precision,
        .is_progressive = library->progressive_mode,
        .is_arithmetic = library->arith_code,
    };
}

/* The arrays of the library are as long as the first header said. */
static void restore_frame_header(lzljpeg_reader *reader) {
    struct jpeg_decompress_struct *library = &reader->library;
    const lzljpeg_frame_header *header = &reader->frame_header;
    library->image_width = header->width;
    library->image_height = header->height;
    library->num_components = header->component_count;
    library->data_precision = header->precision;
    library->progressive_mode = header->is_progressive;
    library->arith_code = header->is_arithmetic;
}

static int begin(lzljpeg_reader *reader) {
    CATCH(reader);
    jpeg_create_decompress(&reader->library);
    lzljpeg_source_begin(reader);
    return LZLJPEG_READY;
}

lzljpeg_reader *lzljpeg_reader_create(void) {
    lzljpeg_reader *reader = calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->library.err = lzljpeg_faults_begin(&reader->faults);
    if (begin(reader) == LZLJPEG_READY) return reader;
    lzljpeg_reader_destroy(reader);
    return NULL;
}

void lzljpeg_reader_destroy(lzljpeg_reader *reader) {
    if (!reader) return;
    if (!setjmp(reader->faults.escape)) jpeg_destroy_decompress(&reader->library);
    free(reader);
}

void lzljpeg_reader_give(lzljpeg_reader *reader, const uint8_t *bytes, size_t count, bool is_final) {
    if (reader->is_ended) return;
    size_t skipped = reader->skip < count ? reader->skip : count;
    reader->skip -= skipped;
    reader->source.next_input_byte = skipped > 0 ? bytes + skipped : bytes;
    reader->source.bytes_in_buffer = count - skipped;
    reader->is_final = is_final;
}

size_t lzljpeg_reader_unread(const lzljpeg_reader *reader) {
    return reader->is_ended ? 0 : reader->source.bytes_in_buffer;
}

lzljpeg_segment lzljpeg_reader_segment(const lzljpeg_reader *reader) { return reader->segment; }

void lzljpeg_reader_take_segment(lzljpeg_reader *reader) {
    reader->has_segment = false;
    reader->is_segment_taken = true;
}

int lzljpeg_reader_read_header(lzljpeg_reader *reader) {
    CATCH(reader);
    if (jpeg_read_header(&reader->library, TRUE) == JPEG_SUSPENDED) return suspended(reader);
    note_scan(reader);
    save_frame_header(reader);
    return LZLJPEG_READY;
}

static uint32_t color_of(const struct jpeg_decompress_struct *library) {
    switch (library->jpeg_color_space) {
    case JCS_GRAYSCALE:
        return LZLJPEG_GRAY;
    case JCS_RGB:
    case JCS_YCbCr:
        return LZLJPEG_COLOR;
    case JCS_CMYK:
    case JCS_YCCK:
        return LZLJPEG_CMYK;
    default:
        return LZLJPEG_OTHER;
    }
}

static uint64_t round_up(uint64_t count, uint64_t unit) { return (count + unit - 1) / unit * unit; }

/* Sides are at most 65500 and components 10: nothing overflows. */
static uint64_t working_byte_count(const struct jpeg_decompress_struct *library, bool has_scans) {
    uint64_t sum = 0;
    for (int index = 0; index < library->num_components; index++) {
        const jpeg_component_info *component = &library->comp_info[index];
        uint64_t columns = round_up(component->width_in_blocks, (uint64_t)component->h_samp_factor);
        uint64_t rows = round_up(component->height_in_blocks, (uint64_t)component->v_samp_factor);
        /* Three rows of blocks as samples: one decoded, its neighbours for upsampling. */
        sum += columns * (uint64_t)component->v_samp_factor * DCTSIZE2 * 3;
        if (has_scans) sum += columns * rows * BLOCK_BYTES;
    }
    return sum;
}

lzljpeg_info lzljpeg_reader_info(const lzljpeg_reader *reader) {
    const struct jpeg_decompress_struct *library = &reader->library;
    /* The library does not change what it is asked about here. */
    bool has_scans = jpeg_has_multiple_scans((j_decompress_ptr)library);
    lzljpeg_info info = {
        .width = library->image_width,
        .height = library->image_height,
        .component_count = (uint32_t)library->num_components,
        .color = color_of(library),
        .has_scans = has_scans,
        .is_arithmetic = library->arith_code,
        .has_adobe_marker = library->saw_Adobe_marker,
        .working_byte_count = working_byte_count(library, has_scans),
    };
    if (library->saw_JFIF_marker) {
        info.density_unit = library->density_unit;
        info.density_x = library->X_density;
        info.density_y = library->Y_density;
    }
    return info;
}

static J_COLOR_SPACE output_space(const struct jpeg_decompress_struct *library, uint32_t format) {
    if (color_of(library) == LZLJPEG_CMYK) return JCS_CMYK;
    return format == LZL_FORMAT_GRAY8 ? JCS_GRAYSCALE : JCS_EXT_RGBA;
}

int lzljpeg_reader_start(lzljpeg_reader *reader, uint32_t format, uint32_t numerator) {
    struct jpeg_decompress_struct *library = &reader->library;
    CATCH(reader);
    library->out_color_space = output_space(library, format);
    library->scale_num = numerator;
    library->scale_denom = 8;
    library->buffered_image = jpeg_has_multiple_scans(library);
    jpeg_start_decompress(library);
    return LZLJPEG_READY;
}

uint32_t lzljpeg_reader_output_width(const lzljpeg_reader *reader) { return reader->library.output_width; }

uint32_t lzljpeg_reader_output_height(const lzljpeg_reader *reader) { return reader->library.output_height; }

int lzljpeg_reader_consume(lzljpeg_reader *reader, uint32_t row_count) {
    CATCH(reader);
    for (uint32_t row = 0; row < row_count; row++) {
        switch (jpeg_consume_input(&reader->library)) {
        case JPEG_SUSPENDED:
            return suspended(reader);
        case JPEG_REACHED_SOS:
            note_scan(reader);
            return LZLJPEG_SCAN_BEGUN;
        case JPEG_SCAN_COMPLETED:
            return LZLJPEG_SCAN_DONE;
        case JPEG_REACHED_EOI:
            return LZLJPEG_END;
        default:
            break;
        }
    }
    return LZLJPEG_READY;
}

uint32_t lzljpeg_reader_scan(const lzljpeg_reader *reader) { return (uint32_t)reader->library.input_scan_number; }

int lzljpeg_reader_begin_output(lzljpeg_reader *reader, uint32_t scan) {
    CATCH(reader);
    if (!jpeg_start_output(&reader->library, (int)scan)) return suspended(reader);
    return LZLJPEG_READY;
}

int lzljpeg_reader_finish_output(lzljpeg_reader *reader) {
    int scan = reader->library.input_scan_number;
    CATCH(reader);
    if (!jpeg_finish_output(&reader->library)) return suspended(reader);
    /* At the end of the input a scan's head may have been read in part: its components are not there. */
    if (reader->library.input_scan_number != scan) note_scan(reader);
    return LZLJPEG_READY;
}

void lzljpeg_reader_abandon_input(lzljpeg_reader *reader) {
    restore_frame_header(reader);
    reader->library.unread_marker = JPEG_EOI;
    reader->has_segment = false;
    reader->is_segment_taken = false;
}

int lzljpeg_reader_read_rows(
    lzljpeg_reader *reader, uint8_t *pixels, size_t bytes_per_row, uint32_t row_capacity, uint32_t row_count) {
    struct jpeg_decompress_struct *library = &reader->library;
    JDIMENSION left = library->output_height - library->output_scanline;
    JDIMENSION end = library->output_scanline + (row_count < left ? row_count : left);
    CATCH(reader);
    while (library->output_scanline < end && (library->buffered_image || !reader->is_cut)) {
        JSAMPROW rows[ROWS_PER_CALL];
        JDIMENSION count = end - library->output_scanline;
        if (count > ROWS_PER_CALL) count = ROWS_PER_CALL;
        for (JDIMENSION row = 0; row < count; row++) {
            rows[row] = pixels + bytes_per_row * ((library->output_scanline + row) % row_capacity);
        }
        if (jpeg_read_scanlines(library, rows, count) == 0) return suspended(reader);
    }
    return LZLJPEG_READY;
}

uint32_t lzljpeg_reader_row(const lzljpeg_reader *reader) { return reader->library.output_scanline; }

/*
 * Whether rows are interpolated from those below them: where the library's smooth upsampling doubles a component's
 * height, and its width too or not at all. A reduced component may come out of its transform in the right size.
 */
static bool has_context_rows(const struct jpeg_decompress_struct *library) {
    if (!library->do_fancy_upsampling || library->min_DCT_scaled_size <= 1) return false;
    for (int index = 0; index < library->num_components; index++) {
        const jpeg_component_info *component = &library->comp_info[index];
        if (!component->component_needed) continue;
        int across = component->h_samp_factor * component->DCT_scaled_size / library->min_DCT_scaled_size;
        int down = component->v_samp_factor * component->DCT_scaled_size / library->min_DCT_scaled_size;
        if (down * 2 != library->max_v_samp_factor) continue;
        if (across == library->max_h_samp_factor) return true;
        if (across * 2 == library->max_h_samp_factor && component->downsampled_width > 2) return true;
    }
    return false;
}

uint32_t lzljpeg_reader_trusted_rows(const lzljpeg_reader *reader) {
    const struct jpeg_decompress_struct *library = &reader->library;
    /* A cut in a later scan leaves what the earlier ones gave. */
    bool has_earlier_scan = library->buffered_image && library->input_scan_number > 1;
    if (!reader->is_cut || has_earlier_scan) return library->output_height;
    uint32_t group = (uint32_t)library->max_v_samp_factor;
    uint64_t rows = (uint64_t)reader->cut_block_row * group * (uint32_t)library->min_DCT_scaled_size;
    if (has_context_rows(library)) rows = rows > group ? rows - group : 0;
    return rows < library->output_height ? (uint32_t)rows : library->output_height;
}

bool lzljpeg_reader_is_ended(const lzljpeg_reader *reader) { return reader->is_ended; }

/* Whether coefficients of some component never came, or not in full. */
static bool is_missing_scans(const lzljpeg_reader *reader) {
    const struct jpeg_decompress_struct *library = &reader->library;
    for (int component = 0; component < library->num_components; component++) {
        if (!(reader->seen_components & 1u << component)) return true;
        if (!library->coef_bits) continue;
        for (int index = 0; index < DCTSIZE2; index++) {
            if (library->coef_bits[component][index] != 0) return true;
        }
    }
    return false;
}

bool lzljpeg_reader_is_cut(const lzljpeg_reader *reader) {
    return reader->is_cut || (reader->is_ended && is_missing_scans(reader));
}

const lzljpeg_fault *lzljpeg_reader_fault(const lzljpeg_reader *reader) { return &reader->faults.error; }

uint64_t lzljpeg_reader_warning_count(const lzljpeg_reader *reader) {
    return (uint64_t)reader->faults.manager.num_warnings;
}

const lzljpeg_fault *lzljpeg_reader_warning(const lzljpeg_reader *reader, uint32_t index) {
    return index < reader->faults.warning_kinds ? &reader->faults.warnings[index] : NULL;
}

/* (v + 127) / 255 for v up to 65025, without a division. */
static uint8_t divide_by_255(uint32_t value) {
    value += 128;
    return (uint8_t)((value + (value >> 8)) >> 8);
}

void lzljpeg_convert_cmyk(uint8_t *pixels, size_t count, bool is_inverted) {
    uint8_t flip = is_inverted ? 0 : 255;
    for (size_t index = 0; index < count; index++, pixels += 4) {
        uint32_t black = pixels[3] ^ flip;
        for (size_t sample = 0; sample < 3; sample++) {
            pixels[sample] = divide_by_255((uint32_t)(pixels[sample] ^ flip) * black);
        }
        pixels[3] = 255;
    }
}
