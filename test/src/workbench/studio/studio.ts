/** A studio within this process, and requests to it on the level of sockets. */
import { cpSync, mkdtempSync, realpathSync } from 'node:fs';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Contract, openEngine } from '../../../../engine/index.ts';
import { openApi, contract as wholeContract } from '../../../../src/contract/index.ts';
import type { Host } from '../../../../src/service/lifecycle/host.ts';
import { startStudio } from '../../../../src/workbench/studio/studio.ts';

export const root = join(import.meta.dirname, '../../../..');

/** A copy of a shipped profile in a new folder. */
export function profileCopy(name = 'demo'): string {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'engine-studio-test-'))), name);
  cpSync(join(root, 'profiles', name), folder, { recursive: true, filter: (path) => !/\.sqlite/.test(path) });
  return folder;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface StudioUnderTest {
  readonly folder: string;
  readonly port: number;
  readonly token: string;
  /** What the studio wrote to stderr. */
  readonly errors: () => string;
  /** Sends exactly these headers, and `host` unless they name one. */
  send(method: string, path: string, headers?: OutgoingHttpHeaders, body?: string): Promise<Answer>;
  /** Exchanges the token for the cookie of the session. */
  signIn(): Promise<string>;
  /** Calls an operation as the page does. Returns the status and the parsed body. */
  call(
    name: string,
    given: object,
  ): Promise<{ readonly status: number; readonly answer: unknown; readonly text: string }>;
  /** Opens the stream of events. `first` resolves with the first event of a kind. */
  listen(kind: string): Promise<{ readonly first: Promise<void> }>;
}

interface StudioOptions {
  readonly env?: Host['env'];
  readonly profile?: string;
  readonly contract?: Contract;
  /** Pages that may show the studio in a frame. */
  readonly framedBy?: readonly string[];
}

function hostFor(folder: string, { env, contract }: Pick<Host, 'env' | 'contract'>, err: (text: string) => void): Host {
  return {
    ...{ out: () => undefined, err, log: { write: err, flush: () => undefined }, ask: undefined, input: undefined },
    ...{ color: { out: false, err: false }, width: undefined, env, cwd: folder, packageRoot: root, version: '0' },
    ...{ openFiles: undefined, nodeVersion: '24.0.0', now: Date.now, clock: () => performance.now() },
    ...{ onStop: () => undefined, onReload: () => undefined, onCrash: () => undefined, contract, openEngine },
    openApi: async () => openApi(contract),
  };
}

/** Starts a studio for the profile in `folder`. It ends with the test. */
export async function openStudio(
  folder: string,
  { env = {}, profile = join(folder, 'profile.yaml'), contract = wholeContract, framedBy = [] }: StudioOptions = {},
): Promise<StudioUnderTest> {
  let errors = '';
  const environment = { DEMO_DATABASE: join(folder, 'demo.sqlite'), ...env };
  const host = hostFor(folder, { env: environment, contract }, (text) => {
    errors += text;
  });
  const started = await startStudio({ host, flags: { profile }, port: 0, framedBy });
  if (!started.ok) throw new Error(started.diagnostics.map(({ message }) => message).join('\n'));
  onTestFinished(() => started.close());
  const { port: portText, searchParams } = new URL(started.address);
  const port = Number(portText);
  const token = searchParams.get('token') ?? '';
  const send: StudioUnderTest['send'] = (method, path, headers = {}, body = '') =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (more: string) => {
          text += more;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  let cookie: string | undefined;
  const signIn = async (): Promise<string> => {
    const { headers } = await send('GET', `/?token=${token}`);
    return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  };
  return {
    ...{ folder, port, token, send, signIn, errors: () => errors },
    async call(name, given) {
      cookie ??= await signIn();
      const headers = { cookie, origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' };
      const { status, body } = await send('POST', `/api/${name}`, headers, JSON.stringify(given));
      return { status, answer: body === '' ? undefined : JSON.parse(body), text: body };
    },
    async listen(kind) {
      cookie ??= await signIn();
      const { promise, resolve } = Promise.withResolvers<void>();
      const response = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { cookie } });
      const read = async (): Promise<void> => {
        for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          if (text.includes(`"kind":"${kind}"`)) return resolve();
        }
      };
      void read();
      return { first: promise };
    },
  };
}
