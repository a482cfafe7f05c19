/** The command line within this process. */
import { join } from 'node:path';
import { openEngine } from '../../../engine/index.ts';
import { runCli } from '../../../src/cli/program.ts';
import { contract, openApi } from '../../../src/contract/index.ts';
import type { Host } from '../../../src/service/lifecycle/host.ts';

export const root = join(import.meta.dirname, '../../..');

export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs it to its end; a service that listens after all is stopped. */
export async function runHere(
  args: readonly string[],
  given: Pick<Host, 'env' | 'cwd'> & Partial<Host>,
): Promise<Ended> {
  let out = '';
  let err = '';
  const hear = (more: string): void => {
    err += more;
  };
  const status = await runCli(args, {
    out: (more) => {
      out += more;
    },
    err: hear,
    log: { write: hear, flush: () => undefined },
    ask: undefined,
    input: undefined,
    color: { out: false, err: false },
    width: undefined,
    packageRoot: root,
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
  });
  return { status, out, err };
}
