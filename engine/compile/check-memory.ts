/**
 * What the checks of one profile have found out about its endpoints and statements, for an editor: after a change, only what depends on it is compiled again. It
 * holds what the compiler reported, not where: places are those of the new text.
 */

import { createHash } from 'node:crypto';
import { ownMember } from '../base/members.ts';
import { Secret } from '../base/secret.ts';
import { DescriptionFiles } from '../description/files.ts';
import type { Code } from '../diagnostics/codes.ts';
import type { Finding } from '../diagnostics/reporter.ts';
import type { EndpointPlan } from '../plan/plan.ts';
import { parametersOf } from '../profile/schema/settings.ts';
import type { SettingValues } from '../profile/settings.ts';
import type { StatementDescription } from '../sources/source.ts';
import type { Grammar, Reading } from '../sources/sql/grammar/reading.ts';
import type { CompileContext } from './context/context.ts';
import type { StatementToDescribe } from './context/statements.ts';
import type { TextScope } from './context/text-scope.ts';

/** What a piece of a compilation has given to its context. */
interface Recorded<Result> {
  readonly result: Result;
  readonly reports: readonly (readonly [Code, Finding])[];
  readonly statements: readonly StatementToDescribe[];
  readonly scopes: readonly TextScope[];
}

/** Runs a piece of a compilation, and records what it gives to its context. */
function recorded<Result>(context: CompileContext, run: (context: CompileContext) => Result): Recorded<Result> {
  const reports: (readonly [Code, Finding])[] = [];
  const statements: StatementToDescribe[] = [];
  const scopes: TextScope[] = [];
  const result = run({
    ...context,
    statements,
    usedOpenParts: new Set(),
    report: (code, finding) => reports.push([code, finding]),
    onScope: (scope) => scopes.push(scope),
  });
  return { result, reports, statements, scopes };
}

/** Gives the same to another context. */
function replayed<Result>(context: CompileContext, { result, ...given }: Recorded<Result>): Result {
  for (const [code, finding] of given.reports) context.report(code, finding);
  for (const scope of given.scopes) context.onScope?.(scope);
  context.statements.push(...given.statements);
  return result;
}

/** Results by a key that decides them. Those that a check has not used are forgotten with the next one. */
class Results<Result> {
  private before = new Map<string, Result>();
  private now = new Map<string, Result>();

  next(): void {
    this.before = this.now;
    this.now = new Map();
  }

  getOrCompute(key: string, compute: () => Result): Result {
    const result = this.now.get(key) ?? this.before.get(key) ?? compute();
    this.now.set(key, result);
    return result;
  }
}

interface EndpointToCompile {
  readonly context: CompileContext;
  /** `commonKey` of the context. */
  readonly common: string;
  readonly path: string;
  /** Whether it depends on a fact that is not known. */
  readonly isOpen: boolean;
}

type Compile<Result> = (context: CompileContext) => Result;

/** One for each check; for a profile that is checked again and again, one for all its checks. */
export class CheckMemory {
  private readonly endpoints = new Results<Recorded<EndpointPlan | undefined>>();
  private readonly statements = new Results<Recorded<StatementDescription | undefined>>();
  private readonly readings = new Results<Reading>();
  private readonly numbers = new WeakMap<object, number>();
  /** The vendors' descriptions. */
  readonly descriptions = new DescriptionFiles();
  private last = 0;

  /** Begins a check. */
  next(): void {
    this.endpoints.next();
    this.statements.next();
    this.readings.next();
  }

  /** Compiles an endpoint, or gives what an equal one gave before. */
  endpoint(endpoint: EndpointToCompile, compile: Compile<EndpointPlan | undefined>): EndpointPlan | undefined {
    const { context, common, path, isOpen } = endpoint;
    const { endpoints } = context.profile;
    const spec = ownMember(endpoints, path);
    const services = [...context.services].map(([name, service]) => [name, this.numberOf(service)]);
    const key = JSON.stringify([common, path, isOpen, spec, services, this.descriptionsKey(endpoint)]);
    return replayed(
      context,
      this.endpoints.getOrCompute(key, () => recorded(context, compile)),
    );
  }

  /** Reads a statement with a grammar, or gives what was read before. `by`: the kind of database and the use of its grammar. */
  statement(
    by: readonly string[],
    statement: StatementToDescribe,
    context: CompileContext,
    read: Compile<StatementDescription | undefined>,
  ): StatementDescription | undefined {
    const key = JSON.stringify([...by, this.numberOf(statement)]);
    return replayed(
      context,
      this.statements.getOrCompute(key, () => recorded(context, read)),
    );
  }

  /** The same grammar, which parses each text once: combinations of facts share most statements. `by`: as in `statement`. */
  reader(by: readonly string[], grammar: Grammar): Grammar {
    return (sql) => this.readings.getOrCompute(JSON.stringify([...by, sql]), () => grammar(sql));
  }

  /** The descriptions that the compilation of an endpoint can ask for: of its own statements, and of the reads of ids. */
  private descriptionsKey({ context: { descriptions }, path }: EndpointToCompile): string {
    const endpointPrefix = JSON.stringify(['endpoints', path]).slice(0, -1);
    return [...descriptions]
      .filter(([key]) => key.startsWith(endpointPrefix) || key.startsWith('["ids"'))
      .map(([key, description]) => `${key}${this.numberOf(description)}`)
      .join();
  }

  /** The number of an object that never changes. */
  private numberOf(object: object): number {
    const objectNumber = this.numbers.get(object);
    if (objectNumber !== undefined) return objectNumber;
    this.last += 1;
    this.numbers.set(object, this.last);
    return this.last;
  }
}

const settingTexts = (settings: SettingValues): readonly unknown[] =>
  [...settings].map(([name, value]) => [name, value instanceof Secret ? { secret: value.reveal() } : value]);

/** Kinds of databases by their names: they have functions. */
const sourcesOf = ({ profile: { sources } }: CompileContext): readonly unknown[] =>
  Object.entries(sources).map(([name, source]) => [
    name,
    source.sql === undefined ? source : { ...source, sql: source.sql.name },
  ]);

/** A digest of all that the compilation of any endpoint can depend on, apart from the endpoint. No secret can be read from it. */
export function commonKey(context: CompileContext): string {
  const { profile, writtenProfile, openParts, settings, thorough, allowUndecided } = context;
  const { endpoints: _endpoints, sources: _sources, ...rest } = profile;
  const written = Object.entries(writtenProfile.parts ?? {}).map(([name, part]) => [name, parametersOf(part)]);
  const all = [rest, sourcesOf(context), written, [...openParts], settingTexts(settings), thorough, allowUndecided];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64');
}
