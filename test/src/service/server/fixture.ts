/** A service on a loopback port with an engine that the test controls. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, onTestFinished } from 'vitest';
import { digestOf, type Key, type KeyApp } from '../../../../src/service/config/api-keys.ts';
import type { ServiceEvent } from '../../../../src/service/events/events.ts';
import { type AppOptions, createApp } from '../../../../src/service/server/app.ts';
import type { AppService } from '../../../../src/service/server/app-service.ts';
import type { Engine, EngineEvent } from '../../../../src/service/server/engine-api.ts';
import type { Limits, SharedLimits } from '../../../../src/service/server/limits.ts';
import { createServedServices } from '../../../../src/service/server/served-services.ts';

export * from './fake-engine.ts';

export const orderingKey = 'ordering-key-0123456789';
export const receivablesKey = 'receivables-key-0123456789';

export function keyFor(text: string, app: KeyApp): Key {
  return { name: app, app, digest: digestOf(text), until: undefined };
}

interface Running {
  readonly port: number;
  readonly url: string;
  readonly events: (ServiceEvent | EngineEvent)[];
  /** Changes limits of the running application. */
  setLimits(limits: Partial<AllLimits>): void;
}

type AllLimits = Limits & SharedLimits;

type ListenOptions = Partial<Omit<AppOptions, 'limits'> & AllLimits & Pick<AppService, 'keys' | 'load'>>;

/** Starts the HTTP application on a free port; it is closed when the test ends. */
export async function listen(engine: Engine, options: ListenOptions = {}): Promise<Running> {
  const events: (ServiceEvent | EngineEvent)[] = [];
  const emit = (event: ServiceEvent | EngineEvent): void => void events.push(event);
  const keys = [keyFor(orderingKey, 'ordering'), keyFor(receivablesKey, 'receivables')];
  let limits: AllLimits = {
    bodyLimit: 4096,
    bodyTimeout: 10_000,
    answerTimeout: 60_000,
    unsentLimit: 64 * 1024 ** 2,
    answersLimit: 32 * 1024 ** 2,
    allAnswersLimit: 128 * 1024 ** 2,
    pagesPerKey: 4,
    requestTimeout: 30_000,
    shutdownTimeout: 25_000,
    shutdownDelay: undefined,
    concurrency: 100,
    trustProxy: false,
    ...options,
  };
  const service: AppService = {
    name: undefined,
    route: { kind: 'any' },
    engine,
    emit: options.emit ?? emit,
    keys: options.keys ?? (() => keys),
    limits: () => limits,
    load: options.load ?? { running: 0, answerBytes: 0 },
  };
  const app = createApp({
    contract: engine.contract,
    services: createServedServices([service]),
    emit,
    now: Date.now,
    serviceName: 'test-service',
    phase: () => 'serving',
    pair: undefined,
    ...options,
    limits: () => limits,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  const setLimits = (changed: Partial<AllLimits>): void => {
    limits = { ...limits, ...changed };
  };
  return { port, url: `http://127.0.0.1:${port}`, events, setLimits };
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes and reads until the server closes, or until one whole answer with a length has come. */
export function raw(
  port: number,
  bytes: string | Buffer,
  options: { readonly end?: boolean } = {},
): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const settle = (): void => {
    const answer = parseAnswer(text);
    if (answer === undefined) return;
    socket.destroy();
    resolve(answer);
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
    settle();
  });
  socket.on('close', () => reject(new Error(`closed without an answer: ${JSON.stringify(text)}`)));
  socket.on('error', reject);
  if (options.end) socket.end(bytes);
  else socket.write(bytes);
  return promise;
}

function parseAnswer(text: string): RawAnswer | undefined {
  const split = text.indexOf('\r\n\r\n');
  if (split < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, split).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(first.split(' ')[1]);
  const body = text.slice(split + 4);
  if (status === 100) return parseAnswer(body);
  return Buffer.byteLength(body) < Number(headers['content-length'] ?? 0) ? undefined : { status, headers, body };
}

/** A POST as raw text with the ordering key; `head` replaces or adds headers (undefined removes one). */
export function post(path: string, body: string, head: Readonly<Record<string, string | undefined>> = {}): string {
  const headers = {
    Host: 'test',
    Authorization: `Bearer ${orderingKey}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...head,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  );
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Polls until `check` gives something. */
export async function until<T>(check: () => T | undefined | false | Promise<T | undefined | false>): Promise<T> {
  for (let turn = 0; turn < 2_500; turn++) {
    const findings = await check();
    if (findings !== undefined && findings !== false) return findings;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it never came true');
}

/** A new folder with these files. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'engine-test-'));
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

/** The contract's error body, with an id for the log. */
export function expectError(answer: RawAnswer, status: number, code: string): void {
  expect({ status: answer.status, body: JSON.parse(answer.body) }).toMatchObject({
    status,
    body: { schemaVersion: '1', error: expect.stringMatching(/\S/), code },
  });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
}
