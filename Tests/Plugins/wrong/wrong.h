/* What the parts of the misbehaving plugin share. */
#ifndef WRONG_H
#define WRONG_H

#include <lazuli/lazuli.h>

#define HIDDEN __attribute__((visibility("hidden")))

extern HIDDEN const lzl_decoder_api wrong_decoder_api;
extern HIDDEN const lzl_encoder_api wrong_encoder_api;
extern HIDDEN const lzl_transport_api wrong_transport_api;

#endif
