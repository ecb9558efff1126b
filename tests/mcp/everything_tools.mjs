// SPDX-License-Identifier: MIT
// The tools of the everything server that answer at once, or that ask the
// client in the way of the legacy era.

import {fromJsonSchema} from '@modelcontextprotocol/server';
import {z} from 'zod';
import {pixel, silence} from './everything_rest.mjs';

export function text(...lines) {
  return {content: lines.map((line) => ({type: 'text', text: line}))};
}

function sleep(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

const nothing = z.object({});

// Keywords of JSON Schema 2020-12 that must survive in tools/list.
const schema_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: {street: {type: 'string'}, city: {type: 'string'}},
    },
  },
  properties: {
    name: {type: 'string'},
    address: {$ref: '#/$defs/address'},
    contactMethod: {type: 'string', enum: ['phone', 'email']},
    phone: {type: 'string'},
    email: {type: 'string'},
  },
  allOf: [{anyOf: [{required: ['phone']}, {required: ['email']}]}],
  if: {
    properties: {contactMethod: {const: 'phone'}},
    required: ['contactMethod'],
  },
  then: {required: ['phone']},
  else: {required: ['email']},
  additionalProperties: false,
};

function register_content(server) {
  const tool = (name, description, content) => server.registerTool(
    name, {description, inputSchema: nothing}, async () => ({content}));
  const image = {type: 'image', data: pixel, mimeType: 'image/png'};
  tool('test_simple_text', 'Returns a text',
    text('This is a simple text response for testing.').content);
  tool('test_image_content', 'Returns an image', [image]);
  tool('test_audio_content', 'Returns a sound',
    [{type: 'audio', data: silence, mimeType: 'audio/wav'}]);
  tool('test_embedded_resource', 'Returns a resource', [{
    type: 'resource',
    resource: {
      uri: 'test://embedded-resource', mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    },
  }]);
  tool('test_multiple_content_types', 'Returns a text, an image, a resource', [
    {type: 'text', text: 'Multiple content types test:'},
    image,
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource', mimeType: 'application/json',
        text: JSON.stringify({test: 'data', value: 123}),
      },
    },
  ]);
  server.registerTool('test_error_handling',
    {description: 'Always fails', inputSchema: nothing}, async () => {
      throw new Error('This tool intentionally returns an error for testing');
    });
}

function register_notifying(server, changed) {
  const log = async (context) => {
    for (const step of ['execution started', 'processing data',
      'execution completed']) {
      await context.mcpReq.log('info', `Tool ${step}`);
      await sleep(50);
    }
    return text('Tool with logging executed');
  };
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(name, {
      description: 'Logs three messages while it runs', inputSchema: nothing,
    }, (_, context) => log(context));
  }
  server.registerTool('test_tool_with_progress', {
    description: 'Reports progress three times', inputSchema: nothing,
  }, async (_, {mcpReq}) => {
    const token = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (token !== undefined) {
        await mcpReq.notify({
          method: 'notifications/progress',
          params: {progressToken: token, progress, total: 100},
        });
      }
      await sleep(50);
    }
    return text('Tool with progress executed');
  });
  server.registerTool('test_reconnection', {
    description: 'Closes the stream of its call before it answers',
    inputSchema: nothing,
  }, async (_, {http}) => {
    http?.closeSSE?.();
    await sleep(100);
    return text('Reconnection test completed successfully');
  });
  for (const [name, what] of [['tool', 'tools'], ['prompt', 'prompts']]) {
    server.registerTool(`test_trigger_${name}_change`, {
      description: `Announces that the list of ${what} has changed`,
      inputSchema: nothing,
    }, async () => {
      changed[what]();
      return text(`Announced a change of the ${what}`);
    });
  }
}

// On the stream of the call: the client may not have opened its own yet.
function beside(mcpReq) {
  return {relatedRequestId: mcpReq.id};
}

