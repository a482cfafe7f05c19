/** The service over a real ERP, with the settings of an installation and no replaced connections. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServiceUnderTest } from '../../src/checks/conformance/index.ts';
import { type Caller, createCaller } from '../../src/checks/validation/index.ts';
import { locateBase } from '../../src/config/index.ts';
import { contract } from '../../src/contract/index.ts';
import type { RealErp } from './erp.ts';

const root = join(import.meta.dirname, '../..');

/** The article of the platform's connection test; no ERP has it. */
export const demoSku = 'CONNECTION-TEST-SKU';

export interface ServedErp {
  readonly caller: Caller;
  close(): Promise<void>;
}

/** Starts the service with the shipped profile. Rejects with the diagnostics if it does not start. */
export async function serveErp({ profile, environment }: Pick<RealErp, 'profile' | 'environment'>): Promise<ServedErp> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-real-'));
  const opened = await openServiceUnderTest({
    ...{ contract, profileFile: join(root, 'profiles', profile, 'profile.yaml'), profileName: profile, environment },
    ...{ locate: locateBase({ cwd: root, packageRoot: root }), packageRoot: root, demoSku, now: Date.now },
    ...{ connections: new Map(), connectors: new Map(), store: { kind: 'file', file: join(folder, 'store.sqlite') } },
  });
  const clean = (): void => rmSync(folder, { recursive: true, force: true });
  if (!opened.ok) {
    clean();
    throw new Error(opened.diagnostics.map(({ message }) => message).join('\n'));
  }
  const { service } = opened;
  return {
    caller: createCaller({ baseUrl: service.baseUrl(), keys: service.keys, timeoutMs: 120_000 }),
    close: async () => {
      await service.close();
      clean();
    },
  };
}
