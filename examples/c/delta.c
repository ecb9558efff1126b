// SPDX-License-Identifier: MIT
// Sends only what has changed.
#include <pith/pith.h>

#include <stdio.h>
#include <string.h>

static const char* const outcomes[] = {"unchanged", "delta", "full"};

// One state goes from the producer to the consumer.
static int32_t send_state(pith_delta_producer* producer,
                          pith_delta_consumer* consumer, const char* json,
                          pith_error* error) {
  pith_document* rows = NULL;
  int32_t status =
      pith_decode(json, strlen(json), "json", 4, NULL, &rows, error);
  if (status != PITH_OK) return status;
  pith_update update = {.struct_size = sizeof update};
  status = pith_delta_producer_next(producer, pith_document_root(rows), &update,
                                    error);
  pith_document_free(rows);
  if (status != PITH_OK) return status;
  printf("%s\n%s", outcomes[update.outcome], pith_text_data(update.text));
  status =
      pith_delta_consumer_receive(consumer, pith_text_data(update.text),
                                  pith_text_size(update.text), NULL, error);
  pith_text_free(update.text);
  return status;
}

int main(void) {
  // A set this small is sent in full at once, unless deltas may be as large.
  const pith_producer_options options = {.struct_size = sizeof options,
                                         .max_percent = PITH_ANY_PERCENT};
  pith_error error = {.struct_size = sizeof error};
  pith_delta_producer* producer = NULL;
  pith_delta_consumer* consumer = NULL;
  int32_t status =
      pith_delta_producer_new(NULL, &options, NULL, &producer, &error);
  if (status == PITH_OK) {
    status = pith_delta_consumer_new(NULL, &consumer, &error);
  }
  static const char* const states[] = {
      "[{\"id\":1,\"state\":\"up\"},{\"id\":2,\"state\":\"up\"}]",
      "[{\"id\":1,\"state\":\"up\"},{\"id\":2,\"state\":\"down\"}]",
      "[{\"id\":1,\"state\":\"up\"},{\"id\":2,\"state\":\"down\"}]",
  };
  for (int i = 0; status == PITH_OK && i < 3; ++i) {
    status = send_state(producer, consumer, states[i], &error);
  }
  pith_text* json = NULL;
  if (status == PITH_OK) {
    status = pith_encode(pith_delta_consumer_rows(consumer), "json", 4, NULL,
                         &json, &error);
  }
  if (status == PITH_OK) {
    printf("held: %s\n", pith_text_data(json));
  } else {
    fprintf(stderr, "%s: %s\n", error.name, error.detail);
  }
  pith_text_free(json);
  pith_delta_consumer_free(consumer);
  pith_delta_producer_free(producer);
  return status == PITH_OK ? 0 : 1;
}
