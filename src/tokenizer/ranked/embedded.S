/* SPDX-License-Identifier: MIT
   The images of the tokenizers, as read-only data of the library: pages are
   read when they are touched, and shared by all who run it. The file names
   come from CMake. */

.macro embed name, file
        .section .rodata
        .balign 64
        .globl \name
        .hidden \name
\name:
        .incbin "\file"
        .globl \name\()_end
        .hidden \name\()_end
\name\()_end:
        .byte 0
.endm

        embed pith_o200k_base, "o200k_base.pithtok"
        embed pith_cl100k_base, "cl100k_base.pithtok"
        embed pith_p50k_base, "p50k_base.pithtok"
        embed pith_r50k_base, "r50k_base.pithtok"

        .section .note.GNU-stack,"",%progbits
