/*
 * The contract between Lazuli and its plugins, all of it.
 *
 * A plugin includes this one header. C11, C17 and C++17; needs only <stddef.h> and <stdint.h>.
 * Start reading at plugin.h (how a plugin is entered), then the role that you write:
 * decoder.h, encoder.h or transport.h.
 */
#ifndef LAZULI_LAZULI_H
#define LAZULI_LAZULI_H

#include "base.h"
#include "error.h"
#include "limits.h"
#include "pixels.h"
#include "settings.h"
#include "host.h"
#include "plugin.h"
#include "event.h"
#include "decoder.h"
#include "encoder.h"
#include "transport.h"

#endif
