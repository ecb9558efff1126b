// SPDX-License-Identifier: MIT
/// @file
/// pith for C, and for every language that can call C. docs/c.md shows how to
/// use it. C11; good for C++ too.
///
/// - A text is a pointer and a size in bytes. It may have zero bytes in it and
///   need not end with one. A null pointer with size 0 is the empty text; with
///   another size, or with one above PTRDIFF_MAX, it is PITH_INVALID_ARGUMENT.
/// - Functions that return `int32_t` return a status (enum pith_status), unless
///   they say otherwise. Nothing is ever thrown.
/// - What a function makes is yours, by an `out` parameter, and has a function
///   that frees it, which takes NULL too. On failure `out` receives NULL.
/// - Structs that begin with `struct_size` may grow. Set it to `sizeof` of
///   yours; what an older struct lacks has its default, 0 stands for the
///   default everywhere, and a size of 0 is PITH_INVALID_ARGUMENT.
/// - Documents, tokenizers and texts never change: any number of threads may
///   read them. Everything else is for one thread at a time.
/// - A null handle is PITH_INVALID_ARGUMENT. Functions that return no status
///   return 0, NULL or the value `null` for it.
#ifndef PITH_PITH_H
#define PITH_PITH_H

#include <stddef.h>
#include <stdint.h>

#if defined(PITH_STATIC)
#define PITH_C_API
#elif defined(_WIN32)
#if defined(PITH_C_BUILDING)
#define PITH_C_API __declspec(dllexport)
#else
#define PITH_C_API __declspec(dllimport)
#endif
#else
#define PITH_C_API __attribute__((visibility("default")))
#endif

/// Grows when functions are added. What is here stays as it is.
#define PITH_ABI_VERSION 2

