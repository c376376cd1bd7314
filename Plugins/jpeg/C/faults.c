#include "faults.h"

#include <stdlib.h>
#include <string.h>

#include <jerror.h>

static lzl_status classify(j_common_ptr library) {
    switch (library->err->msg_code) {
    case JERR_NO_SOI:
        return LZL_ERROR_NOT_THIS_FORMAT;
    case JERR_EMPTY_IMAGE: {
        /* A height of 0 is legal and means that it is told later, by DNL. */
        const struct jpeg_decompress_struct *image = (j_decompress_ptr)library;
        bool is_late_height = library->is_decompressor && image->image_width > 0 && image->num_components > 0;
        return is_late_height ? LZL_ERROR_UNSUPPORTED : LZL_ERROR_CORRUPT;
    }
    case JERR_SOF_UNSUPPORTED:
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_IMAGE_TOO_BIG:
    case JERR_WIDTH_OVERFLOW:
    case JERR_UNKNOWN_MARKER:
        return LZL_ERROR_UNSUPPORTED;
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE:
        return LZL_ERROR_OUT_OF_MEMORY;
    case JERR_BAD_BUFFER_MODE:
    case JERR_BAD_LIB_VERSION:
    case JERR_BAD_POOL_ID:
    case JERR_BAD_STATE:
    case JERR_BAD_STRUCT_SIZE:
    case JERR_BAD_VIRTUAL_ACCESS:
    case JERR_BUFFER_SIZE:
    case JERR_CANT_SUSPEND:
    case JERR_MODE_CHANGE:
    case JERR_TOO_LITTLE_DATA:
    case JERR_VIRTUAL_BUG:
        return LZL_ERROR_INTERNAL;
    default:
        return LZL_ERROR_CORRUPT;
    }
}

/* ITU-T T.81, table B.1. */
static const char *process_name(int marker) {
    switch (marker) {
    case 0xC3:
    case 0xCB:
        return "lossless";
    case 0xC5:
    case 0xC6:
    case 0xCD:
    case 0xCE:
        return "hierarchical";
    case 0xC7:
    case 0xCF:
        return "hierarchical lossless";
    default:
        return "an unknown kind of";
    }
}

static void describe(j_common_ptr library, char *message, size_t capacity) {
    int parameter = library->err->msg_parm.i[0];
    char text[JMSG_LENGTH_MAX];
    switch (library->err->msg_code) {
    case JERR_SOF_UNSUPPORTED:
        snprintf(message, capacity, "The image is %s JPEG (SOF%d), which libjpeg-turbo 2.1 does not decode",
                 process_name(parameter), parameter - 0xC0);
        break;
    case JERR_BAD_PRECISION:
        snprintf(message, capacity, "The image has samples of %d bits; only 8 are supported", parameter);
        break;
    case JERR_UNKNOWN_MARKER:
        snprintf(message, capacity, "The image needs an extension of JPEG (marker 0x%02X) that is not supported",
                 (unsigned)parameter);
        break;
    case JERR_EMPTY_IMAGE:
        snprintf(message, capacity, "The image has a side of 0, or a height that is told behind its pixels (DNL)");
        break;
    default:
        library->err->format_message(library, text);
        snprintf(message, capacity, "%.*s", (int)capacity - 1, text);
        break;
    }
}

static void fill(lzljpeg_fault *fault, j_common_ptr library, lzl_status code) {
    fault->code = code;
    fault->library_code = library->err->msg_code;
    describe(library, fault->message, sizeof fault->message);
}

static void escape(j_common_ptr library) {
    lzljpeg_faults *faults = (lzljpeg_faults *)library->err;
    fill(&faults->error, library, classify(library));
    longjmp(faults->escape, 1);
}

static void emit(j_common_ptr library, int level) {
    if (level < 0) lzljpeg_faults_warn(library);
}

static void be_silent(j_common_ptr library) { (void)library; }

void lzljpeg_faults_warn(j_common_ptr library) {
    lzljpeg_faults *faults = (lzljpeg_faults *)library->err;
    library->err->num_warnings++;
    for (uint32_t index = 0; index < faults->warning_kinds; index++) {
        if (faults->warnings[index].library_code == library->err->msg_code) return;
    }
    if (faults->warning_kinds == LZLJPEG_WARNING_KINDS) return;
    fill(&faults->warnings[faults->warning_kinds++], library, LZL_ERROR_CORRUPT);
}

struct jpeg_error_mgr *lzljpeg_faults_begin(lzljpeg_faults *faults) {
    struct jpeg_error_mgr *manager = jpeg_std_error(&faults->manager);
    manager->error_exit = escape;
    manager->emit_message = emit;
    manager->output_message = be_silent;
    return manager;
}
