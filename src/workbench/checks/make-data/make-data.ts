/** Makes records that checks lacked: changes rows of a new fixture until each check passes, and writes the changes as SQL. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseKind } from '../../../../engine/index.ts';
import type { NotRun } from '../../testing/fixture/fixture.ts';
import type { Tables } from '../conformance/missing-data.ts';
import { type ConformanceRun, type OpenedRun, overFixture, runConformance, runWanted } from '../conformance/run.ts';
import { questionsAbout, takeAnswers } from '../core/answers.ts';
import { type Check, nameOf, themeOf } from '../core/check.ts';
import { openContext } from '../core/context.ts';
import { type ErpData, isAccepted } from '../core/erp-data.ts';
import type { Datum } from '../core/gap.ts';
import type { CheckResult } from '../core/run-checks.ts';
import { checksFor, knownEndpoints } from '../list.ts';
import { candidatesOf } from '../metamorphic/candidate.ts';
import { freshValues } from '../metamorphic/fresh-values.ts';
import { idsIn } from '../metamorphic/own-answers.ts';
import { readRows } from '../metamorphic/rows.ts';
import { findSubjects, subjectsAround } from '../metamorphic/subjects.ts';
import { dayOf } from '../validation/days.ts';
import { type AttemptInput, attemptsFor } from './attempts.ts';
import { recordData } from './recorded-data.ts';

export type MakeRun = Omit<ConformanceRun, 'wanted' | 'report' | 'isLast'> & { readonly tablesOf: Tables };

export interface Made {
  readonly kind: 'made';
  /** Data with the change that gives it. */
  readonly made: readonly { readonly needs: string; readonly what: string }[];
  /** Data for which no change was found. */
  readonly left: readonly string[];
  /** Empty where nothing was made. */
  readonly sql: string;
  /** Results of all checks over the fixture with the file; empty where nothing was made. */
  readonly results: readonly CheckResult[];
}

export type MadeData = Made | NotRun;

/** A check that lacks a datum. */
interface Lacking {
  readonly check: CheckResult['check'];
  readonly datum: Datum;
}

/** Changes that are tried for a check that reads, and for one that writes or changes rows itself. */
const mostReads = 80;
const mostOthers = 15;

/** Themes about the data. */
const dataThemes: ReadonlySet<string> = new Set(['agreement', 'lookups', 'statement', 'paging', 'search', 'sku']);

const isSame = (one: CheckResult['check'], other: CheckResult['check']): boolean =>
  one.id === other.id && nameOf(one) === nameOf(other);

/** How many changes are tried. */
function mostOf({ contract, declared }: MakeRun, check: CheckResult['check']): number {
  const tag = checksFor(knownEndpoints(contract), declared).find((one) => isSame(one, check))?.tag;
  return tag === 'read' ? mostReads : mostOthers;
}

const lackingIn = (results: readonly CheckResult[]): readonly Lacking[] =>
  results.flatMap(({ check, outcome }) =>
    outcome.kind === 'not tested' && outcome.gap.kind === 'missing datum' ? [{ check, datum: outcome.gap.datum }] : [],
  );

/** The only database of the profile; undefined where there are several, or none. */
function onlyDatabase({ declared }: Pick<MakeRun, 'declared'>): DatabaseKind | undefined {
  const kinds = declared.sources.flatMap((source) => (source.kind === 'sql' ? [source.databaseKind] : []));
  return kinds.length === 1 ? kinds[0] : undefined;
}

/** `results`: those of a run of the checks over the fixture. */
export async function makeData(run: MakeRun, results: readonly CheckResult[]): Promise<MadeData> {
  const databaseKind = onlyDatabase(run);
  if (databaseKind === undefined)
    return {
      kind: 'unproven',
      reason: 'a fixture of exactly one SQL database is needed, and this profile has none or several',
      cure: 'Add the missing data by hand.',
    };
  const made = await overFixture(run, (opened) => search(run, opened, databaseKind, results));
  if ('kind' in made && made.kind !== 'made') return made;
  return made.sql === '' ? made : { ...made, results: await verified(run, made.sql) };
}

