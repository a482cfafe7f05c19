/** Sends requests byte by byte as they were generated, and reads the answers in the form that the contract's rules take. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { parseBody } from '../../engine/index.ts';
import type { Answer } from '../../src/workbench/checks/validation/index.ts';
import type { FuzzRequest, SentKey } from './generate.ts';

/** The keys of the service under test. */
export const keys = {
  ordering: 'fuzz_ordering_key_of_no_installation_01',
  receivables: 'fuzz_receivables_key_of_no_installation_02',
} as const;

/** Longest time for an answer, in milliseconds; more than any deadline of the service. */
const patience = 60_000;

function authorization(key: SentKey, app: FuzzRequest['endpoint']['app']): string | undefined {
  const ownApp = app === 'receivables' ? 'receivables' : 'ordering';
  switch (key) {
    case 'own':
      return `Bearer ${keys[ownApp]}`;
    case 'other':
      return `Bearer ${keys[ownApp === 'ordering' ? 'receivables' : 'ordering']}`;
    case 'wrong':
      return 'Bearer not_a_key_of_this_service_0123456789';
    case 'none':
      return undefined;
  }
}

function answerOf(status: number, headers: ReadonlyMap<string, string>, text: string, ms: number): Answer {
  const parsed = parseBody(text);
  const echoesKey = Object.values(keys).some((key) => text.includes(key));
  return {
    ...{ kind: 'answer', status, headers, text, isJson: parsed.ok, body: parsed.ok ? parsed.body : undefined },
    ...{ echoesKey, ms },
  };
}

const headersOf = ({ rawHeaders }: IncomingMessage): ReadonlyMap<string, string> =>
  new Map(rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? '']] : [])));

export interface Sender {
  /** Rejects if no answer arrives. */
  send(fuzz: FuzzRequest): Promise<Answer>;
  /** Sends bytes on a new connection. Undefined if the service closes it without an answer. */
  raw(bytes: Buffer): Promise<Answer | undefined>;
  close(): void;
}

/** `callers`: most connections at the same time. */
export function openSender(baseUrl: string, callers: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const { hostname, port } = new URL(baseUrl);

  function send(fuzz: FuzzRequest): Promise<Answer> {
    const { method, endpoint, urlPath: path = endpoint.path, contentType, body } = fuzz;
    const bearer = authorization(fuzz.key, endpoint.app);
    const headers = {
      ...(bearer === undefined ? {} : { authorization: bearer }),
      ...(contentType === '' ? {} : { 'content-type': contentType }),
      'content-length': body.length,
    };
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      const call = request({ hostname, port, path, method, headers, agent, timeout: patience }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve(answerOf(response.statusCode ?? 0, headersOf(response), text, performance.now() - begun));
        });
      });
      call.on('timeout', () => call.destroy(new Error('no answer within 60 s')));
      call.on('error', reject);
      call.end(body);
    });
  }

  function raw(bytes: Buffer): Promise<Answer | undefined> {
    const begun = performance.now();
    return new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => socket.end(bytes));
      socket.setTimeout(patience, () => socket.destroy(new Error('no answer within 60 s')));
      socket.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      // A reset after the answer is the end of a connection whose bytes the service does not read.
      socket.on('error', (error) => (text === '' && socket.connecting ? reject(error) : undefined));
      socket.on('close', () => resolve(firstAnswer(text, performance.now() - begun)));
    });
  }

  return { send, raw, close: () => agent.destroy() };
}

/** The first answer in the bytes of a connection. */
function firstAnswer(text: string, ms: number): Answer | undefined {
  const match = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n([\s\S]*?)\r\n\r\n/.exec(text);
  if (match === null) return undefined;
  const [head, status, lines = ''] = match;
  const headers = new Map(
    lines
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const length = Number(headers.get('content-length') ?? 0);
  const body = Buffer.from(text.slice(head.length)).subarray(0, length).toString();
  return answerOf(Number(status), headers, body, ms);
}
