// SPDX-License-Identifier: MIT
// Lines of a stream. A file of its own, since a server that a test kills on
// purpose must not take over the signal handlers of support.mjs.

// Calls take(line) for each line feed, with the text before it as UTF-8. Parts
// of a line are joined once, however many chunks it comes in.
export function each_line(stream, take) {
  let parts = [];
  stream.on('data', (chunk) => {
    let begin = 0;
    for (let end; (end = chunk.indexOf(10, begin)) >= 0; begin = end + 1) {
      parts.push(chunk.subarray(begin, end));
      const line = Buffer.concat(parts).toString();
      parts = [];
      take(line);
    }
    parts.push(chunk.subarray(begin));
  });
}
