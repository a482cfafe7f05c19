/** The command line within this process. */
import { join } from 'node:path';
import { runCli } from '../../../src/cli/program.ts';
import type { Host } from '../../../src/service/lifecycle/host.ts';
import { hostWith } from '../../support/host.ts';

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
  const status = await runCli(
    args,
    hostWith({
      out: (more) => {
        out += more;
      },
      err: hear,
      log: { write: hear, flush: () => undefined },
      ...given,
    }),
  );
  return { status, out, err };
}
