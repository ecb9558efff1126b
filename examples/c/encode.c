// SPDX-License-Identifier: MIT
// Rows to GCF and back, and errors with line and column.
#include <pith/pith.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Two rows, built without any text.
static pith_document* make_rows(void) {
  static const char* const names[] = {"bolt", "nut"};
  pith_builder* builder = NULL;
  pith_document* rows = NULL;
  if (pith_builder_new(NULL, &builder, NULL) != PITH_OK) return NULL;
  pith_builder_begin_array(builder);
  for (int i = 0; i < 2; ++i) {
    pith_builder_begin_object(builder);
    pith_builder_key(builder, "id", 2);
    pith_builder_integer(builder, i + 1);
    pith_builder_key(builder, "name", 4);
    pith_builder_string(builder, names[i], strlen(names[i]));
    pith_builder_end_object(builder);
  }
  pith_builder_end_array(builder);
  // Whatever went wrong before is told here.
  pith_builder_finish(builder, &rows, NULL);
  pith_builder_free(builder);
  return rows;
}

static void print_names(pith_value rows) {
  pith_cursor cursor = pith_cursor_begin(rows);
  pith_value row;
  while (pith_cursor_next(&cursor, &row, NULL) == PITH_OK) {
    pith_value name;
    const char* text;
    size_t size;
    if (pith_value_find(row, "name", 4, &name) == PITH_OK &&
        pith_value_get_string(name, &text, &size) == PITH_OK) {
      printf("name: %.*s\n", (int)size, text);
    }
  }
}

int main(void) {
  pith_error error = {.struct_size = sizeof error};
  pith_document* rows = make_rows();
  pith_text* text = NULL;
  if (pith_encode(pith_document_root(rows), "gcf", 3, NULL, &text, &error) !=
      PITH_OK) {
    fprintf(stderr, "%s: %s\n", error.name, error.detail);
    return 1;
  }
  fputs(pith_text_data(text), stdout);

  // Without a name the format is detected.
  pith_document* back = NULL;
  if (pith_decode(pith_text_data(text), pith_text_size(text), NULL, 0, NULL,
                  &back, &error) != PITH_OK) {
    return 1;
  }
  print_names(pith_document_root(back));

  static const char broken[] = "{\"id\": 1,\n \"id\": 2}";
  pith_document* none = NULL;
  if (pith_decode(broken, sizeof broken - 1, "json", 4, NULL, &none, &error) ==
      PITH_DUPLICATE_KEY) {
    printf("line %" PRIu64 ", column %" PRIu64 ": %s\n", error.line,
           error.column, error.name);
  }
  pith_document_free(back);
  pith_text_free(text);
  pith_document_free(rows);
  return 0;
}
