// SPDX-License-Identifier: MIT
// Rows written one by one, and read from chunks.
#include <pith/pith.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Where the writer writes to, as far as it has room.
struct buffer {
  char bytes[1024];
  size_t size;
};

static int32_t append(void* context, const char* data, size_t size) {
  struct buffer* to = context;
  if (size > sizeof to->bytes - to->size) return 0;
  memcpy(to->bytes + to->size, data, size);
  to->size += size;
  return 1;
}

static int32_t write_orders(struct buffer* to, pith_error* error) {
  static const pith_view fields[] = {{"id", 2}, {"total", 5}};
  pith_stream_writer* writer = NULL;
  int32_t status = pith_stream_writer_new(append, to, NULL, &writer, error);
  if (status == PITH_OK) {
    status =
        pith_stream_writer_begin_table(writer, "orders", 6, fields, 2, error);
  }
  for (int i = 1; status == PITH_OK && i <= 3; ++i) {
    const pith_cell row[] = {{.type = PITH_CELL_INTEGER, .integer = i},
                             {.type = PITH_CELL_REAL, .real = i * 9.5}};
    status = pith_stream_writer_row(writer, row, 2, error);
  }
  if (status == PITH_OK) status = pith_stream_writer_finish(writer, error);
  pith_stream_writer_free(writer);
  return status;
}

static int32_t print_row(void* context, pith_value row) {
  pith_value total;
  double number = 0;
  if (pith_value_find(row, "total", 5, &total) == PITH_OK) {
    pith_value_get_double(total, &number);
  }
  printf("row %d: total %.1f\n", ++*(int*)context, number);
  return 1;
}

int main(void) {
  struct buffer text = {.size = 0};
  pith_error error = {.struct_size = sizeof error};
  if (write_orders(&text, &error) != PITH_OK) {
    fprintf(stderr, "%s: %s\n", error.name, error.detail);
    return 1;
  }
  fwrite(text.bytes, 1, text.size, stdout);

  int rows = 0;
  const pith_reader_callbacks callbacks = {.struct_size = sizeof callbacks,
                                           .item = print_row};
  pith_stream_reader* reader = NULL;
  int32_t status =
      pith_stream_reader_new(&callbacks, &rows, NULL, &reader, &error);
  for (size_t at = 0; status == PITH_OK && at < text.size; at += 16) {
    const size_t left = text.size - at;
    status = pith_stream_reader_feed(reader, text.bytes + at,
                                     left < 16 ? left : 16, &error);
  }
  if (status == PITH_OK) status = pith_stream_reader_finish(reader, &error);
  pith_stream_reader_free(reader);
  printf("%s, %d rows\n", pith_status_name(status), rows);
  return status == PITH_OK ? 0 : 1;
}
