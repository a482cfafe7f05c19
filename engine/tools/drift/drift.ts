/** Differences between the ERP and the ERP that a profile was written for. */
import type { ProfileInput } from '../../compile/compile.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { HttpSource } from '../../sources/http-source.ts';
import type { CallContext } from '../../sources/source.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';
import { finding } from '../changes/finding.ts';
import { type Comparison, compareServed } from '../description/compare-served.ts';
import { type AnswersRead, readAnswers } from './answers.ts';
import { type Compared, compareTable } from './compare.ts';
import { compareAnswers, lockedAnswers } from './compare-answers.ts';
import { keysOf } from './keys.ts';
import { type Lock, type LockedTable, lockedTable, sorted } from './lock.ts';
import { compareOwn, lockedOwn } from './own-members.ts';
import { type TableShape, tableNames, tableShape } from './tables.ts';
import { type ColumnUse, type KnownColumns, type UsedColumns, usedColumns } from './used-columns.ts';

/** The sources of a profile by name, and its facts. */
export interface Erp {
  readonly input: ProfileInput;
  readonly databases: ReadonlyMap<string, SqlSource>;
  readonly services: ReadonlyMap<string, HttpSource>;
  readonly factValues: ReadonlyMap<string, boolean>;
  /** The folder of the profile. */
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly call: () => CallContext;
}

const tableKey = (source: string, table: string): string => `${source} ${table.toLowerCase()}`;

function grouped(touches: readonly ColumnUse[]): ReadonlyMap<string, readonly ColumnUse[]> {
  const groups = new Map<string, ColumnUse[]>();
  for (const touch of touches) {
    const key = tableKey(touch.source, touch.table);
    groups.set(key, [...(groups.get(key) ?? []), touch]);
  }
  return groups;
}

async function shapesOf(
  { databases, call }: Erp,
  touches: readonly ColumnUse[],
): Promise<ReadonlyMap<string, TableShape>> {
  const shapes = new Map<string, TableShape>();
  for (const [key, [first]] of grouped(touches)) {
    const database = first && databases.get(first.source);
    const shape = database && (await tableShape(database, first.table, call()));
    if (shape !== undefined) shapes.set(key, shape);
  }
  return shapes;
}

function undeterminedFindings({ undetermined }: UsedColumns): readonly Diagnostic[] {
  return undetermined.flatMap(({ place, reason }) =>
    finding(
      'DRF710',
      'warning',
      [{ place, coordinate: undefined }],
      `It is not known ${reason}.`,
      'Drift of this column is not detected. If the table is ambiguous, write it before the column.',
    ),
  );
}

function answersOf({ input, services, now, call }: Erp, factValues: Erp['factValues']): Promise<AnswersRead> {
  return readAnswers(input, factValues, services, now(), call);
}

/** What the services say of themselves, by source, compared with the vendors' files. */
async function servedOf({
  services,
  ...erp
}: Pick<Erp, 'input' | 'services' | 'factValues' | 'folder' | 'now'>): Promise<ReadonlyMap<string, Comparison>> {
  const comparisons = new Map<string, Comparison>();
  for (const [name, source] of services) comparisons.set(name, await compareServed({ ...erp, name, source }));
  return comparisons;
}

interface Locked {
  readonly lock: Lock;
  readonly diagnostics: readonly Diagnostic[];
}

/** What the profile uses now. Queries the databases; rejects with `SourceError`. */
export async function lockOf(erp: Erp): Promise<Locked> {
  const { input, databases, factValues } = erp;
  const before = await usedColumns(input, factValues, () => undefined);
  const shapes = await shapesOf(erp, before.touches);
  const knownColumns: KnownColumns = (source, table) =>
    shapes.get(tableKey(source, table))?.columns.map(({ name }) => name);
  const touched = await usedColumns(input, factValues, knownColumns);
  const groups = grouped(touched.touches);
  const missing = [...groups].flatMap(([key, usesOfTable]) => {
    const [first] = usesOfTable;
    if (first === undefined || shapes.has(key)) return [];
    const message = `There is no table ${first.table}, or the login may not see it.`;
    return finding('DRF710', 'warning', usesOfTable, message, 'Correct its name; `engine check --connect` shows more.');
  });
  const tablesOf = (source: string): Iterable<readonly [string, LockedTable]> =>
    [...groups].flatMap(([key, usesOfTable]): readonly (readonly [string, LockedTable])[] => {
      const [first] = usesOfTable;
      const shape = shapes.get(key);
      if (first === undefined || first.source !== source || shape === undefined) return [];
      const columns = new Set(usesOfTable.flatMap(({ column }) => column?.toLowerCase() ?? []));
      return [[first.table, lockedTable(shape, columns)]];
    });
  const sources = [...databases].map(([name, { databaseKind }]) => {
    return [name, { sql: databaseKind.name, tables: sorted(tablesOf(name)) }] as const;
  });
  const answersRead = await answersOf(erp, factValues);
  const served = await servedOf(erp);
  const services = [...erp.services.keys()].map((name) => {
    const customerMembers = served.get(name)?.own;
    const sourceAnswers = lockedAnswers(answersRead.answers.filter(({ source }) => source === name));
    return [
      name,
      {
        answers: sorted(sourceAnswers.map(([read, members]) => [read, sorted(members)] as const)),
        ...(customerMembers === undefined ? {} : { own: lockedOwn(customerMembers) }),
      },
    ] as const;
  });
  const lock: Lock = {
    lock: 1,
    facts: sorted(factValues),
    sources: sorted<Lock['sources'][string]>([...sources, ...services]),
  };
  // The lock is of the ERP: how it differs from the vendors' files is no reason not to write it.
  const unread = [...served.values()].flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code === 'API814'));
  return { lock, diagnostics: [...undeterminedFindings(touched), ...missing, ...answersRead.diagnostics, ...unread] };
}