function register_asking(server) {
  const elicit = (name, description, requestedSchema) => server.registerTool(
    name, {description, inputSchema: nothing}, async (_, {mcpReq}) => {
      const {action, content} = await mcpReq.elicitInput(
        {message: 'Please fill in the form', requestedSchema},
        beside(mcpReq));
      return text(`Elicitation completed: action=${action}, ` +
        `content=${JSON.stringify(content ?? {})}`);
    });
  server.registerTool('test_sampling', {
    description: 'Asks the model of the client',
    inputSchema: z.object({prompt: z.string()}),
  }, async ({prompt}, {mcpReq}) => {
    const {content} = await mcpReq.requestSampling({
      messages: [{role: 'user', content: {type: 'text', text: prompt}}],
      maxTokens: 100,
    }, beside(mcpReq));
    return text(`LLM response: ${content.text ?? JSON.stringify(content)}`);
  });
  server.registerTool('test_elicitation', {
    description: 'Asks the user of the client',
    inputSchema: z.object({message: z.string()}),
  }, async ({message}, {mcpReq}) => {
    const {action, content} = await mcpReq.elicitInput({
      message,
      requestedSchema: {
        type: 'object',
        properties: {
          username: {type: 'string', description: 'User\'s response'},
          email: {type: 'string', description: 'User\'s email address'},
        },
        required: ['username', 'email'],
      },
    }, beside(mcpReq));
    return text(`User response: action=${action}, ` +
      `content=${JSON.stringify(content ?? {})}`);
  });
  elicit('test_elicitation_sep1034_defaults', 'A form with defaults', {
    type: 'object',
    properties: {
      name: {type: 'string', default: 'John Doe'},
      age: {type: 'integer', default: 30},
      score: {type: 'number', default: 95.5},
      status: {
        type: 'string', enum: ['active', 'inactive', 'pending'],
        default: 'active',
      },
      verified: {type: 'boolean', default: true},
    },
    required: [],
  });
  const options = ['option1', 'option2', 'option3'];
  const titled = (word) => ['First', 'Second', 'Third'].map(
    (title, i) => ({const: `value${i + 1}`, title: `${title} ${word}`}));
  elicit('test_elicitation_sep1330_enums', 'A form with all kinds of enums', {
    type: 'object',
    properties: {
      untitledSingle: {type: 'string', enum: options},
      titledSingle: {type: 'string', oneOf: titled('Option')},
      legacyEnum: {
        type: 'string', enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: {type: 'array', items: {type: 'string', enum: options}},
      titledMulti: {type: 'array', items: {anyOf: titled('Choice')}},
    },
    required: [],
  });
}

function register_protocol(server) {
  server.registerTool('json_schema_2020_12_tool', {
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: fromJsonSchema(schema_2020_12),
  }, async (input) => text(`Received: ${JSON.stringify(input)}`));
  server.registerTool('test_x_mcp_header', {
    description: 'Has arguments that are sent as headers too',
    inputSchema: z.object({
      region: z.string().meta({'x-mcp-header': 'Region'}),
      limit: z.number().int().optional(),
    }),
  }, async ({region}) => text(`Region: ${region}`));
}

// Not for the suite, whose texts are too short to be worth an encoding: rows
// with and without structured content.
function register_rows(server) {
  const rows = (count) => Array.from({length: count}, (_, i) => ({
    id: i + 1, customer: `customer ${i % 17}`, city: ['Oslo', 'Lima'][i % 2],
    total: i * 1.25, paid: i % 3 === 0,
  }));
  const inputSchema = z.object({count: z.number().int().default(50)});
  server.registerTool('test_rows', {
    description: 'Returns a table, structured and as text', inputSchema,
    outputSchema: z.object({
      rows: z.array(z.object({
        id: z.number(), customer: z.string(), city: z.string(),
        total: z.number(), paid: z.boolean(),
      })),
    }),
  }, async ({count}) => {
    const structuredContent = {rows: rows(count)};
    return {
      ...text(JSON.stringify(structuredContent, null, 2)), structuredContent,
    };
  });
  server.registerTool('test_rows_text', {
    description: 'Returns a table as text', inputSchema,
  }, async ({count}) => text(JSON.stringify(rows(count), null, 2)));
}

export function register_tools(server, changed) {
  register_content(server);
  register_notifying(server, changed);
  register_asking(server);
  register_protocol(server);
  register_rows(server);
}
