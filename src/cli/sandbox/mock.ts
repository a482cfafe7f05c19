/** The mock ERP: the demo profile, served on this machine with a temporary database. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Secret } from '../../../engine/index.ts';
import { digestOf, generateKey, type KeyApp } from '../../service/config/api-keys.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { serve } from '../../service/lifecycle/serve.ts';
import type { Target } from './target.ts';

/** Longest wait for a key rotation, in milliseconds. Longer than the service takes to read a changed key file. */
const rotationTimeoutMs = 30_000;

interface Mock {
  readonly target: Target;
  /** Settles when the service has stopped. */
  readonly stopped: Promise<unknown>;
  /** Stops the service, and removes its files. */
  stop(): Promise<void>;
}

/** Starts the mock ERP on a free port of the loopback interface. Undefined if it did not start; findings have been shown then. */
export async function startMock(host: Host): Promise<Mock | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-mock-'));
  const keyFile = join(folder, 'keys.yaml');
  const [ordering, receivables, next] = [generateKey(), generateKey(), generateKey()];
  writeKeys(keyFile, { ordering, receivables });
  const stopRequest = Promise.withResolvers<string>();
  host.onStop(stopRequest.resolve);
  const listening = Promise.withResolvers<string>();
  // Settings of other services on this machine must not apply.
  const env = { DEMO_DATABASE: join(folder, 'demo.sqlite') };
  const mockHost: Host = {
    ...host,
    env,
    cwd: folder,
    onStop: (listener) => void stopRequest.promise.then(listener),
    onReload: () => undefined,
  };
  const stopped = serve(mockHost, {
    flags: {
      ...{ profile: 'demo', host: '127.0.0.1', port: '0', demoSku: 'DEMO-SKU', logLevel: 'error' },
      ...{ keyFile, store: join(folder, 'store.sqlite') },
    },
    needsKey: true,
    extraKeys: () => [],
    announce: listening.resolve,
  });
  const stop = async (): Promise<void> => {
    stopRequest.resolve('the sandbox has ended');
    await stopped;
    rmSync(folder, { recursive: true, force: true });
  };
  const started: string | ExitStatus = await Promise.race([listening.promise, stopped]);
  if (typeof started !== 'string') {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const rotate = (): void => writeKeys(keyFile, { ordering: next, receivables });
  const rotation = { next, timeoutMs: rotationTimeoutMs, waiting: rotate };
  return { target: { baseUrl: started, keys: { ordering, receivables }, rotation }, stopped, stop };
}

function writeKeys(file: string, keys: Readonly<Record<Exclude<KeyApp, 'both'>, Secret>>): void {
  const entries = Object.entries(keys).map(([app, key]) => {
    return { name: app, app, sha256: Buffer.from(digestOf(key.reveal())).toString('hex') };
  });
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(entries));
}
