/** `node test/bench/editor.ts`: how fast the language service is, in processor time: from a change to the findings, and completion with 2,000 tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../src/contract/index.ts';
import { locateBase } from '../../src/service/config/locate-base.ts';
import {
  createLanguageService,
  databaseTables,
  type LanguageService,
  type Position,
} from '../../src/workbench/language/index.ts';

const root = join(import.meta.dirname, '../..');

interface EditorFigures {
  /** Milliseconds from a change to the findings. */
  readonly check: { readonly median: number; readonly p95: number };
  /** Milliseconds of a completion. */
  readonly completion: { readonly median: number; readonly p95: number };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Milliseconds of processor time of this process: other programs on the machine do not change it. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** 2,000 tables with 25 columns each, and those of the profile. */
const tables = databaseTables(
  Array.from({ length: 2_000 }, (_, table) => ({
    name: table === 0 ? 'llx_societe' : `llx_table_${table}`,
    key: ['rowid'],
    columns: Array.from({ length: 25 }, (_, column) => ({
      name: column === 0 ? 'rowid' : `column_${column}`,
      type: 'int',
      required: column < 3,
    })),
  })),
);

function serviceFor(): LanguageService {
  return createLanguageService({
    contract,
    read: () => undefined,
    locate: locateBase({ cwd: root, packageRoot: root }),
    environment: () => ({}),
    tables: () => new Map([['erp', tables]]),
    shipped: [],
    testResults: () => ({ cases: [], results: undefined, reached: undefined }),
    whyFixed: () => undefined,
    nameOf: (file) => file,
    fileOf: (name) => name,
  });
}

/** Measures the largest shipped profile. `rounds`: changes, and completions at each of several places. */
async function measureEditor(rounds: number): Promise<EditorFigures> {
  const file = join(root, 'profiles/dolibarr/profile.yaml');
  const text = readFileSync(file, 'utf8');
  const service = serviceFor();
  service.open(file, text);
  await service.check(file);
  const checks: number[] = [];
  const completions: number[] = [];
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.includes('SELECT s.rowid AS erpId'));
  const line = lines[at] ?? '';
  for (let round = 0; round < rounds; round += 1) {
    // A different letter each time, so that the statement itself changes.
    const name = `column_${round}`;
    const changed = lines.with(at, line.replace('s.town', `s.${name}`)).join('\n');
    const started = processorTime();
    service.open(file, changed);
    await service.check(file);
    checks.push(processorTime() - started);
    for (const word of [`s.${name.slice(0, 3)}`, 'FROM ', ':sett', 'AS ', '']) {
      const typed = line.replace('s.town', word);
      const position: Position = { line: at, character: typed.indexOf(word) + word.length };
      service.open(file, lines.with(at, typed).join('\n'));
      const begun = processorTime();
      service.complete(file, position);
      completions.push(processorTime() - begun);
    }
  }
  const figures = (values: readonly number[]) => ({ median: quantile(values, 0.5), p95: quantile(values, 0.95) });
  return { check: figures(checks), completion: figures(completions) };
}

if (import.meta.main) {
  const { check, completion } = await measureEditor(30);
  const line = ({ median, p95 }: EditorFigures['check']): string =>
    `median ${median.toFixed(0)} ms, 95 % below ${p95.toFixed(0)} ms`;
  process.stdout.write(`change -> findings: ${line(check)}\ncompletion: ${line(completion)}\n`);
}
