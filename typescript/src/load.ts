// SPDX-License-Identifier: MIT
// Bytes from wherever a runtime has them.

/** Bytes, or where they are. A string is a URL. */
export type Source = Uint8Array | ArrayBuffer | URL | string;

export async function readBytes(source: Source): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  const url = new URL(source);
  if (url.protocol === 'file:') {
    // fetch() of Node does not read files. Deno and Bun have this module, too;
    // the name in a variable keeps bundlers for browsers from looking for it.
    const name = 'node:fs/promises';
    const {readFile} = await import(name) as
      {readFile(from: URL): Promise<Uint8Array>};
    return readFile(url);
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.href}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// (module (func (drop (i8x16.splat (i32.const 0)))))
const withSimd = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0,
  0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11]);

/** Whether this runtime has SIMD. */
export function hasSimd(): boolean {
  return WebAssembly.validate(withSimd);
}

/** What to run: a compiled module, its bytes, or where they are. */
export type ModuleSource = Source | WebAssembly.Module;

export async function compile(source: ModuleSource):
    Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  return WebAssembly.compile(
    await readBytes(source) as Uint8Array<ArrayBuffer>);
}
