#include "source.h"

#include <jerror.h>

static const JOCTET end_marker[2] = {0xFF, JPEG_EOI};

static lzljpeg_reader *reader_of(j_decompress_ptr library) { return library->client_data; }

static void note_cut(lzljpeg_reader *reader) {
    if (reader->is_cut) return;
    reader->is_cut = true;
    reader->cut_block_row = reader->library.input_iMCU_row;
}

static void end_input(lzljpeg_reader *reader) {
    /* The arithmetic decoder does not tell when it runs out of data. */
    bool is_within_scan = reader->library.input_iMCU_row + 1 < reader->library.total_iMCU_rows;
    if (reader->library.arith_code && is_within_scan) note_cut(reader);
    reader->is_ended = true;
    reader->source.next_input_byte = end_marker;
    reader->source.bytes_in_buffer = sizeof end_marker;
}

static void init_source(j_decompress_ptr library) { (void)library; }

static boolean fill_input_buffer(j_decompress_ptr library) {
    lzljpeg_reader *reader = reader_of(library);
    if (!reader->is_final) return FALSE;
    end_input(reader);
    return TRUE;
}

static void skip_input_data(j_decompress_ptr library, long count) {
    lzljpeg_reader *reader = reader_of(library);
    if (count <= 0) return;
    size_t here = reader->source.bytes_in_buffer;
    size_t taken = (size_t)count < here ? (size_t)count : here;
    reader->source.next_input_byte += taken;
    reader->source.bytes_in_buffer -= taken;
    if (!reader->is_ended) reader->skip = (size_t)count - taken;
}

static void term_source(j_decompress_ptr library) { (void)library; }

/*
 * Hands a segment over where it lies: the first call suspends the library, the one after the segment
 * was taken steps over it. So metadata needs no memory here, and no call back into the plugin.
 */
static boolean read_segment(j_decompress_ptr library) {
    lzljpeg_reader *reader = reader_of(library);
    const JOCTET *bytes = reader->source.next_input_byte;
    size_t here = reader->source.bytes_in_buffer;
    size_t length = here < 2 ? 2 : (size_t)bytes[0] << 8 | bytes[1];
    if (length < 2) length = 2;
    if (here < length) return fill_input_buffer(library);
    if (!reader->is_segment_taken) {
        reader->has_segment = true;
        reader->segment.marker = (uint32_t)library->unread_marker;
        reader->segment.bytes.data = bytes + 2;
        reader->segment.bytes.size = length - 2;
        return FALSE;
    }
    reader->is_segment_taken = false;
    reader->source.next_input_byte += length;
    reader->source.bytes_in_buffer -= length;
    return TRUE;
}

static void emit(j_common_ptr common, int level) {
    if (level >= 0) return;
    lzljpeg_reader *reader = reader_of((j_decompress_ptr)common);
    /* Only this says that bits were missing: a decoder that merely looks ahead ends the input too. */
    if (reader->is_ended && common->err->msg_code == JWRN_HIT_MARKER) note_cut(reader);
    lzljpeg_faults_warn(common);
}

void lzljpeg_source_begin(lzljpeg_reader *reader) {
    static const int segments[] = {JPEG_APP0 + 1, JPEG_APP0 + 2, JPEG_COM};
    struct jpeg_source_mgr *source = &reader->source;
    source->init_source = init_source;
    source->fill_input_buffer = fill_input_buffer;
    source->skip_input_data = skip_input_data;
    source->resync_to_restart = jpeg_resync_to_restart;
    source->term_source = term_source;
    reader->library.src = source;
    reader->library.client_data = reader;
    reader->library.err->emit_message = emit;
    for (size_t index = 0; index < sizeof segments / sizeof *segments; index++) {
        jpeg_set_marker_processor(&reader->library, segments[index], read_segment);
    }
}
