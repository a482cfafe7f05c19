/** Runs the cases of a profile in another process, and writes their results where the lenses read them. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { endpointsFolder, resultFiles, resultsIn } from './test-results.ts';

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

/** What a lens runs. */
export interface RequestedRun {
  readonly profile: string;
  /** The endpoint whose cases run; undefined: all. */
  readonly endpoint: string | undefined;
  /** The folder that the editor has open around the profile. */
  readonly folder: string | undefined;
}

/** Runs `engine test`. `program`: how to start the engine; `cwd`: its working directory for a profile outside of all folders. Rejects if it cannot be started. */
export async function runCases(
  program: readonly string[],
  { profile, endpoint, folder }: RequestedRun,
  cwd: string,
): Promise<CaseRun> {
  const [command = '', ...args] = program;
  const results = resultFiles(profile, endpoint);
  // A run of all cases replaces those of single endpoints.
  if (endpoint === undefined) rmSync(endpointsFolder(profile), { recursive: true, force: true });
  mkdirSync(dirname(results.cases), { recursive: true });
  const only = endpoint === undefined ? [] : ['--only', endpoint];
  const flags = ['--format', 'junit', '--coverage-lcov', results.coverage, ...only];
  const child = spawn(command, [...args, 'test', profile, ...flags], {
    cwd: folder ?? cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<void>((resolve, reject) => child.on('exit', () => resolve()).on('error', reject));
  const [out, messages] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  const caseResults = resultsIn(out);
  if (caseResults === undefined) return { counts: undefined, messages };
  writeFileSync(results.cases, out);
  const all = [...caseResults.values()];
  const sum = (count: keyof CaseCounts): number => all.reduce((total, one) => total + one[count], 0);
  return { counts: { passed: sum('passed'), failed: sum('failed') }, messages };
}
