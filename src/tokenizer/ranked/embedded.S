/* SPDX-License-Identifier: MIT
   The images of the tokenizers. */
#include "embed.S"

        embed pith_o200k_base, "o200k_base.pithtok"
        embed pith_cl100k_base, "cl100k_base.pithtok"
        embed pith_p50k_base, "p50k_base.pithtok"
