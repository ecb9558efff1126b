/* SPDX-License-Identifier: MIT
   embed NAME, "FILE": the bytes of a file as read-only data, from NAME to
   NAME_end, for the one library or program that they are linked into. Pages
   are read when they are touched, and shared by all who run it. A byte 0
   follows. pith_embed() of CMake says where the files are. */

#ifdef __APPLE__

.macro embed name, file
        .section __TEXT,__const
        .p2align 6
        .globl _\name
        .private_extern _\name
_\name:
        .incbin "\file"
        .globl _\name\()_end
        .private_extern _\name\()_end
_\name\()_end:
        .byte 0
.endm

#elif defined(_WIN32)

.macro embed name, file
        .section .rdata,"dr"
        .balign 64
        .globl \name
\name:
        .incbin "\file"
        .globl \name\()_end
\name\()_end:
        .byte 0
.endm

#else

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

        .section .note.GNU-stack,"",%progbits

#endif
