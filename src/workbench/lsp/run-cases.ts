/** Runs the cases of a profile in another process, and writes their results where the lenses read them. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { resultsFolder, resultsIn } from './test-results.ts';

export interface CaseCounts {
  readonly passed: number;
  readonly failed: number;
}

export interface CaseRun {
  /** Undefined if no case could run. */
  readonly counts: CaseCounts | undefined;
  /** What the run wrote about itself. */
  readonly messages: string;
}

/** Runs `engine test`. `program`: how to start the engine; `folder`: its working directory. Rejects if it cannot be started. */
export async function runCases(program: readonly string[], profile: string, folder: string): Promise<CaseRun> {
  const [command = '', ...args] = program;
  const results = resultsFolder(profile);
  mkdirSync(results, { recursive: true });
  const flags = ['--format', 'junit', '--coverage-lcov', join(results, 'lcov.info')];
  const child = spawn(command, [...args, 'test', profile, ...flags], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<void>((resolve, reject) => child.on('exit', () => resolve()).on('error', reject));
  const [out, messages] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  const caseResults = resultsIn(out);
  if (caseResults === undefined) return { counts: undefined, messages };
  writeFileSync(join(results, 'cases.xml'), out);
  const all = [...caseResults.values()];
  const sum = (count: keyof CaseCounts): number => all.reduce((total, one) => total + one[count], 0);
  return { counts: { passed: sum('passed'), failed: sum('failed') }, messages };
}
