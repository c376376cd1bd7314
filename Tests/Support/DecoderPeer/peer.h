/* Serves one decoder after the other over the wire. */
#ifndef DECODER_PEER_H
#define DECODER_PEER_H

#include "DecoderWire.h"

/** Until the other end closes; the exit status. */
int peer_serve(const lzl_decoder_api *api, const char *format);

#endif
