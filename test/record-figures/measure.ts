/** Records a session with a shipped profile, and runs the recorded cases as a user does. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { OmittedCall } from '../../src/workbench/record/attempt.ts';
import { type RecordInput, record } from '../../src/workbench/record/record.ts';
import type { Scratch } from '../../src/workbench/testing/databases/server-addresses.ts';
import { root, runHere } from '../src/cli/here.ts';
import { openShipped, type ShippedInput } from './shipped.ts';

interface MeasureInput extends ShippedInput {
  /** The servers of `fixtures`. */
  readonly scratch: Scratch;
  /** The folder of the recording: it is replaced. */
  readonly folder: string;
  /** Chooses among the calls; undefined: all are recorded. */
  readonly choose?: RecordInput['choose'];
}

export interface Measured {
  readonly recorded: number;
  readonly left: readonly OmittedCall[];
  /** Cases that fail in `engine test`. */
  readonly failed: number;
  readonly reached: readonly [reached: number, all: number];
  /** Points that no case reaches, as lines. */
  readonly missed: readonly string[];
  readonly seconds: number;
}

/** Rejects where the profile does not start over its fixture. */
export async function measure({ scratch, folder, choose, ...shipped }: MeasureInput): Promise<Measured> {
  await using end = new AsyncDisposableStack();
  const { input, plainProfile, descriptions } = await openShipped(end, shipped);
  const started = performance.now();
  const result = await record({ ...input, key: 'figures', choose, progress: () => undefined });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  const { files, recorded, omittedCalls } = result.recording;
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of new Map([['profile.yaml', plainProfile], ...files])) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const [path, file] of descriptions) cpSync(file, join(folder, path));
  const servers = Object.values(scratch).flatMap((url) => ['--scratch', url]);
  const args = ['test', join(folder, 'profile.yaml'), '--coverage', ...servers];
  const { out, err } = await runHere(args, { env: process.env, cwd: root });
  const numbers = (form: RegExp): readonly number[] => (form.exec(out) ?? []).slice(1).map(Number);
  const [passed, failed] = numbers(/^(\d+) passed, (\d+) failed/m);
  const [some, all] = numbers(/^ +all +(\d+) of (\d+)/m);
  if (passed === undefined || failed === undefined || some === undefined || all === undefined)
    throw new Error(`engine test ends without a result: ${out.slice(-2_000)}${err}`);
  const seconds = Math.round((performance.now() - started) / 1_000);
  const [, missed = ''] = out.split('Not reached:\n');
  return { recorded, left: omittedCalls, failed, reached: [some, all], missed: missed.trimEnd().split('\n'), seconds };
}
