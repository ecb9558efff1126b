/* SPDX-License-Identifier: MIT
   The resources of the program: its manifest, which makes UTF-8 the code page
   of every narrow function, arguments and environment included, and lets paths
   be long where the system allows it. Written out, as a resource compiler would
   do it: three levels of directories (type, name, language), an entry, data. */

#define RT_MANIFEST 24
#define DIRECTORY 0x80000000

.macro directory entries
        .long 0, 0              /* characteristics, time */
        .short 0, 0             /* version */
        .short 0, \entries      /* by name, by number */
.endm

        .section .rsrc$01,"dr"
        .balign 4
resources:
        directory 1
        .long RT_MANIFEST, DIRECTORY | (names - resources)
names:
        directory 1
        .long 1, DIRECTORY | (languages - resources)
languages:
        directory 1
        .long 1033, entry - resources
entry:
        .rva manifest
        .long manifest_end - manifest
        .long 0, 0              /* code page, reserved */

        .section .rsrc$02,"dr"
        .balign 4
manifest:
        .incbin "pith.manifest"
manifest_end:
