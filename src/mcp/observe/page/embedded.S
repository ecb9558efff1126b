/* SPDX-License-Identifier: MIT
   The page of statistics, in one piece. */
#include "embed.S"

        embed pith_stats_page, "stats_page.html"
