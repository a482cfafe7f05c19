/** The service over a real ERP, with the settings of an installation and no replaced connections. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBases } from '../../engine/index.ts';
import { type Declared, declaredBy } from '../../engine/tools/index.ts';
import { contract } from '../../src/contract/index.ts';
import { locateBase } from '../../src/service/config/locate-base.ts';
import { openServiceUnderTest } from '../../src/workbench/checks/conformance/service-under-test.ts';
import { type Caller, createCaller } from '../../src/workbench/checks/validation/index.ts';
import type { RealErp } from './erp.ts';

const root = join(import.meta.dirname, '../..');

/** The article of the platform's connection test; no ERP has it. */
export const demoSku = 'CONNECTION-TEST-SKU';

export interface ServedErp {
  readonly caller: Caller;
  /** Rules across endpoints that the profile says its ERP does not follow. */
  readonly deviations: Declared['deviations'];
  close(): Promise<void>;
}

/** Starts the service with the shipped profile. Rejects with the diagnostics if it does not start. */
export async function serveErp({ profile, environment }: Pick<RealErp, 'profile' | 'environment'>): Promise<ServedErp> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-real-'));
  const profileFile = join(root, 'profiles', profile, 'profile.yaml');
  const locate = locateBase({ cwd: root, packageRoot: root });
  const text = readFileSync(profileFile, 'utf8');
  const declared = declaredBy(text, await readBases(text, profileFile, profile, locate));
  const opened = await openServiceUnderTest({
    ...{ contract, profileFile, profileName: profile, environment },
    ...{ locate, packageRoot: root, demoSku, now: Date.now },
    ...{ connections: new Map(), connectors: new Map(), store: { kind: 'file', file: join(folder, 'store.sqlite') } },
    live: { writes: true },
  });
  const clean = (): void => rmSync(folder, { recursive: true, force: true });
  if (!opened.ok) {
    clean();
    throw new Error(opened.diagnostics.map(({ message }) => message).join('\n'));
  }
  const { service } = opened;
  return {
    deviations: declared?.deviations ?? new Map(),
    caller: createCaller({ baseUrl: service.baseUrl(), keys: service.keys, timeoutMs: 120_000 }),
    close: async () => {
      await service.close();
      clean();
    },
  };
}
