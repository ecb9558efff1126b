// SPDX-License-Identifier: MIT
// Counts tokens, and finds the cheapest form of a value.
#include <pith/pith.h>

#include <stdio.h>
#include <string.h>

int main(void) {
  static const char json[] =
      "[{\"id\":1,\"name\":\"bolt\",\"stock\":400},"
      "{\"id\":2,\"name\":\"nut\",\"stock\":390},"
      "{\"id\":3,\"name\":\"washer\",\"stock\":1200}]";
  pith_error error = {.struct_size = sizeof error};
  pith_tokenizer* tokenizer = NULL;
  pith_counter* counter = NULL;
  pith_document* document = NULL;
  pith_auto_result* best = NULL;
  size_t tokens = 0;
  if (pith_tokenizer_load("gpt-4o", 6, &tokenizer, &error) != PITH_OK ||
      pith_counter_new(tokenizer, &counter, &error) != PITH_OK ||
      pith_counter_count(counter, json, strlen(json), &tokens, &error) !=
          PITH_OK ||
      pith_decode(json, strlen(json), "json", 4, NULL, &document, &error) !=
          PITH_OK ||
      pith_auto(pith_document_root(document), counter, NULL, NULL, &best,
                &error) != PITH_OK) {
    fprintf(stderr, "%s: %s\n", error.name, error.detail);
    return 1;
  }
  printf("as it is: %zu tokens\n", tokens);
  printf("as %s: %zu tokens\n", pith_auto_result_format(best),
         pith_auto_result_tokens(best));
  for (size_t i = 0; i < pith_auto_result_count(best); ++i) {
    pith_candidate_count one = {.struct_size = sizeof one};
    if (pith_auto_result_at(best, i, &one) == PITH_OK) {
      printf("  %s %zu\n", one.name, one.tokens);
    }
  }
  pith_auto_result_free(best);
  pith_document_free(document);
  pith_counter_free(counter);
  pith_tokenizer_free(tokenizer);
  return 0;
}
