/** A host for the command line within this process. */
import { join } from 'node:path';
import { openEngine } from '../../engine/index.ts';
import { contract, openApi } from '../../src/contract/index.ts';
import type { Host } from '../../src/service/lifecycle/host.ts';

/** Without a terminal, environment variables and open files, unless `given` has them. A service that listens is stopped at once. */
export function hostWith(given: Pick<Host, 'cwd'> & Partial<Host>): Host {
  const { err = () => undefined } = given;
  return {
    out: () => undefined,
    err,
    log: { write: err, flush: () => undefined },
    ask: undefined,
    input: undefined,
    color: { out: false, err: false },
    width: undefined,
    env: {},
    packageRoot: join(import.meta.dirname, '../..'),
    version: '0',
    openFiles: undefined,
    nodeVersion: '24.0.0',
    now: Date.now,
    clock: Date.now,
    onStop: (listener) => listener('it should not have started'),
    onReload: () => undefined,
    onCrash: () => undefined,
    contract,
    openEngine,
    openApi: async () => openApi(contract),
    ...given,
  };
}
