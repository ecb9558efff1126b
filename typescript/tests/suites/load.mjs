// SPDX-License-Identifier: MIT
// The surface of the package over instances of one's choice, since its main
// file chooses by itself.

/** `core`: the URL of dist/core.js. */
export async function load(core, options = {}) {
  const module = await import(core.href ?? core);
  const codecs = await module.startCodecs(options);
  const tokens = await module.startTokens(options);
  const {engine} = codecs;
  const bound = {};
  for (const name of ['encode', 'decode', 'convert', 'detect', 'extract',
    'explain', 'formats']) {
    bound[name] = codecs[name].bind(codecs);
  }
  for (const name of ['countTokens', 'encodeTokens', 'decodeTokens', 'auto',
    'compare', 'fit', 'shorten']) {
    bound[name] = tokens[name].bind(tokens);
  }
  for (const name of ['packRoot', 'diff', 'encodeDelta', 'decodeDelta',
    'applyDelta', 'graphRoot', 'graphDiff', 'encodeGraphDelta', 'graphApply']) {
    bound[name] = (...given) => module[name](engine, ...given);
  }
  for (const name of ['StreamWriter', 'StreamReader', 'DeltaProducer',
    'DeltaConsumer', 'GraphDeltaProducer', 'GraphDeltaConsumer',
    'SessionProducer', 'SessionConsumer', 'GraphWriter']) {
    bound[name] = class extends module[name] {
      constructor(...given) {
        super(engine, ...given);
      }
    };
  }
  return {
    ...bound,
    loadTokenizer: tokens.load.bind(tokens),
    encodeRows: (...given) => module.encodeRowsStream(engine, ...given),
    decodeRows: (...given) => module.decodeRowsStream(engine, ...given),
    decodeEvents: (...given) => module.decodeEventsStream(engine, ...given),
    PithError: module.PithError,
    testing: {engine, tokens},
  };
}