/** The changes of own members since the lock was written. */
function ownChanges({ input }: Erp, served: ReadonlyMap<string, Comparison>, lock: Lock): readonly Diagnostic[] {
  return [...served].flatMap(([name, { own }]) => {
    const lockedSource = lock.sources[name];
    if (own === undefined || lockedSource === undefined || !('answers' in lockedSource)) return [];
    const place = input.document.place(['sources', name, 'describedBy'], 'key');
    return compareOwn(own, lockedSource.own, { place, coordinate: undefined });
  });
}

function changedFacts({ input, factValues }: Erp, lock: Lock): readonly Diagnostic[] {
  return Object.entries(lock.facts).flatMap(([name, before]) => {
    const now = factValues.get(name);
    if (now === undefined || now === before) return [];
    const message = `The fact ${name} is ${now ? 'true' : 'false'} of this ERP now; it was ${before ? 'true' : 'false'}.`;
    const hint = 'The profile uses other variants now. Check them, and lock again.';
    const place = input.document.place(['facts', name], 'key');
    return finding('DRF707', 'warning', [{ place, coordinate: undefined }], message, hint);
  });
}

/** What the profile uses that is not in the lock. */
function unlocked(usesOfTable: readonly ColumnUse[], locked: LockedTable | undefined): readonly Diagnostic[] {
  const [first] = usesOfTable;
  if (first === undefined) return [];
  const hint = 'Lock again, with --lock.';
  if (locked === undefined)
    return finding('DRF708', 'warning', usesOfTable, `The lock does not have the table ${first.table}.`, hint);
  const has = new Set(Object.keys(locked.columns).map((name) => name.toLowerCase()));
  const beyond = usesOfTable.filter(({ column }) => column !== undefined && !has.has(column.toLowerCase()));
  const names = [...new Set(beyond.map(({ column }) => column))].join(', ');
  const message = `The lock lacks columns of ${first.table} that the profile uses: ${names}.`;
  return finding('DRF708', 'warning', beyond, message, hint);
}

/** The changes since the lock was written. Queries the databases; rejects with `SourceError`. */
export async function driftOf(erp: Erp, lock: Lock): Promise<readonly Diagnostic[]> {
  const { input, databases, call } = erp;
  const factValues = new Map([...erp.factValues, ...Object.entries(lock.facts)]);
  const tables = new Map(
    Object.entries(lock.sources).flatMap(([source, lockedSource]) =>
      Object.entries('tables' in lockedSource ? lockedSource.tables : {}).map(
        ([table, locked]) => [tableKey(source, table), { source, table, locked }] as const,
      ),
    ),
  );
  const lockedColumns: KnownColumns = (source, table) => {
    const locked = tables.get(tableKey(source, table))?.locked;
    return locked && [...Object.keys(locked.columns), ...locked.others];
  };
  const groups = grouped((await usedColumns(input, factValues, lockedColumns)).touches);
  const keys = await keysOf(input, factValues);
  const findings: Diagnostic[] = [...changedFacts(erp, lock)];
  for (const [key, usesOfTable] of groups) findings.push(...unlocked(usesOfTable, tables.get(key)?.locked));
  for (const [key, { source, table, locked }] of tables) {
    const database = databases.get(source);
    const touches = groups.get(key) ?? [];
    if (database === undefined || touches.length === 0) continue;
    const now = await tableShape(database, table, call());
    const names = now === undefined ? await tableNames(database, call()) : [];
    const tableKeys = keys.filter((one) => tableKey(one.source, one.table) === key);
    const compared: Compared = { table, locked, now, touches, keys: tableKeys, tables: names };
    findings.push(...compareTable(compared));
  }
  const { answers, diagnostics } = await answersOf(erp, factValues);
  const locked = Object.values(lock.sources).map((lockedSource) =>
    'answers' in lockedSource ? lockedSource.answers : {},
  );
  const served = await servedOf(erp);
  const described = [...served.values()].flatMap((comparison) => comparison.diagnostics);
  const changes = [...compareAnswers(answers, Object.assign({}, ...locked)), ...ownChanges(erp, served, lock)];
  return [...findings, ...diagnostics, ...changes, ...described];
}
