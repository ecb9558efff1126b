/* SPDX-License-Identifier: MIT
   Libraries that the program is linked with come from the system's own
   directory alone: the loader reads this before anything runs. Without it, one
   that lies beside the program, as in a folder of downloads, would be taken. */
#include <windows.h>

const IMAGE_LOAD_CONFIG_DIRECTORY64 _load_config_used = {
    .Size = sizeof(IMAGE_LOAD_CONFIG_DIRECTORY64),
    .DependentLoadFlags = LOAD_LIBRARY_SEARCH_SYSTEM32};