async function search(
  run: MakeRun,
  opened: OpenedRun,
  databaseKind: DatabaseKind,
  results: readonly CheckResult[],
): Promise<Made> {
  const data = opened.fixture?.data;
  const lacking = lackingIn(results);
  const made: { needs: string; what: string }[] = [];
  const left: string[] = [];
  if (data === undefined)
    return { kind: 'made', made, left: lacking.map(({ datum }) => datum.needs), sql: '', results: [] };
  const input = await attemptInput(run, opened, data);
  const failing = new Set(await failingReads(run, opened));
  const recorded = recordData(data, databaseKind);
  for (const { check, datum } of lacking) {
    const named = await run.tablesOf(datum.path);
    const tables = named.flatMap((name) => input.rows.tables.find((table) => table.name === name) ?? []);
    const passes = () => passesNow(run, opened, check);
    if (made.length > 0 && (await passes())) continue;
    const what = await firstThatPasses(
      recorded.data,
      { ...input, tables },
      mostOf(run, check),
      async () => (await passes()) && (await failingReads(run, opened, failing)).length === 0,
    );
    if (what === undefined) left.push(datum.needs);
    else made.push({ needs: datum.needs, what });
  }
  return { kind: 'made', made, left: [...new Set(left)], sql: recorded.sql(), results: [] };
}

/** The rows as they are before any check has written. */
async function attemptInput(run: MakeRun, opened: OpenedRun, data: ErpData): Promise<Omit<AttemptInput, 'tables'>> {
  const { context } = openContext({ ...opened, profile: run.declared, now: run.now });
  const rows = await readRows(data);
  const foundSubjects = await findSubjects(context, rows);
  const place = foundSubjects.customerPlace;
  const customers = place === undefined ? [] : candidatesOf(rows, foundSubjects, place).map(({ family }) => family);
  const subjects = subjectsAround(foundSubjects, foundSubjects.customers.slice(0, 1), []);
  const ids = idsIn(await takeAnswers(context, questionsAbout(context, subjects)));
  return { rows, fresh: freshValues(rows, 'unused'), ids, customers, today: dayOf(run.now()) };
}

async function passesNow(run: MakeRun, opened: OpenedRun, check: CheckResult['check']): Promise<boolean> {
  const wanted = (one: Check): boolean => isSame(one, check);
  const { results } = await runWanted({ ...run, ...opened, wanted, report: () => undefined });
  return results.length > 0 && results.every(({ outcome }) => outcome.kind === 'passed');
}

/** Names of the checks of reads that fail: a copied invoice may contradict a sum that the ERP keeps. Ends at the first that is not in `known`. */
async function failingReads(
  run: MakeRun,
  opened: OpenedRun,
  failingBefore?: ReadonlySet<string>,
): Promise<readonly string[]> {
  const isFailed = ({ check, outcome }: CheckResult): boolean =>
    outcome.kind === 'failed' && failingBefore?.has(nameOf(check)) !== true;
  const { results } = await runWanted({
    ...{ ...run, ...opened, report: () => undefined },
    wanted: (one) => one.tag === 'read' && dataThemes.has(themeOf(one)),
    isLast: (result) => failingBefore !== undefined && isFailed(result),
  });
  return results.filter(isFailed).map(({ check }) => nameOf(check));
}

/** Applies the first change after which the check passes, and returns what was changed; undefined, with nothing changed, where none does. */
async function firstThatPasses(
  data: ErpData,
  input: AttemptInput,
  most: number,
  passes: () => Promise<boolean>,
): Promise<string | undefined> {
  let tried = 0;
  for (const { what, apply } of attemptsFor(input)) {
    if (tried === most) return undefined;
    tried += 1;
    const isEnough = await data.undone(async () => (await isAccepted(apply(data))) && passes());
    if (!isEnough) continue;
    await apply(data);
    return what;
  }
  return undefined;
}

/** Runs all checks over the fixture with the file, as the loader reads it. */
async function verified(run: MakeRun, sql: string): Promise<readonly CheckResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-made-data-'));
  try {
    mkdirSync(join(folder, 'fixture'));
    writeFileSync(join(folder, 'fixture', 'made-data.sql'), sql);
    const wanted = (): boolean => true;
    const ran = await runConformance({
      ...{ ...run, wanted, folders: [folder, ...run.folders], report: () => undefined },
    });
    if (ran.kind === 'ran') return ran.results;
    const why = ran.kind === 'unproven' ? ran.reason : (ran.diagnostics[0]?.message ?? '');
    throw new Error(`The rows that were made cannot be loaded again: ${why}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
