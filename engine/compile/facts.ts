/** Compiles `facts`: reads of properties of the ERP, from a database or over HTTP. */
import type { Path } from '../base/place.ts';
import { interpolate } from '../base/setting-values.ts';
import type { ExchangePlan } from '../plan/exchange.ts';
import type { QueryPlan } from '../plan/query.ts';
import type { FactSpec } from '../profile/schema/index.ts';
import { type TableName, tableName } from '../sources/sql/catalogue.ts';
import type { Expression } from '../transform/expression.ts';
import type { CompileContext } from './context/context.ts';
import { checkSourceKind, httpSource, sourceOf, zoneOf } from './context/sources.ts';
import { expressionAt } from './expressions/expressions.ts';
import { compileExchange } from './http/exchange.ts';
import { answerScope } from './http/outcomes.ts';
import { kindOf } from './http/verbs.ts';
import { type ParameterScope, settingsScope } from './names/parameter-scope.ts';
import { notFound } from './read/scalar-read.ts';
import { compileQuery } from './sql/query.ts';

interface AnyFact {
  readonly name: string;
  readonly source: string;
  readonly path: Path;
  /** `else`: the message with which the engine refuses to start where the fact is not true. */
  readonly otherwise: string | undefined;
}

/** True where the table exists with all columns, and the query returns a row. */
export interface SqlFact extends AnyFact {
  readonly kind: 'sql';
  readonly table: TableName | undefined;
  readonly columns: readonly string[];
  readonly query: QueryPlan | undefined;
}

/** True where the answer is no error, and the expression over its body is true. */
export interface HttpFact extends AnyFact {
  readonly kind: 'http';
  readonly exchange: ExchangePlan;
  readonly condition: Expression | undefined;
}

export type FactPlan = SqlFact | HttpFact;

function sqlFact(context: CompileContext, common: AnyFact, fact: FactSpec, scope: ParameterScope): SqlFact | undefined {
  const { path, source } = common;
  if (fact.holds !== undefined) {
    const message = '`holds` reads the answer to a request, but this fact sends none.';
    context.report('MAP113', { path: [...path, 'holds'], key: true, message, hint: 'Remove it, or write `get`.' });
  }
  if (!checkSourceKind(context, source, 'sql', path)) return undefined;
  const table = fact.table === undefined ? undefined : tableName(interpolate(fact.table, context.settings));
  if (fact.table !== undefined && table === undefined) {
    const message = `"${fact.table}" is neither \`table\` nor \`schema.table\`.`;
    context.report('MAP247', {
      path: [...path, 'table'],
      message,
      hint: 'Name the table within the database of the connection.',
    });
  }
  const factContext: CompileContext = { ...context, statements: [], usedOpenParts: new Set() };
  const query =
    fact.query === undefined
      ? undefined
      : compileQuery(factContext, {
          path: [...path, 'query'],
          text: fact.query,
          source,
          verb: 'read',
          scope,
          fields: [],
        });
  // The database only parses the query: the tables of another version may not exist.
  context.statements.push(...factContext.statements.map((question) => ({ ...question, grammarOnly: true as const })));
  return { ...common, kind: 'sql', table, columns: fact.columns ?? [], query: query?.plan };
}

function httpFact(
  context: CompileContext,
  common: AnyFact,
  fact: FactSpec,
  scope: ParameterScope,
): HttpFact | undefined {
  const { path, source, name } = common;
  const sourceSpec = httpSource(context, source);
  if (!checkSourceKind(context, source, 'http', path) || sourceSpec === undefined) return undefined;
  const target = { fields: undefined, extra: [], scope, variables: [], coordinate: name };
  // The answer need not contain rows.
  const rowless = { ...sourceSpec, request: { ...sourceSpec.request, rows: undefined } };
  const compiled = compileExchange(context, {
    path,
    spec: fact,
    source,
    sourceSpec: rowless,
    target,
  });
  const condition =
    fact.holds === undefined ? undefined : expressionAt(context, [...path, 'holds'], fact.holds, answerScope([]));
  if (compiled === undefined || (fact.holds !== undefined && condition === undefined)) return undefined;
  const exchange = { ...compiled.plan, outcomes: [...compiled.plan.outcomes, ...notFound] };
  return { ...common, kind: 'http', exchange, condition };
}

/** Compiles the facts. One that cannot be compiled is reported and left out. */
export function compileFacts(context: CompileContext): readonly FactPlan[] {
  return Object.entries(context.writtenProfile.facts ?? {}).flatMap(([name, fact]): FactPlan[] => {
    const path: Path = ['facts', name];
    const kind = kindOf(fact) ?? 'sql';
    const source = sourceOf(context, fact.use, path, kind);
    if (source === undefined) return [];
    const scope = settingsScope(context, zoneOf(context, source));
    const common: AnyFact = { name, source, path, otherwise: fact.else };
    const plan = kind === 'http' ? httpFact(context, common, fact, scope) : sqlFact(context, common, fact, scope);
    return plan === undefined ? [] : [plan];
  });
}
