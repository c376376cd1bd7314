/*
 * Settings from the deployer's lazuli.json, as a plugin sees them: typed, already checked against
 * the `config` section of the plugin's manifest, defaults filled in. Plugins parse no JSON.
 */
#ifndef LAZULI_SETTINGS_H
#define LAZULI_SETTINGS_H

#include "base.h"

LZL_BEGIN

#define LZL_SETTING_BOOLEAN 1u
#define LZL_SETTING_INTEGER 2u
#define LZL_SETTING_NUMBER 3u
#define LZL_SETTING_STRING 4u

/** One setting; a list is several settings with one key, in order. Frozen. */
typedef struct lzl_setting {
    lzl_bytes key;
    /** LZL_SETTING_…: which of the following members holds the value. */
    uint32_t type;
    uint32_t reserved;
    /** LZL_SETTING_INTEGER; LZL_SETTING_BOOLEAN as 0 or 1. */
    int64_t integer;
    double number;
    lzl_bytes string;
} lzl_setting;

/** All settings of a plugin, in the order of its manifest. Frozen. */
typedef struct lzl_settings {
    const lzl_setting *items;
    uint64_t count;
} lzl_settings;

LZL_END

#endif
