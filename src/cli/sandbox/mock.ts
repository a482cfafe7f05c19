/** The mock ERP: the demo, served on this machine over a database of its own that goes with it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Secret } from '../../../engine/index.ts';
import { digestOf, generateKey, type KeyApp } from '../../config/api-keys.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { runService } from '../../service/run-service.ts';
import type { Target } from './target.ts';

/** Longer than the service takes to notice that its key file has changed. */
const patience = 30_000;

export interface Mock {
  readonly target: Target;
  /** Ends when the service has. */
  readonly stopped: Promise<unknown>;
  /** Stops the service, and removes what it kept. */
  stop(): Promise<void>;
}

/** Serves it on a free port of the loopback interface. Undefined where it did not start, which has been said then. */
export async function startMock(host: Host): Promise<Mock | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-mock-'));
  const keyFile = join(folder, 'keys.yaml');
  const [ordering, receivables, next] = [generateKey(), generateKey(), generateKey()];
  writeKeys(keyFile, { ordering, receivables });
  const asked = Promise.withResolvers<string>();
  host.onStop(asked.resolve);
  const listening = Promise.withResolvers<string>();
  // What the machine's own services are set to must not count here.
  const env = { DEMO_DATABASE: join(folder, 'demo.sqlite') };
  const own: Host = { ...host, env, cwd: folder, onStop: (listener) => void asked.promise.then(listener) };
  const stopped = runService(own, {
    flags: {
      ...{ profile: 'demo', host: '127.0.0.1', port: '0', demoSku: 'DEMO-SKU', logLevel: 'error' },
      ...{ keyFile, store: join(folder, 'store.sqlite') },
    },
    needsKey: true,
    extraKeys: () => [],
    announce: listening.resolve,
  });
  const stop = async (): Promise<void> => {
    asked.resolve('the sandbox has ended');
    await stopped;
    rmSync(folder, { recursive: true, force: true });
  };
  const started: string | ExitStatus = await Promise.race([listening.promise, stopped]);
  if (typeof started !== 'string') {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const rotate = (): void => writeKeys(keyFile, { ordering: next, receivables });
  const rotation = { next, patience, waiting: rotate };
  return { target: { baseUrl: started, keys: { ordering, receivables }, rotation }, stopped, stop };
}

function writeKeys(file: string, keys: Readonly<Record<Exclude<KeyApp, 'both'>, Secret>>): void {
  const entries = Object.entries(keys).map(([app, key]) => {
    return { name: app, app, sha256: Buffer.from(digestOf(key.reveal())).toString('hex') };
  });
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(entries));
}
