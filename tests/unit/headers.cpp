// SPDX-License-Identifier: MIT
// Carries the precompiled headers of all unit tests; has nothing of its own.