#if defined(__cplusplus)
extern "C" {
#endif

// ---------------------------------------------------------------------------
// Statuses and errors

/// What became of a call. A number never changes its meaning; new ones come at
/// the end. Those from 10 on are the codes of the library (pith/error.hpp says
/// what each means).
enum pith_status {
  PITH_OK = 0,
  PITH_OUT_OF_MEMORY = 1,
  PITH_INVALID_ARGUMENT = 2,  ///< a null pointer, a size that cannot be
  PITH_UNKNOWN_FORMAT = 3,    ///< no format of this name, or like this text
  PITH_INTERNAL_ERROR = 4,    ///< a defect of pith
  PITH_NOT_FOUND = 5,         ///< no such member, or nothing left
  PITH_WRONG_TYPE = 6,        ///< a value of another type
  PITH_CALLBACK_FAILED = 7,   ///< a callback said stop

  // GCF header
  PITH_MISSING_HEADER = 10,
  PITH_MISSING_PROFILE = 11,
  PITH_UNKNOWN_PROFILE = 12,
  PITH_MALFORMED_HEADER_FIELD = 13,
  PITH_DUPLICATE_HEADER_FIELD = 14,

  // GCF scalars
  PITH_UNTERMINATED_QUOTE = 15,
  PITH_INVALID_ESCAPE = 16,
  PITH_TRAILING_CHARACTERS = 17,
  PITH_INVALID_MISSING = 18,
  PITH_INVALID_ATTACHMENT_MARKER = 19,
  PITH_INVALID_SURROGATE = 20,
  PITH_INVALID_UTF8 = 21,
  PITH_OUT_OF_RANGE = 22,

  // GCF structure
  PITH_DUPLICATE_KEY = 23,
  PITH_DUPLICATE_FIELD_NAME = 24,
  PITH_ROW_WIDTH_MISMATCH = 25,
  PITH_COUNT_MISMATCH = 26,
  PITH_INVALID_COUNT = 27,
  PITH_TAB_INDENTATION = 28,
  PITH_INVALID_INDENT = 29,
  PITH_INVALID_ITEM_ID = 30,
  PITH_ORPHAN_ATTACHMENT = 31,
  PITH_ORPHAN_INLINE_ATTACHMENT = 32,
  PITH_MISSING_ATTACHMENT = 33,
  PITH_DUPLICATE_ATTACHMENT = 34,
  PITH_INLINE_WIDTH_MISMATCH = 35,
  PITH_KEYED_MAP = 36,
  PITH_INVALID_FIELD_DECLARATION = 37,
  PITH_INVALID_LINE = 38,

  // GCF graph profile
  PITH_INVALID_NODE_LINE = 39,
  PITH_INVALID_SYMBOL_ID = 40,
  PITH_INVALID_SCORE = 41,
  PITH_INVALID_EDGE_SYNTAX = 42,
  PITH_UNKNOWN_EDGE_REFERENCE = 43,
  PITH_INVALID_NAME = 44,
  PITH_DUPLICATE_SYMBOL = 45,
  PITH_INVALID_PAYLOAD = 46,

  // GCF sessions and deltas
  PITH_UNRESOLVED_REFERENCE = 47,
  PITH_MALFORMED_DELTA = 48,
  PITH_BASE_MISMATCH = 49,
  PITH_ROOT_MISMATCH = 50,
  PITH_DELTA_CONFLICT = 51,
  PITH_INVALID_IDENTITY = 52,

  // JSON
  PITH_UNEXPECTED_END = 53,
  PITH_UNEXPECTED_CHARACTER = 54,
  PITH_INVALID_LITERAL = 55,
  PITH_INVALID_NUMBER = 56,
  PITH_CONTROL_CHARACTER = 57,

  // Limits (see limits.hpp)
  PITH_DEPTH_LIMIT = 58,
  PITH_SIZE_LIMIT = 59,
  PITH_ITEM_LIMIT = 60,
  PITH_FIELD_LIMIT = 61,
  PITH_LINE_LIMIT = 62,
  PITH_EXPANSION_LIMIT = 63,

  // Use of the library
  PITH_NOT_FINITE = 64,
  PITH_INCOMPLETE = 65,
  PITH_MISPLACED_VALUE = 66,
  PITH_NOT_SUPPORTED = 67,
  PITH_WRITE_FAILED = 68,
  PITH_READ_FAILED = 69,
  PITH_UNKNOWN_TOKENIZER = 70,

  // Codecs
  PITH_UNKNOWN_OPTION = 71,
  PITH_INVALID_OPTION = 72,
  PITH_DUPLICATE_CODEC = 73,
  PITH_NOT_FAITHFUL = 74,

  // GCF streams
  PITH_MISSING_SUMMARY = 75,

  // Structs of C++, which C never sees
  PITH_MISSING_MEMBER = 76,
  PITH_WRONG_KIND = 77,
};

/// Why a call failed. Every call with a `pith_error*` fills it in, with PITH_OK
/// when it succeeds; NULL is allowed.
typedef struct pith_error {
  size_t struct_size;  ///< set it to sizeof(pith_error)
  int32_t code;        ///< the status that the call returns
  int32_t reserved;    ///< 0
  uint64_t offset;     ///< of the first offending byte of the input text
  uint64_t line;       ///< from 1; 0 when the call had no text
  uint64_t column;     ///< from 1, in code points; 0 when there is no text
  const char* name;    ///< static, for example "row_width_mismatch"
  const char* detail;  ///< static: a sentence without a full stop
} pith_error;

/// PITH_ABI_VERSION of the library that runs.
PITH_C_API int32_t pith_abi_version(void);
/// "major.minor.patch"; static.
PITH_C_API const char* pith_version(void);
/// The name of a status, for example "invalid_utf8"; "unknown" for a number
/// that is not one. Static.
PITH_C_API const char* pith_status_name(int32_t status);

// ---------------------------------------------------------------------------
// Texts

/// A text of somebody else's.
typedef struct pith_view {
  const char* data;
  size_t size;
} pith_view;

/// A text that pith made.
typedef struct pith_text pith_text;

/// The bytes; a zero byte follows them. Valid until pith_text_free().
PITH_C_API const char* pith_text_data(const pith_text* text);
PITH_C_API size_t pith_text_size(const pith_text* text);
PITH_C_API void pith_text_free(pith_text* text);

/// Takes what a writer writes; `data` is valid during the call only. Returns
/// nonzero to go on; 0 ends the writing with PITH_WRITE_FAILED.
typedef int32_t (*pith_write)(void* context, const char* data, size_t size);

// ---------------------------------------------------------------------------
// Settings

/// An option by name, as a person at a shell would set it.
typedef struct pith_option {
  const char* name;
  size_t name_size;
  const char* value;
  size_t value_size;
} pith_option;

/// How to read or write. Functions take NULL for all defaults.
typedef struct pith_settings {
  size_t struct_size;
  /// Of the format, or of the function. Unknown ones are PITH_UNKNOWN_OPTION;
  /// the last one of a name counts.
  const pith_option* options;
  size_t option_count;
  /// Limits, as pith/limits.hpp explains them.
  uint64_t max_bytes;
  uint64_t max_depth;
  uint64_t max_items;
  uint64_t max_fields;
  uint64_t max_line_bytes;
  uint64_t max_expansion;
  /// Not 0: a number literal that a double does not hold is PITH_OUT_OF_RANGE.
  int32_t exact_numbers;
  int32_t reserved;  ///< 0
} pith_settings;

// ---------------------------------------------------------------------------
// Values and documents

/// The types of values. Integers are int64; every other number is a double.
enum pith_type {
  PITH_NULL = 0,
  PITH_BOOLEAN = 1,
  PITH_INTEGER = 2,
  PITH_REAL = 3,
  PITH_STRING = 4,
  PITH_ARRAY = 5,
  PITH_OBJECT = 6,
};

/// A tree of values that owns its text.
typedef struct pith_document pith_document;

/// One value of a document: two words, passed by value. Valid as long as the
/// document. What is inside is not for you; a value of zeros is `null`.
typedef struct pith_value {
  uintptr_t words[2];
} pith_value;

/// Goes through an array or an object. Valid as long as the document.
typedef struct pith_cursor {
  uintptr_t words[3];
  size_t remaining;
  uintptr_t kind;
} pith_cursor;

PITH_C_API pith_value pith_document_root(const pith_document* document);
/// Bytes held for values, keys and text.
PITH_C_API size_t pith_document_memory(const pith_document* document);
PITH_C_API void pith_document_free(pith_document* document);

/// Returns a pith_type.
PITH_C_API int32_t pith_value_type(pith_value value);
/// Elements of an array, members of an object, bytes of a string; else 0.
PITH_C_API size_t pith_value_size(pith_value value);

/// Each is PITH_WRONG_TYPE when the value is of another type, and then leaves
/// `out` alone. An integer is a double too.
PITH_C_API int32_t pith_value_get_boolean(pith_value value, int32_t* out);
PITH_C_API int32_t pith_value_get_integer(pith_value value, int64_t* out);
PITH_C_API int32_t pith_value_get_double(pith_value value, double* out);
/// `data` points into the document; no zero byte follows.
PITH_C_API int32_t pith_value_get_string(pith_value value, const char** data,
                                         size_t* size);

/// A member of an object; PITH_NOT_FOUND when there is none. Linear.
PITH_C_API int32_t pith_value_find(pith_value value, const char* key,
                                   size_t key_size, pith_value* out);
/// An element of an array; PITH_NOT_FOUND when there is none. Linear in
/// `index`: use a cursor to see all.
PITH_C_API int32_t pith_value_at(pith_value value, size_t index,
                                 pith_value* out);
/// What a JSON pointer (RFC 6901) such as "/servers/0/name" refers to;
/// PITH_NOT_FOUND when there is nothing.
PITH_C_API int32_t pith_value_pointer(pith_value value, const char* pointer,
                                      size_t pointer_size, pith_value* out);
/// Sets `out` to 1 when both have the same structure, else to 0. The order of
/// members counts if `ordered` is not 0. Linear.
PITH_C_API int32_t pith_value_equal(pith_value a, pith_value b, int32_t ordered,
                                    int32_t* out);

/// At the first element or member; at the end when the value has none.
PITH_C_API pith_cursor pith_cursor_begin(pith_value value);
/// The next element or member; PITH_NOT_FOUND after the last. `key` receives
/// the key of a member, which points into the document, and of an element a
/// null pointer; it may be NULL.
PITH_C_API int32_t pith_cursor_next(pith_cursor* cursor, pith_value* value,
                                    pith_view* key);

// ---------------------------------------------------------------------------
// Building documents

/// Builds a document from calls in document order. The first error stays: every
/// later call returns it and does nothing, and so does pith_builder_finish().
typedef struct pith_builder pith_builder;

PITH_C_API int32_t pith_builder_new(const pith_settings* settings,
                                    pith_builder** out, pith_error* error);
PITH_C_API void pith_builder_free(pith_builder* builder);

PITH_C_API int32_t pith_builder_null(pith_builder* builder);
PITH_C_API int32_t pith_builder_boolean(pith_builder* builder, int32_t value);
PITH_C_API int32_t pith_builder_integer(pith_builder* builder, int64_t value);
/// PITH_OUT_OF_RANGE above INT64_MAX.
PITH_C_API int32_t pith_builder_unsigned(pith_builder* builder, uint64_t value);
/// PITH_NOT_FINITE for NaN and infinities.
PITH_C_API int32_t pith_builder_real(pith_builder* builder, double value);
/// Copied; PITH_INVALID_UTF8 when it is not UTF-8.
PITH_C_API int32_t pith_builder_string(pith_builder* builder, const char* data,
                                       size_t size);
PITH_C_API int32_t pith_builder_begin_array(pith_builder* builder);
PITH_C_API int32_t pith_builder_end_array(pith_builder* builder);
PITH_C_API int32_t pith_builder_begin_object(pith_builder* builder);
PITH_C_API int32_t pith_builder_end_object(pith_builder* builder);
/// Before each member; PITH_DUPLICATE_KEY when the object has it.
PITH_C_API int32_t pith_builder_key(pith_builder* builder, const char* data,
                                    size_t size);
/// A value of any document, with everything inside it.
PITH_C_API int32_t pith_builder_copy(pith_builder* builder, pith_value value);
/// The document. The builder is empty and usable afterwards, also when it
/// fails: with the first error, or with PITH_INCOMPLETE.
PITH_C_API int32_t pith_builder_finish(pith_builder* builder,
                                       pith_document** out, pith_error* error);

// ---------------------------------------------------------------------------
// Formats

/// What a format takes.
enum pith_subject {
  PITH_ANY_VALUE = 0,
  PITH_GRAPH = 1,
  PITH_GRAPH_RESPONSE = 2,
  PITH_ROWS_OR_GRAPH = 3,
};

/// A format. The strings are static and end with a zero byte.
typedef struct pith_format {
  size_t struct_size;
  const char* name;
  const char* summary;
  const char* media_type;  ///< "" when it has none
  const char* loses;       ///< what does not come back; "" when nothing
  int32_t subject;         ///< a pith_subject
  int32_t is_binary;
  int32_t can_decode;
  int32_t reserved;  ///< 0
  size_t option_count;
} pith_format;

/// An option of a format. The strings are static.
typedef struct pith_format_option {
  size_t struct_size;
  const char* name;
  const char* default_value;
  const char* help;
} pith_format_option;

PITH_C_API size_t pith_format_count(void);
/// PITH_NOT_FOUND when there are not so many.
PITH_C_API int32_t pith_format_at(size_t index, pith_format* out);
/// By name or alias, in any letter case; PITH_UNKNOWN_FORMAT.
PITH_C_API int32_t pith_format_find(const char* name, size_t name_size,
                                    pith_format* out);
/// One of the options of a format; PITH_NOT_FOUND when it has not so many.
PITH_C_API int32_t pith_format_option_at(const char* name, size_t name_size,
                                         size_t index, pith_format_option* out);
/// The format that a text looks like; PITH_UNKNOWN_FORMAT when it looks like
/// none, or like several alike. Linear in the text.
PITH_C_API int32_t pith_detect(const char* text, size_t text_size,
                               pith_format* out);

/// Reads a text. A format without a name (size 0) is detected.
PITH_C_API int32_t pith_decode(const char* text, size_t text_size,
                               const char* format, size_t format_size,
                               const pith_settings* settings,
                               pith_document** out, pith_error* error);
/// Writes a value in a format.
PITH_C_API int32_t pith_encode(pith_value value, const char* format,
                               size_t format_size,
                               const pith_settings* settings, pith_text** out,
                               pith_error* error);
/// Writes a value in a format, piece by piece. What was written before a
/// failure has been written.
PITH_C_API int32_t pith_encode_to(pith_value value, const char* format,
                                  size_t format_size,
                                  const pith_settings* settings,
                                  pith_write write, void* context,
                                  pith_error* error);
/// Reads a text in one format (detected when it has no name) and writes it in
/// another. Errors of reading have a line and a column.
PITH_C_API int32_t pith_convert(const char* text, size_t text_size,
                                const char* from, size_t from_size,
                                const pith_settings* reading, const char* to,
                                size_t to_size, const pith_settings* writing,
                                pith_text** out, pith_error* error);

// ---------------------------------------------------------------------------
// What a language model writes

/// A payload in an answer.
typedef struct pith_extracted {
  size_t struct_size;
  const char* payload;  ///< points into the text that was searched
  size_t payload_size;
  const char* format;  ///< static: "gcf" or "json"
  size_t offset;       ///< where the payload begins, in bytes
  size_t indent;       ///< spaces before the fence of its block
} pith_extracted;

/// Finds the GCF or JSON payload in an answer; PITH_NOT_FOUND when there is
/// none. It does not decode. Linear.
PITH_C_API int32_t pith_extract(const char* text, size_t text_size,
                                pith_extracted* out);
/// The payload without the indentation of its fence.
PITH_C_API int32_t pith_unindented(const pith_extracted* found, pith_text** out,
                                   pith_error* error);
/// What is wrong with a text and how to repair it, in words that can be sent
/// back to the model that wrote it. `what` is the error with which decoding the
/// text failed.
PITH_C_API int32_t pith_explain(const pith_error* what, const char* text,
                                size_t text_size, pith_text** out,
                                pith_error* error);

// ---------------------------------------------------------------------------
// Tokens

typedef struct pith_tokenizer pith_tokenizer;
/// Counts with one tokenizer. One per thread, and keep it: making one takes
/// milliseconds and megabytes.
typedef struct pith_counter pith_counter;
/// The ids of tokens.
typedef struct pith_ids pith_ids;

/// By name ("o200k_base"), by the name of a model ("gpt-4o"), or by path.
PITH_C_API int32_t pith_tokenizer_load(const char* name, size_t name_size,
                                       pith_tokenizer** out, pith_error* error);
/// Of what the file would hold: an image, a rank file or a tokenizer.json.
/// `name` must be that of its file for a rank file ("o200k_base.tiktoken").
PITH_C_API int32_t pith_tokenizer_load_bytes(const char* bytes,
                                             size_t bytes_size,
                                             const char* name, size_t name_size,
                                             pith_tokenizer** out,
                                             pith_error* error);
PITH_C_API void pith_tokenizer_free(pith_tokenizer* tokenizer);
/// Valid as long as the tokenizer.
PITH_C_API pith_view pith_tokenizer_name(const pith_tokenizer* tokenizer);
/// One more than the largest token id.
PITH_C_API size_t
pith_tokenizer_vocabulary_size(const pith_tokenizer* tokenizer);
/// Returns 1 when the tokenizer that was asked for is not public and this one
/// stands in, so that its counts are only a hint; else 0.
PITH_C_API int32_t pith_tokenizer_is_estimate(const pith_tokenizer* tokenizer);

/// Keeps the data of the tokenizer, also after pith_tokenizer_free().
PITH_C_API int32_t pith_counter_new(const pith_tokenizer* tokenizer,
                                    pith_counter** out, pith_error* error);
PITH_C_API void pith_counter_free(pith_counter* counter);
/// The number of tokens of a text.
PITH_C_API int32_t pith_counter_count(pith_counter* counter, const char* text,
                                      size_t text_size, size_t* out,
                                      pith_error* error);
/// The tokens of a text. The strings of special tokens are tokens if `specials`
/// is not 0, else text like any other.
PITH_C_API int32_t pith_counter_encode(pith_counter* counter, const char* text,
                                       size_t text_size, int32_t specials,
                                       pith_ids** out, pith_error* error);
/// The text of tokens. PITH_OUT_OF_RANGE at a number that is not a token; the
/// offset is its place in `ids`.
PITH_C_API int32_t pith_counter_decode(const pith_counter* counter,
                                       const uint32_t* ids, size_t id_count,
                                       pith_text** out, pith_error* error);

/// Valid until pith_ids_free().
PITH_C_API const uint32_t* pith_ids_data(const pith_ids* ids);
PITH_C_API size_t pith_ids_size(const pith_ids* ids);
PITH_C_API void pith_ids_free(pith_ids* ids);

/// How much of a table fits.
typedef struct pith_fitted {
  size_t struct_size;
  size_t rows;    ///< the first ones
  size_t tokens;  ///< of head, rows and tail together
  int32_t fits;   ///< 0 when not even head and tail fit
  int32_t reserved;
} pith_fitted;

/// Makes the text after the rows, when so many of them are there. The text must
/// stay until the next call, or until pith_counter_fit() returns. Nonzero to go
/// on; 0 ends with PITH_CALLBACK_FAILED.
typedef int32_t (*pith_tail)(void* context, size_t rows, pith_view* text);

/// The most rows such that `head`, the rows and what `tail` makes together cost
/// at most `budget` tokens: exactly, as if the whole were counted. `tail` may
/// be NULL. Linear in the rows, with a few calls of `tail`.
PITH_C_API int32_t pith_counter_fit(pith_counter* counter, const char* head,
                                    size_t head_size, const pith_view* rows,
                                    size_t row_count, pith_tail tail,
                                    void* context, size_t budget,
                                    pith_fitted* out, pith_error* error);

// ---------------------------------------------------------------------------
// The cheapest form

/// A format that takes part, with its options.
typedef struct pith_candidate {
  const char* format;
  size_t format_size;
  const pith_option* options;
  size_t option_count;
} pith_candidate;

typedef struct pith_auto_options {
  size_t struct_size;
  /// Beside compact JSON, which always takes part. None: GCF.
  const pith_candidate* candidates;
  size_t candidate_count;
  int32_t all_candidates;  ///< not 0: every lossless format, instead
  int32_t count_all;       ///< not 0: counting never stops early
  int32_t ordered;         ///< not 0: the order of members must stay
  int32_t recognized;      ///< not 0: only what pith_detect() gives back
} pith_auto_options;

/// What became of one candidate. The strings are valid as long as the result.
typedef struct pith_candidate_count {
  size_t struct_size;
  const char* name;
  const char* format;
  size_t tokens;
  size_t bytes;
  int32_t is_exact;       ///< 0: it costs at least `tokens`
  int32_t is_recognized;  ///< 0: not to be chosen
  int32_t refused;        ///< a status: why it could not take part
  int32_t reserved;
} pith_candidate_count;

typedef struct pith_auto_result pith_auto_result;

/// Encodes a value with every candidate, counts, and keeps the cheapest. The
/// text decodes to the value and never costs more than compact JSON. `options`
/// may be NULL; of `settings` only the limits count.
PITH_C_API int32_t pith_auto(pith_value value, pith_counter* counter,
                             const pith_auto_options* options,
                             const pith_settings* settings,
                             pith_auto_result** out, pith_error* error);
PITH_C_API void pith_auto_result_free(pith_auto_result* result);
/// All valid until pith_auto_result_free(). The text ends with a zero byte that
/// its size does not count.
PITH_C_API pith_view pith_auto_result_text(const pith_auto_result* result);
/// Of the candidate that won: its own name, and that of its format.
PITH_C_API const char* pith_auto_result_name(const pith_auto_result* result);
PITH_C_API const char* pith_auto_result_format(const pith_auto_result* result);
PITH_C_API size_t pith_auto_result_tokens(const pith_auto_result* result);
/// How many took part: compact JSON first, then the candidates as given.
PITH_C_API size_t pith_auto_result_count(const pith_auto_result* result);
/// PITH_NOT_FOUND when there are not so many.
PITH_C_API int32_t pith_auto_result_at(const pith_auto_result* result,
                                       size_t index, pith_candidate_count* out);

// ---------------------------------------------------------------------------
// Streams of GCF: writing

/// What a cell is.
enum pith_cell_type {
  PITH_CELL_ABSENT = 0,  ///< the row has no such member
  PITH_CELL_NULL = 1,
  PITH_CELL_BOOLEAN = 2,  ///< `integer` is 0 or not
  PITH_CELL_INTEGER = 3,
  PITH_CELL_REAL = 4,
  PITH_CELL_STRING = 5,  ///< `data` and `size`
};

/// One scalar of a row.
typedef struct pith_cell {
  int32_t type;  ///< a pith_cell_type
  int32_t reserved;
  int64_t integer;
  double real;
  const char* data;
  size_t size;
} pith_cell;

/// Writes one GCF document row by row. Whatever a call writes has been written
/// when it returns. A call that is refused writes nothing, and the stream goes
/// on; only PITH_WRITE_FAILED ends it.
typedef struct pith_stream_writer pith_stream_writer;

/// Writes the header line. Option: `remember_keys` (true), which refuses a
/// second row with one key in a keyed table.
PITH_C_API int32_t pith_stream_writer_new(pith_write write, void* context,
                                          const pith_settings* settings,
                                          pith_stream_writer** out,
                                          pith_error* error);
/// Without pith_stream_writer_finish() the text lacks its summary.
PITH_C_API void pith_stream_writer_free(pith_stream_writer* writer);
/// Members come before the first table or list.
PITH_C_API int32_t pith_stream_writer_member(pith_stream_writer* writer,
                                             const char* key, size_t key_size,
                                             const pith_cell* cell,
                                             pith_error* error);
/// All members of an object.
PITH_C_API int32_t pith_stream_writer_members(pith_stream_writer* writer,
                                              pith_value object,
                                              pith_error* error);
/// Begins a table. It is the member `name` of the document, or with a null
/// `name` the whole document. It ends where the next begins.
PITH_C_API int32_t pith_stream_writer_begin_table(
    pith_stream_writer* writer, const char* name, size_t name_size,
    const pith_view* fields, size_t field_count, pith_error* error);
/// Begins a table whose rows have keys: an object of objects.
PITH_C_API int32_t pith_stream_writer_begin_keyed(
    pith_stream_writer* writer, const char* name, size_t name_size,
    const pith_view* fields, size_t field_count, pith_error* error);
/// Begins an array of anything.
PITH_C_API int32_t pith_stream_writer_begin_list(pith_stream_writer* writer,
                                                 const char* name,
                                                 size_t name_size,
                                                 pith_error* error);
/// A row of a table: one cell per field.
PITH_C_API int32_t pith_stream_writer_row(pith_stream_writer* writer,
                                          const pith_cell* cells,
                                          size_t cell_count, pith_error* error);
/// A row of a table: an object whose members are among the fields.
PITH_C_API int32_t pith_stream_writer_row_value(pith_stream_writer* writer,
                                                pith_value object,
                                                pith_error* error);
/// A row of a keyed table.
PITH_C_API int32_t pith_stream_writer_keyed_row(
    pith_stream_writer* writer, const char* key, size_t key_size,
    const pith_cell* cells, size_t cell_count, pith_error* error);
PITH_C_API int32_t pith_stream_writer_keyed_row_value(
    pith_stream_writer* writer, const char* key, size_t key_size,
    pith_value object, pith_error* error);
/// An item of a list, with everything inside it.
PITH_C_API int32_t pith_stream_writer_item(pith_stream_writer* writer,
                                           pith_value value, pith_error* error);
/// All elements of an array as items, or none of them.
PITH_C_API int32_t pith_stream_writer_items(pith_stream_writer* writer,
                                            pith_value array,
                                            pith_error* error);
/// Rows or items of the table or list that is open.
PITH_C_API uint64_t
pith_stream_writer_row_count(const pith_stream_writer* writer);
/// Writes the summary with the counts. Nothing may follow.
PITH_C_API int32_t pith_stream_writer_finish(pith_stream_writer* writer,
                                             pith_error* error);

// ---------------------------------------------------------------------------
// Streams of GCF: reading

enum pith_section_kind {
  PITH_SECTION_TABLE = 0,  ///< its rows are items
  PITH_SECTION_KEYED = 1,  ///< its rows are entries
  PITH_SECTION_LIST = 2,
};

/// A table or list that begins. All of it is valid during the call only.
typedef struct pith_section {
  size_t struct_size;  ///< set by pith
  const char* name;    ///< NULL when it is the whole document
  size_t name_size;
  const pith_view* fields;
  size_t field_count;
  int32_t kind;          ///< a pith_section_kind
  int32_t has_declared;  ///< 0: the text does not say how many come
  uint64_t declared;
} pith_section;

/// Is told what a reader reads, in the order of the text. Values are valid
/// during the call only. Each returns nonzero to go on; 0 ends the reading with
/// PITH_CALLBACK_FAILED. Any may be NULL.
typedef struct pith_reader_callbacks {
  size_t struct_size;
  int32_t (*begin_section)(void* context, const pith_section* section);
  int32_t (*item)(void* context, pith_value value);
  int32_t (*entry)(void* context, const char* key, size_t key_size,
                   pith_value value);
  int32_t (*end_section)(void* context, uint64_t count);
  /// A member of the document that is not a section.
  int32_t (*member)(void* context, const char* key, size_t key_size,
                    pith_value value);
  /// The document, if it is a scalar or an array without lines of its own.
  int32_t (*root)(void* context, pith_value value);
} pith_reader_callbacks;

/// Decodes GCF that comes in chunks of any size, and hands out rows as soon as
/// they are complete. Its verdict is that of pith_decode() on the whole text.
typedef struct pith_stream_reader pith_stream_reader;

/// Options: `max_held_bytes`, and `require_summary` (false), which refuses a
/// text that was cut. The callbacks are copied.
PITH_C_API int32_t pith_stream_reader_new(
    const pith_reader_callbacks* callbacks, void* context,
    const pith_settings* settings, pith_stream_reader** out, pith_error* error);
PITH_C_API void pith_stream_reader_free(pith_stream_reader* reader);
/// Takes the next bytes. After a failure every call returns it again. Offsets
/// count from the beginning of the whole text; there is no line and column.
PITH_C_API int32_t pith_stream_reader_feed(pith_stream_reader* reader,
                                           const char* chunk, size_t chunk_size,
                                           pith_error* error);
/// The text is complete.
PITH_C_API int32_t pith_stream_reader_finish(pith_stream_reader* reader,
                                             pith_error* error);
/// Begins another text. Not from inside a callback.
PITH_C_API int32_t pith_stream_reader_reset(pith_stream_reader* reader);

// ---------------------------------------------------------------------------
// Deltas

/// How a value is a keyed set: rows in any order, told apart by one field.
typedef struct pith_keyed_set {
  size_t struct_size;
  const char* key;  ///< the field; NULL: "id"
  size_t key_size;
  const char* name;  ///< the section that holds the rows; NULL: "rows"
  size_t name_size;
  const pith_view* fields;  ///< which columns come first
  size_t field_count;
} pith_keyed_set;

/// When a producer sends everything again, although a delta would do.
enum pith_reanchor {
  PITH_REANCHOR_DEFAULT = 0,  ///< every 15 deltas
  PITH_REANCHOR_NEVER = 1,
  PITH_REANCHOR_EVERY = 2,
  PITH_REANCHOR_BY_SIZE = 3,
};

/// For pith_producer_options::max_percent.
#define PITH_ANY_PERCENT UINT32_MAX

typedef struct pith_producer_options {
  size_t struct_size;
  const char* tool;  ///< named by full payloads
  size_t tool_size;
  int32_t policy;  ///< a pith_reanchor
  /// A delta must be smaller than this share of the full payload; 0: 60.
  uint32_t max_percent;
  uint64_t every;  ///< for PITH_REANCHOR_EVERY; 0: 15
} pith_producer_options;

enum pith_outcome {
  PITH_OUTCOME_UNCHANGED = 0,
  PITH_OUTCOME_DELTA = 1,
  PITH_OUTCOME_FULL = 2,
};

/// What a producer sends.
typedef struct pith_update {
  size_t struct_size;
  pith_text* text;  ///< yours: pith_text_free()
  int32_t outcome;  ///< a pith_outcome
  int32_t reserved;
} pith_update;

/// The root of a keyed set: `sha256:` and 64 hexadecimal digits. `set` may be
/// NULL, as everywhere.
PITH_C_API int32_t pith_delta_root(pith_value rows, const pith_keyed_set* set,
                                   pith_text** out, pith_error* error);
/// What makes `next` of `base`, as it is sent.
PITH_C_API int32_t pith_delta_diff(pith_value base, pith_value next,
                                   const pith_keyed_set* set, pith_text** out,
                                   pith_error* error);
/// The rows that a delta makes of its base; both roots are checked.
PITH_C_API int32_t pith_delta_apply(pith_value base, const pith_keyed_set* set,
                                    const char* delta, size_t delta_size,
                                    const pith_settings* settings,
                                    pith_document** out, pith_error* error);

/// The same for graphs: objects with `symbols` and `edges`.
PITH_C_API int32_t pith_graph_root(pith_value graph, pith_text** out,
                                   pith_error* error);
PITH_C_API int32_t pith_graph_diff(pith_value base, pith_value next,
                                   pith_text** out, pith_error* error);
PITH_C_API int32_t pith_graph_apply(pith_value base, const char* delta,
                                    size_t delta_size,
                                    const pith_settings* settings,
                                    pith_document** out, pith_error* error);

/// Answers with the least that brings a consumer up to date. It holds a copy of
/// what was sent last.
typedef struct pith_delta_producer pith_delta_producer;
/// Holds a keyed set and follows its updates.
typedef struct pith_delta_consumer pith_delta_consumer;

PITH_C_API int32_t pith_delta_producer_new(const pith_keyed_set* set,
                                           const pith_producer_options* options,
                                           const pith_settings* settings,
                                           pith_delta_producer** out,
                                           pith_error* error);
PITH_C_API void pith_delta_producer_free(pith_delta_producer* producer);
/// A full payload. After a failure the next answer is full.
PITH_C_API int32_t pith_delta_producer_full(pith_delta_producer* producer,
                                            pith_value rows, pith_update* out,
                                            pith_error* error);
/// For a consumer that holds what was sent last.
PITH_C_API int32_t pith_delta_producer_next(pith_delta_producer* producer,
                                            pith_value rows, pith_update* out,
                                            pith_error* error);
/// For a consumer that names the root it holds.
PITH_C_API int32_t pith_delta_producer_answer(
    pith_delta_producer* producer, pith_value rows, const char* held_root,
    size_t held_root_size, pith_update* out, pith_error* error);
/// The root of what was sent last; empty before the first.
PITH_C_API int32_t pith_delta_producer_root(const pith_delta_producer* producer,
                                            pith_text** out, pith_error* error);

/// Option: `verify` (true).
PITH_C_API int32_t pith_delta_consumer_new(const pith_settings* settings,
                                           pith_delta_consumer** out,
                                           pith_error* error);
PITH_C_API void pith_delta_consumer_free(pith_delta_consumer* consumer);
/// Takes a full payload, a delta or an unchanged answer. All or nothing: on
/// failure the set is as it was. `outcome` (a pith_outcome) may be NULL.
PITH_C_API int32_t pith_delta_consumer_receive(pith_delta_consumer* consumer,
                                               const char* wire,
                                               size_t wire_size,
                                               int32_t* outcome,
                                               pith_error* error);
/// The rows; `null` before the first full payload. Valid until the next
/// pith_delta_consumer_receive() that succeeds.
PITH_C_API pith_value
pith_delta_consumer_rows(const pith_delta_consumer* consumer);
/// To be sent with the next request; empty before the first full payload.
PITH_C_API int32_t pith_delta_consumer_root(const pith_delta_consumer* consumer,
                                            pith_text** out, pith_error* error);

/// As pith_delta_producer, for graphs.
typedef struct pith_graph_delta_producer pith_graph_delta_producer;
/// Holds a graph and follows its updates.
typedef struct pith_graph_delta_consumer pith_graph_delta_consumer;

/// pith_producer_options::tool is not used: each graph has its own.
PITH_C_API int32_t pith_graph_delta_producer_new(
    const pith_producer_options* options, const pith_settings* settings,
    pith_graph_delta_producer** out, pith_error* error);
PITH_C_API void pith_graph_delta_producer_free(
    pith_graph_delta_producer* producer);
/// A full payload, with its root. After a failure the next answer is full.
PITH_C_API int32_t pith_graph_delta_producer_full(
    pith_graph_delta_producer* producer, pith_value graph, pith_update* out,
    pith_error* error);
/// For a consumer that holds what was sent last. A graph that deltas cannot
/// carry is sent in full.
PITH_C_API int32_t pith_graph_delta_producer_next(
    pith_graph_delta_producer* producer, pith_value graph, pith_update* out,
    pith_error* error);
/// For a consumer that names the root it holds.
PITH_C_API int32_t pith_graph_delta_producer_answer(
    pith_graph_delta_producer* producer, pith_value graph,
    const char* held_root, size_t held_root_size, pith_update* out,
    pith_error* error);
/// The root of what was sent last; empty before the first.
PITH_C_API int32_t
pith_graph_delta_producer_root(const pith_graph_delta_producer* producer,
                               pith_text** out, pith_error* error);

/// Option: `verify` (true).
PITH_C_API int32_t pith_graph_delta_consumer_new(
    const pith_settings* settings, pith_graph_delta_consumer** out,
    pith_error* error);
PITH_C_API void pith_graph_delta_consumer_free(
    pith_graph_delta_consumer* consumer);
/// Takes a full payload, a delta or an unchanged answer. All or nothing: on
/// failure the graph is as it was. `outcome` (a pith_outcome) may be NULL.
PITH_C_API int32_t pith_graph_delta_consumer_receive(
    pith_graph_delta_consumer* consumer, const char* wire, size_t wire_size,
    int32_t* outcome, pith_error* error);
/// A copy of the graph, as pith_decode() returns it; an empty graph before the
/// first full payload.
PITH_C_API int32_t
pith_graph_delta_consumer_graph(const pith_graph_delta_consumer* consumer,
                                pith_document** out, pith_error* error);
/// To be sent with the next request; empty before the first full payload.
PITH_C_API int32_t
pith_graph_delta_consumer_root(const pith_graph_delta_consumer* consumer,
                               pith_text** out, pith_error* error);

// ---------------------------------------------------------------------------
// Sessions of graphs

/// The side that answers: symbols that have arrived are referred to by id.
typedef struct pith_session_producer pith_session_producer;
/// The side that receives the answers.
typedef struct pith_session_consumer pith_session_consumer;

typedef struct pith_session_answer {
  size_t struct_size;
  pith_text* text;    ///< yours: pith_text_free()
  uint64_t ticket;    ///< to confirm it by; 0 when it needs none
  size_t references;  ///< symbols that are only referred to
} pith_session_answer;

PITH_C_API int32_t pith_session_producer_new(pith_session_producer** out,
                                             pith_error* error);
PITH_C_API void pith_session_producer_free(pith_session_producer* producer);
/// Encodes the next answer: an object with `symbols` and `edges`.
PITH_C_API int32_t pith_session_producer_encode(pith_session_producer* producer,
                                                pith_value graph,
                                                pith_session_answer* out,
                                                pith_error* error);
/// The consumer has taken the answer with this ticket. PITH_NOT_FOUND when it
/// does not matter any more.
PITH_C_API int32_t
pith_session_producer_confirm(pith_session_producer* producer, uint64_t ticket);
/// The consumer has lost or reset its own: the next answer declares everything.
PITH_C_API int32_t pith_session_producer_reset(pith_session_producer* producer);

PITH_C_API int32_t pith_session_consumer_new(const pith_settings* settings,
                                             pith_session_consumer** out,
                                             pith_error* error);
PITH_C_API void pith_session_consumer_free(pith_session_consumer* consumer);
/// Decodes an answer, with references resolved. After a failure everything is
/// as before: ask for a full payload and do not confirm.
PITH_C_API int32_t pith_session_consumer_decode(pith_session_consumer* consumer,
                                                const char* wire,
                                                size_t wire_size,
                                                pith_document** out,
                                                pith_error* error);
/// Forgets everything. Tell the producer.
PITH_C_API int32_t pith_session_consumer_reset(pith_session_consumer* consumer);

#if defined(__cplusplus)
}
#endif

#endif  // PITH_PITH_H
