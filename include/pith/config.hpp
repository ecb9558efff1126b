// SPDX-License-Identifier: MIT
/// @file
/// Macros that every public header shares.
#ifndef PITH_CONFIG_HPP
#define PITH_CONFIG_HPP

#if defined(PITH_STATIC)
#define PITH_API
#elif defined(_WIN32)
#if defined(PITH_BUILDING)
#define PITH_API __declspec(dllexport)
#else
#define PITH_API __declspec(dllimport)
#endif
#else
#define PITH_API __attribute__((visibility("default")))
#endif

/// Marks a parameter (or `this`) that the returned view points into.
#if defined(__clang__)
#define PITH_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define PITH_LIFETIMEBOUND
#endif

#endif  // PITH_CONFIG_HPP
