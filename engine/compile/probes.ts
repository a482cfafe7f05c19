/** Compiles `probe` of each source: the statement or request that the service sends every few seconds to see whether the source answers. */
import type { Path } from '../base/place.ts';
import type { ExchangePlan } from '../plan/exchange.ts';
import { isHttp } from '../profile/schema/index.ts';
import { compileStatement } from '../sources/sql/text/statement.ts';
import type { CompileContext } from './context/context.ts';
import { databaseKindOf } from './context/sources.ts';
import type { StatementVariant } from './context/statements.ts';
import { httpProbe } from './http/probe.ts';
import { reportOutside } from './sql/forbidden-work.ts';
import { findOutside } from './sql/read-only.ts';
import { templateAt } from './sql/sql-parts.ts';

export type ProbePlan =
  | { readonly kind: 'sql'; readonly statement: StatementVariant }
  | { readonly kind: 'http'; readonly exchange: ExchangePlan };

/** Compiles a SQL probe; undefined, and a report, where it cannot be compiled. Also undefined while a part of it depends on an unknown fact. */
function sqlProbe(context: CompileContext, source: string, path: Path, text: string): ProbePlan | undefined {
  const { dialect } = databaseKindOf(context, source);
  const probeContext: CompileContext = { ...context, usedOpenParts: new Set() };
  const template = templateAt(probeContext, { path, text, source });
  if (template === undefined) return undefined;
  const { sample, bindingsNamed } = compileStatement(template, {}, dialect);
  for (const { name, part, offset, length } of bindingsNamed) {
    const at = { path: part === undefined ? path : ['parts', part], range: { offset, length } };
    const message = `A probe has no values, but this one uses :${name}.`;
    context.report('MAP231', { ...at, message, hint: 'Write a statement that every installation can run.' });
  }
  if (bindingsNamed.length > 0) return undefined;
  const origin: StatementVariant['origin'] = (position) => {
    const at = sample.locate(position);
    return { path: at?.part === undefined ? path : ['parts', at.part], offset: at?.offset ?? 0 };
  };
  const outside = findOutside(sample.sql, databaseKindOf(context, source));
  if (outside !== undefined) {
    reportOutside(context, origin(outside.offset), outside);
    return undefined;
  }
  const statement = { sql: sample.sql, origin, omitted: [] };
  // The database only parses it now; it checks the rest whenever the probe runs.
  context.statements.push({ path, source, verb: 'exec', grammarOnly: true, variants: () => [statement] });
  return probeContext.usedOpenParts.size > 0 ? undefined : { kind: 'sql', statement };
}

/** The probes by the name of their source. */
export function compileProbes(context: CompileContext): ReadonlyMap<string, ProbePlan> {
  return new Map(
    Object.entries(context.profile.sources).flatMap(([name, source]): [string, ProbePlan][] => {
      if (source.probe === undefined) return [];
      const path = ['sources', name, 'probe'];
      const exchange = isHttp(source) ? httpProbe(context, name, source, path) : undefined;
      const plan = isHttp(source)
        ? exchange && { kind: 'http' as const, exchange }
        : sqlProbe(context, name, path, source.probe);
      return plan === undefined ? [] : [[name, plan]];
    }),
  );
}
