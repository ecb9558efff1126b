// SPDX-License-Identifier: MIT
// The server that the conformance suite is run against: everything that its
// scenarios ask for, in both eras of the protocol, on the official SDK.
//
//   node everything_server.mjs           Streamable HTTP on 127.0.0.1:$PORT/mcp
//   node everything_server.mjs stdio
//
// PORT 0, the default, takes a free port. Prints `listening PORT` when ready.

import {randomUUID} from 'node:crypto';
import process from 'node:process';
import {createMcpExpressApp} from '@modelcontextprotocol/express';
import {
  NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest,
} from '@modelcontextprotocol/node';
import {
  McpServer, createMcpHandler, isInitializeRequest, isLegacyRequest,
} from '@modelcontextprotocol/server';
import {serveStdio} from '@modelcontextprotocol/server/stdio';
import {register_inputs, request_states} from './everything_inputs.mjs';
import {register_prompts, register_resources} from './everything_rest.mjs';
import {register_tools} from './everything_tools.mjs';

const cache_hint = {ttlMs: 1000, cacheScope: 'private'};

// One for each modern request, one for each legacy session. `changed` tells
// those who listen that a list has changed.
function create_server(changed) {
  const server = new McpServer({name: 'pith-everything', version: '1.0.0'}, {
    capabilities: {
      completions: {},
      logging: {},
      prompts: {listChanged: true},
      resources: {listChanged: true, subscribe: true},
      tools: {listChanged: true},
    },
    cacheHints: {
      'tools/list': cache_hint, 'prompts/list': cache_hint,
      'resources/list': cache_hint, 'resources/templates/list': cache_hint,
      'resources/read': cache_hint, 'server/discover': cache_hint,
    },
    requestState: {verify: request_states.verify},
  });
  register_tools(server, changed ?? {
    tools: () => server.sendToolListChanged(),
    prompts: () => server.sendPromptListChanged(),
  });
  register_inputs(server);
  register_resources(server);
  register_prompts(server);
  return server;
}

// What a stream of a legacy session has sent, so that it can be resumed. An
// event id names its stream, because only that stream is replayed.
class Events {
  constructor() {
    this.events = [];
    this.count = 0;
  }

  async storeEvent(stream, message) {
    const id = `${stream}/${++this.count}`;
    this.events.push({id, stream, message});
    if (this.events.length > 1000) {
      this.events.shift();
    }
    return id;
  }

  async getStreamIdForEventId(id) {
    return id.slice(0, id.lastIndexOf('/'));
  }

  async replayEventsAfter(last, {send}) {
    const stream = await this.getStreamIdForEventId(last);
    const number = Number(last.slice(stream.length + 1));
    for (const event of this.events) {
      const {id, message} = event;
      // A priming event is stored too and has nothing to be sent again.
      if (event.stream === stream && Object.keys(message).length > 0 &&
          Number(id.slice(stream.length + 1)) > number) {
        await send(id, message);
      }
    }
    return stream;
  }
}

const sessions = new Map();

async function begin_session(request, response) {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore: new Events(),
    retryInterval: 100,
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
    },
  });
  await create_server().connect(transport);
  const closed = transport.onclose;
  transport.onclose = () => {
    sessions.delete(transport.sessionId);
    closed?.();
  };
  await transport.handleRequest(request, response, request.body);
}

function refuse(response, status, message) {
  response.status(status).json(
    {jsonrpc: '2.0', id: null, error: {code: -32000, message}});
}

async function serve_legacy(request, response) {
  const id = request.headers['mcp-session-id'];
  if (id === undefined) {
    if (request.method === 'POST' && isInitializeRequest(request.body)) {
      await begin_session(request, response);
    } else {
      refuse(response, 400, 'Bad Request: a session id is required');
    }
  } else if (sessions.has(id)) {
    await sessions.get(id).handleRequest(request, response, request.body);
  } else {
    refuse(response, 404, 'Session not found');
  }
}

function serve_http(port) {
  const handler = createMcpHandler(() => create_server({
    tools: () => handler.notify.toolsChanged(),
    prompts: () => handler.notify.promptsChanged(),
  }), {legacy: 'reject'});
  const serve_modern = toNodeHandler(handler);
  const app = createMcpExpressApp({jsonLimit: '64mb'});
  app.all('/mcp', async (request, response) => {
    const probe = await toWebRequest(request, request.body);
    await (await isLegacyRequest(probe) ? serve_legacy(request, response) :
      serve_modern(request, response, request.body));
  });
  const server = app.listen(port, '127.0.0.1', (problem) => {
    if (problem) {
      throw problem;
    }
    console.log(`listening ${server.address().port}`);
  });
  const stop = async () => {
    server.close();
    await handler.close();
    await Promise.all([...sessions.values()].map((one) => one.close()));
    server.closeAllConnections();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

if (process.argv[2] === 'stdio') {
  serveStdio(() => create_server());
} else {
  serve_http(Number(process.env.PORT ?? 0));
}
