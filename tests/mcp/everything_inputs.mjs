// SPDX-License-Identifier: MIT
// The tools of the everything server that need input from the client and get
// it in the way of the modern era: they say what is missing, and are called
// again with the answers.

import {randomBytes} from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY, acceptedContent, createRequestStateCodec,
  inputRequired, inputResponse,
} from '@modelcontextprotocol/server';
import {z} from 'zod';
import {text} from './everything_tools.mjs';

// Signs what a client carries from one round to the next.
export const request_states = createRequestStateCodec({key: randomBytes(32)});

const named = z.object({name: z.string()});
const confirmed = z.object({ok: z.boolean()});
const coloured = z.object({color: z.string()});

function ask(message, requestedSchema) {
  return inputRequired.elicit({message, requestedSchema});
}

function sample(question, maxTokens = 100) {
  return inputRequired.createMessage({
    messages: [{role: 'user', content: {type: 'text', text: question}}],
    maxTokens,
  });
}

// A result that asks; with a state, which is signed, if there is one.
async function need(inputRequests, context, state) {
  return inputRequired({
    inputRequests,
    ...state !== undefined &&
      {requestState: await request_states.mint(state, context)},
  });
}

// A tool from its answers: `run` gets them, the state that came back, and the
// context.
function register(server, name, description, run) {
  server.registerTool(`test_input_required_result_${name}`,
    {description, inputSchema: z.object({})},
    (_, context) => run(context.mcpReq.inputResponses,
      context.mcpReq.requestState(), context));
}

function register_single(server) {
  register(server, 'elicitation', 'Asks for a name', (answers, _, context) => {
    const answer = acceptedContent(answers, 'user_name', named);
    return answer === undefined ?
      need({user_name: ask('What is your name?', named)}, context) :
      text(`Hello, ${answer.name}!`);
  });
  register(server, 'sampling', 'Asks the model', (answers, _, context) => {
    const answer = inputResponse(answers, 'capital_question');
    return answer.kind !== 'sampling' ?
      need({capital_question: sample('What is the capital of France?')},
        context) :
      text(`The model says: ${answer.result.content.text}`);
  });
  register(server, 'list_roots', 'Asks for the roots',
    (answers, _, context) => {
      const answer = inputResponse(answers, 'client_roots');
      return answer.kind !== 'roots' ?
        need({client_roots: inputRequired.listRoots()}, context) :
        text(`Roots: ${answer.roots.map(({uri}) => uri).join(', ')}`);
    });
  register(server, 'capabilities', 'Asks only what the client can answer',
    (answers, _, context) => {
      const can = context.mcpReq.envelope?.[CLIENT_CAPABILITIES_META_KEY] ??
        {};
      const requests = {
        ...can.elicitation && {user_name: ask('What is your name?', named)},
        ...can.sampling && {greeting: sample('Generate a greeting')},
        ...can.roots && {client_roots: inputRequired.listRoots()},
      };
      return answers !== undefined || Object.keys(requests).length === 0 ?
        text('Nothing to ask') : need(requests, context);
    });
}

function register_stateful(server) {
  for (const name of ['request_state', 'tampered_state']) {
    register(server, name, 'Asks for a confirmation, with a signed state',
      (answers, state, context) => {
        const answer = acceptedContent(answers, 'confirm', confirmed);
        return answer === undefined || state?.tool !== name ?
          need({confirm: ask('Please confirm', confirmed)}, context,
            {tool: name}) :
          text(`state-ok, ${answer.ok ? 'confirmed' : 'not confirmed'}`);
      });
  }
  register(server, 'multiple_inputs', 'Asks three things at once',
    (answers, state, context) => {
      const answer = acceptedContent(answers, 'user_name', named);
      const greeting = inputResponse(answers, 'greeting');
      const roots = inputResponse(answers, 'client_roots');
      if (answer === undefined || greeting.kind !== 'sampling' ||
          roots.kind !== 'roots') {
        return need({
          user_name: ask('What is your name?', named),
          greeting: sample('Generate a greeting', 50),
          client_roots: inputRequired.listRoots(),
        }, context, {round: 1});
      }
      return text(`${greeting.result.content.text} ${answer.name}, ` +
        `you have ${roots.roots.length} roots`);
    });
  register(server, 'multi_round', 'Asks one thing after the other',
    (answers, state, context) => {
      const first = acceptedContent(answers, 'step1', named);
      if (first !== undefined) {
        return need(
          {step2: ask('Step 2: What is your favorite color?', coloured)},
          context, {round: 2, name: first.name});
      }
      const second = acceptedContent(answers, 'step2', coloured);
      return second === undefined || state?.round !== 2 ?
        need({step1: ask('Step 1: What is your name?', named)}, context,
          {round: 1}) :
        text(`${state.name} likes ${second.color}`);
    });
}

export function register_inputs(server) {
  register_single(server);
  register_stateful(server);
  // The SDK refuses to ask a client without the capability, with the error
  // that the protocol has for it.
  server.registerTool('test_missing_capability', {
    description: 'Refuses clients without sampling', inputSchema: z.object({}),
  }, (_, context) => {
    const answer = inputResponse(context.mcpReq.inputResponses, 'word');
    return answer.kind === 'sampling' ? text('The client has sampling') :
      need({word: sample('Say a word')}, context);
  });
  server.registerTool('test_streaming_elicitation', {
    description: 'Reports progress and then asks', inputSchema: z.object({}),
  }, async (_, context) => {
    const {mcpReq} = context;
    const answer = acceptedContent(mcpReq.inputResponses, 'confirm', confirmed);
    if (answer !== undefined) {
      return text(answer.ok ? 'confirmed' : 'not confirmed');
    }
    const token = mcpReq._meta?.progressToken;
    if (token !== undefined) {
      await mcpReq.notify({
        method: 'notifications/progress',
        params: {progressToken: token, progress: 1, total: 2},
      });
    }
    return need({confirm: ask('Please confirm', confirmed)}, context);
  });
}
