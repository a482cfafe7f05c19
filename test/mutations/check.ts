/** Runs `engine check` over profiles with mistakes, within this process. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Place } from '../../engine/base/place.ts';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { root, runHere } from '../src/cli/here.ts';
import type { Mutated, Mutation, Spot } from './mutation.ts';

export const demoProfile = readFileSync(join(root, 'profiles', 'demo', 'profile.yaml'), 'utf8');
export const kontorProfile = readFileSync(join(root, 'test', 'support', 'kontor-api', 'profile.yaml'), 'utf8');

export type ReportedFinding = Pick<Diagnostic, 'code' | 'severity' | 'message' | 'hint' | 'alsoAt'> & Place;

interface Bench {
  /** All findings for a file of these bytes, in the order in which they are shown. */
  check(content: string | Uint8Array, connect?: 'connect'): Promise<readonly ReportedFinding[]>;
  close(): void;
}

/** A folder in which profiles find the demo's fixture, and the database that is made of it once. */
export function openBench(): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'engine-mutations-'));
  cpSync(join(root, 'profiles', 'demo', 'fixture'), join(folder, 'fixture'), { recursive: true });
  const env = { DEMO_DATABASE: 'demo.sqlite', KONTOR_API: 'https://kontor.example/v1' };
  return {
    async check(content, connect) {
      writeFileSync(join(folder, 'profile.yaml'), content);
      const flags = connect === undefined ? [] : ['--connect'];
      const { out, err } = await runHere(['check', ...flags, '--format', 'json', './profile.yaml'], {
        env,
        cwd: folder,
      });
      expect(err).toBe('');
      return JSON.parse(out).diagnostics;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A finding in short, for a readable difference: `MAP101 55:5`. */
const short = ({
  code,
  severity,
  line,
  column,
}: Pick<ReportedFinding, 'code' | 'severity' | 'line' | 'column'>): string => `${severity} ${code} ${line}:${column}`;

function wanted(mutation: Mutation, { line, column, last }: Spot, finding: ReportedFinding | undefined): string {
  const { code } = mutation;
  const severity = mutation.severity ?? 'error';
  if (column !== undefined) return `${severity} ${code} ${line}:${column}`;
  const isWithin = finding !== undefined && finding.line >= line && finding.line <= last;
  return `${severity} ${code} ${isWithin ? `${finding.line}:${finding.column}` : `${line} to ${last}`}`;
}

/** One mistake, one finding: of its code, at its place, with what helps. */
export function expectFound(mutation: Mutation, { spot }: Mutated, findings: readonly ReportedFinding[]): void {
  const [first] = findings;
  expect(findings.map(short), findings.map(({ message, hint }) => `${message} ${hint}`).join('\n')).toEqual([
    wanted(mutation, spot, first),
  ]);
  expect(`${first?.message} ${first?.hint}`).toContain(mutation.says);
}
