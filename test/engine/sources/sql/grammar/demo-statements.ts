/** The statements of the demo profile, as a grammar gets them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../../../../engine/compile/compile.ts';
import { loadProfile } from '../../../../../engine/profile/load.ts';
import { contract } from '../../../../../src/contract/index.ts';
import type { DialectName } from '../../../../support/kinds.ts';

const folder = join(import.meta.dirname, '../../../../../profiles/demo');

/** Scripts that make the demo's tables, in SQL that every database takes. */
export const demoSchema = readFileSync(join(folder, 'fixture/schema.sql'), 'utf8');

/** Every text of every statement, in the placeholders of the dialect. */
export function demoStatements(dialect: DialectName): readonly string[] {
  const source = /sql: sqlite\n( +)connection: .*/;
  const text = readFileSync(join(folder, 'profile.yaml'), 'utf8').replace(
    source,
    (_, indent: string) => `sql: ${dialect}\n${indent}connection: ${dialect === 'sqlite' ? '{ file: x }' : '{}'}`,
  );
  const { loaded, diagnostics } = loadProfile(text, 'profile.yaml', {}, 'check');
  if (loaded === undefined) throw new Error(`The demo cannot be loaded: ${JSON.stringify(diagnostics)}`);
  const { statements: questions } = compile({ ...loaded, contract, descriptions: new Map(), factValues: new Map() });
  return [...new Set(questions.flatMap((question) => question.variants().map(({ sql }) => sql)))];
}
