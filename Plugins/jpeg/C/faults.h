/* The library's errors and warnings, caught. */
#ifndef LZLJPEG_FAULTS_H
#define LZLJPEG_FAULTS_H

#include "CLazuliJPEG.h"

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#define LZLJPEG_WARNING_KINDS 8

typedef struct lzljpeg_faults {
    /* First, so that the library's pointer to it is a pointer to all of this. */
    struct jpeg_error_mgr manager;
    jmp_buf escape;
    lzljpeg_fault error;
    lzljpeg_fault warnings[LZLJPEG_WARNING_KINDS];
    uint32_t warning_kinds;
} lzljpeg_faults;

/* Prepares the handlers, and answers what the library's `err` has to be. */
LZLJPEG_HIDDEN struct jpeg_error_mgr *lzljpeg_faults_begin(lzljpeg_faults *faults);
/* Counts a warning, and keeps it when it is the first of its kind. */
LZLJPEG_HIDDEN void lzljpeg_faults_warn(j_common_ptr library);

#endif
