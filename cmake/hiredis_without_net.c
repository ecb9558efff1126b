/* SPDX-License-Identifier: MIT
   In the place of hiredis' net.c where there are no sockets of POSIX. pith uses
   the reader and the formatter of hiredis, and sockets of its own; what
   connects is linked, because it is in the same file, and never called. */
#include "net.h"

int redisCheckSocketError(redisContext* c) {
  (void)c;
  return REDIS_ERR;
}

int redisContextSetTimeout(redisContext* c, const struct timeval tv) {
  (void)c;
  (void)tv;
  return REDIS_ERR;
}

int redisContextConnectTcp(redisContext* c, const char* address, int port,
                           const struct timeval* timeout) {
  (void)c;
  (void)address;
  (void)port;
  (void)timeout;
  return REDIS_ERR;
}

int redisContextConnectBindTcp(redisContext* c, const char* address, int port,
                               const struct timeval* timeout,
                               const char* source) {
  (void)c;
  (void)address;
  (void)port;
  (void)timeout;
  (void)source;
  return REDIS_ERR;
}

int redisContextConnectUnix(redisContext* c, const char* path,
                            const struct timeval* timeout) {
  (void)c;
  (void)path;
  (void)timeout;
  return REDIS_ERR;
}

int redisKeepAlive(redisContext* c, int interval) {
  (void)c;
  (void)interval;
  return REDIS_ERR;
}
