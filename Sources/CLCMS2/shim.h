#include <lcms2.h>
#include <lcms2_plugin.h>

/* Pixel formats: macros that Swift does not see. Inverted ink is 255 for none. */
enum {
    LAZULI_LCMS_GRAY_16 = TYPE_GRAY_16,
    LAZULI_LCMS_RGBA_8 = TYPE_RGBA_8,
    LAZULI_LCMS_RGBA_16 = TYPE_RGBA_16,
    LAZULI_LCMS_CMYK_8 = TYPE_CMYK_8,
    LAZULI_LCMS_CMYK_8_INVERTED = TYPE_CMYK_8_REV,
};
