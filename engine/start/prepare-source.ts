/** Takes a source into service: its facts choose the variants of the profile, its database is asked about the statements. */

import { type Compilation, compile, type ProfileInput } from '../compile/compile.ts';
import { createContext } from '../compile/context/context.ts';
import { pathKey } from '../compile/context/statements.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { KeyGuard } from '../run/write/claim.ts';
import type { SourceError, StatementFacts } from '../sources/source.ts';
import type { AnySource } from './any-source.ts';
import { type Answers, askFacts, askFramed, askStatements, greet } from './describe-statements.ts';
import { openGuard, type Tables, writtenSources } from './write-guard.ts';

/** What is known of the ERP: it grows as its databases are reached. */
export interface Knowledge {
  /** Sources whose database has been asked. */
  readonly ready: ReadonlyMap<string, AnySource>;
  /** Facts of the profile that those could tell. */
  readonly factValues: ReadonlyMap<string, boolean>;
  /** By `pathKey`: what they said of the statement there. */
  readonly statements: ReadonlyMap<string, StatementFacts>;
  /** What keeps equal writes apart, for those that a write is for. */
  readonly guards: ReadonlyMap<string, KeyGuard>;
  readonly compilation: Compilation;
}

/** What is known before any database was reached. */
export function nothingKnown(input: ProfileInput): Knowledge {
  return {
    ready: new Map(),
    factValues: new Map(),
    statements: new Map(),
    guards: new Map(),
    compilation: compile({ ...input, facts: new Map(), factValues: new Map() }),
  };
}

export interface Taken {
  /** Undefined where the source cannot serve: its database is away, or something is wrong. */
  readonly known: Knowledge | undefined;
  /** What the source's own facts are. */
  readonly factValues: ReadonlyMap<string, boolean>;
  readonly diagnostics: readonly Diagnostic[];
  readonly unreachable: SourceError | undefined;
}

const stops = ({ diagnostics, unreachable }: Pick<Answers<unknown>, 'diagnostics' | 'unreachable'>): boolean =>
  unreachable !== undefined || diagnostics.some(({ severity }) => severity === 'error');

/** Reports lists of variants of which none fits. */
function unfit({ choice }: Compilation, input: ProfileInput): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const context = createContext({ ...input, facts: new Map() }, choice, diagnostics);
  for (const path of choice.unmatched) {
    const message = 'None of these variants fits this ERP: no `when` holds.';
    const hint = 'Add one without `when` as the last, or a fact with an `else` that says what the profile is for.';
    context.report('SQL415', { path, key: true, message, hint });
  }
  return diagnostics;
}

/** Whether a source can be asked at all, and what of the profile's facts it tells. An ERP by HTTP is asked nothing else before the first request. */
async function introduce(
  name: string,
  source: AnySource,
  before: Knowledge,
  input: ProfileInput,
  now: () => number,
  given: ReadonlyMap<string, boolean>,
): Promise<Answers<boolean>> {
  if (source.kind === 'sql') {
    const greeting = await greet(name, source, input, now);
    if (stops(greeting)) return greeting;
  }
  const own = before.compilation.facts.filter((fact) => fact.source === name);
  const open = own.filter((fact) => !given.has(fact.name));
  const answers = await askFacts(source, open, input, now);
  const said = own.flatMap((fact): [string, boolean][] => {
    const truth = given.get(fact.name);
    return truth === undefined ? [] : [[fact.name, truth]];
  });
  return { ...answers, found: new Map([...said, ...answers.found]) };
}

/** Asks the database of a source everything but the facts that are given. A database that is away leaves all as it was; so does one that a profile does not fit. */
export async function takeIn(
  name: string,
  source: AnySource,
  before: Knowledge,
  input: ProfileInput,
  now: () => number,
  tables: Tables,
  given: ReadonlyMap<string, boolean> = new Map(),
): Promise<Taken> {
  const stop = (answers: Pick<Answers<unknown>, 'diagnostics' | 'unreachable'>): Taken => ({
    known: undefined,
    factValues: new Map(),
    diagnostics: answers.diagnostics,
    unreachable: answers.unreachable,
  });
  const facts = await introduce(name, source, before, input, now, given);
  if (stops(facts)) return stop(facts);

  const factValues = new Map([...before.factValues, ...facts.found]);
  const planned =
    facts.found.size === 0 ? before.compilation : compile({ ...input, facts: before.statements, factValues });
  const misfits = unfit(planned, input);
  if (misfits.length > 0) return stop({ diagnostics: misfits, unreachable: undefined });
  const ready = new Map([...before.ready, [name, source] as const]);
  const statements = new Map(before.statements);
  const diagnostics: Diagnostic[] = [];
  const asked = new Set<string>();
  // Facts of this source may have decided about statements of another one.
  for (const [other, database] of ready) {
    if (database.kind === 'http') continue;
    const open = planned.statements.filter(
      (question) =>
        question.source === other && question.grammarOnly !== true && !statements.has(pathKey(question.path)),
    );
    const answers = await askStatements(database, open, planned.choice, input, now);
    if (answers.unreachable !== undefined) return stop(answers);
    for (const [path, known] of answers.found) {
      statements.set(path, known);
      asked.add(path);
    }
    diagnostics.push(...answers.diagnostics);
  }

  // What nothing more was said of is as it was planned.
  const compilation = asked.size === 0 ? planned : compile({ ...input, facts: statements, factValues });
  // What was found without the database has been reported before.
  const reported = new Set(before.compilation.diagnostics.map((one) => JSON.stringify(one)));
  diagnostics.push(...compilation.diagnostics.filter((one) => !reported.has(JSON.stringify(one))));
  if (stops({ diagnostics, unreachable: undefined })) return stop({ diagnostics, unreachable: undefined });
  for (const [other, database] of ready) {
    if (database.kind === 'http') continue;
    const sent = compilation.statements.filter(({ source: of, path }) => of === other && asked.has(pathKey(path)));
    const answers = await askFramed(database, sent, compilation.choice, input, now);
    if (stops(answers)) return stop({ ...answers, diagnostics: [...diagnostics, ...answers.diagnostics] });
  }
  const guards = new Map(before.guards);
  const written = writtenSources(compilation.plan);
  for (const [other, asked] of ready) {
    if (asked.kind === 'http' || !written.has(other) || guards.has(other)) continue;
    const opened = await openGuard(other, asked, input, now, tables);
    if (opened.guard === undefined) return stop({ ...opened, diagnostics: [...diagnostics, ...opened.diagnostics] });
    guards.set(other, opened.guard);
  }
  const known: Knowledge = { ready, factValues, statements, guards, compilation };
  return { known, factValues: facts.found, diagnostics, unreachable: undefined };
}
