// SPDX-License-Identifier: MIT
// The resources and prompts of the everything server.

import {
  ResourceTemplate, acceptedContent, completable, inputRequired,
} from '@modelcontextprotocol/server';
import {z} from 'zod';

// A red pixel as PNG, and a WAV file without any samples.
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIA' +
  'X8jx0gAAAABJRU5ErkJggg==';
export const silence =
  'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

export function register_resources(server) {
  const resource = (name, uri, mimeType, contents) => server.registerResource(
    name, uri, {description: `The ${name} resource`, mimeType},
    async () => ({contents: [{uri, mimeType, ...contents}]}));
  resource('static-text', 'test://static-text', 'text/plain',
    {text: 'This is the content of the static text resource.'});
  resource('static-binary', 'test://static-binary', 'image/png',
    {blob: pixel});
  resource('watched-resource', 'test://watched-resource', 'text/plain',
    {text: 'Watched resource content'});
  resource('example-resource', 'test://example-resource', 'text/plain',
    {text: 'Example resource content'});
  server.registerResource('template',
    new ResourceTemplate('test://template/{id}/data', {list: undefined}),
    {description: 'Data by id', mimeType: 'application/json'},
    async (uri, {id}) => ({
      contents: [{
        uri: uri.href, mimeType: 'application/json',
        text: JSON.stringify(
          {id, templateTest: true, data: `Data for ID: ${id}`}),
      }],
    }));
  // Only the legacy era has these; nothing is ever updated.
  server.server.setRequestHandler('resources/subscribe', async () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}));
}

function user(content) {
  return {role: 'user', content};
}

export function register_prompts(server) {
  server.registerPrompt('test_simple_prompt',
    {description: 'A prompt without arguments'}, async () => ({
      messages: [
        user({type: 'text', text: 'This is a simple prompt for testing.'}),
      ],
    }));
  const words = ['test', 'paris', 'park', 'party'];
  const word = (which) => completable(
    z.string().describe(`${which} test argument`),
    (value) => words.filter((one) => one.startsWith(value ?? '')));
  server.registerPrompt('test_prompt_with_arguments', {
    description: 'A prompt with two arguments',
    argsSchema: z.object({arg1: word('First'), arg2: word('Second')}),
  }, async ({arg1, arg2}) => ({
    messages: [user({
      type: 'text',
      text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
    })],
  }));
  server.registerPrompt('test_prompt_with_embedded_resource', {
    description: 'A prompt with a resource',
    argsSchema: z.object({resourceUri: z.string()}),
  }, async ({resourceUri}) => ({
    messages: [
      user({
        type: 'resource',
        resource: {
          uri: resourceUri, mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      }),
      user({
        type: 'text', text: 'Please process the embedded resource above.',
      }),
    ],
  }));
  server.registerPrompt('test_prompt_with_image',
    {description: 'A prompt with an image'}, async () => ({
      messages: [
        user({type: 'image', data: pixel, mimeType: 'image/png'}),
        user({type: 'text', text: 'Please analyze the image above.'}),
      ],
    }));
  server.registerPrompt('test_input_required_result_prompt',
    {description: 'A prompt that asks the user first'}, async ({mcpReq}) => {
      const answer = acceptedContent(mcpReq.inputResponses, 'user_context',
        z.object({context: z.string()}));
      if (answer === undefined) {
        return inputRequired({
          inputRequests: {
            user_context: inputRequired.elicit({
              message: 'What context should the prompt use?',
              requestedSchema: z.object({context: z.string()}),
            }),
          },
        });
      }
      return {
        messages: [user({type: 'text', text: `Use ${answer.context}.`})],
      };
    });
}
