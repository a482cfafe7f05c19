/** The built service, in a separate process, with an ERP over HTTP. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { later } from '../../engine/sources/http/double.ts';
import { loadKey, post, type Reply } from '../../outages/load.ts';
import { completed } from '../../support/check-profile.ts';
import { type Program, startProgram } from '../../support/program.ts';

export interface Served extends Program {
  ask(path: string, body?: object): Promise<Reply>;
}

interface Serving {
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** Serves a profile, its other endpoints unavailable, until the test ends. Everything is logged. */
export async function serve(profile: string, { environment = {}, flags = [] }: Serving = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-http-'));
  const file = join(folder, 'profile.yaml');
  writeFileSync(file, completed(profile));
  const program = await startProgram(file, { ...loadKey, ...environment }, [
    ...['--installation', 'test', '--log-level', 'debug'],
    ...flags,
  ]);
  later(async () => {
    await program.kill();
    rmSync(folder, { recursive: true });
  });
  return { ...program, ask: (path, body = {}) => post(program.baseUrl, path, body) };
}

/** How often each status was answered. */
export function statuses(replies: readonly Pick<Reply, 'status'>[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
