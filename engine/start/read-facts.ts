/** Reads the facts of a profile from a source: they determine the variant of the ERP. */

import { localDate, localDateTime } from '../base/local-time.ts';
import { visibleSettings } from '../base/setting-values.ts';
import type { HttpFact, SqlFact } from '../compile/facts.ts';
import type { RunState } from '../plan/run-state.ts';
import { bodyOf } from '../run/http/body.ts';
import { answerBindings, failureOf, judgeOf } from '../run/http/judge-answer.ts';
import { bind } from '../run/statement/run-statement.ts';
import type { HttpSource } from '../sources/http-source.ts';
import type { CallContext } from '../sources/source.ts';
import type { SqlSource } from '../sources/sql/kind.ts';
import { renderRequest } from '../template/request.ts';

async function hasTable(fact: SqlFact, source: SqlSource, call: CallContext): Promise<boolean> {
  if (fact.table === undefined) return true;
  const rows = await source.read(source.databaseKind.catalogue.columnsOf(fact.table), call);
  const names = new Set(rows.map(({ name }) => String(name).toLowerCase()));
  return rows.length > 0 && fact.columns.every((column) => names.has(column.toLowerCase()));
}

/** Whether a fact is true of a database. `settings`: as for `readHttpFact`. Rejects with `SourceError` if the database cannot decide it. */
export async function readSqlFact(
  fact: SqlFact,
  source: SqlSource,
  settings: ReadonlyMap<string, unknown>,
  now: number,
  call: CallContext,
): Promise<boolean> {
  if (!(await hasTable(fact, source, call))) return false;
  if (fact.query === undefined) return true;
  const state: RunState = {
    request: {},
    values: {},
    steps: {},
    key: undefined,
    rows: [],
    settings: visibleSettings(settings),
    now,
  };
  return (await source.read(bind(fact.query, state), call)).length > 0;
}

/**
 * Whether a fact is true of an HTTP source. `settings`: by name, secrets as `Secret`. Rejects with `SourceError` if
 * the ERP gives no usable answer.
 */
export async function readHttpFact(
  { exchange, condition }: HttpFact,
  source: HttpSource,
  settings: ReadonlyMap<string, unknown>,
  now: number,
  call: CallContext,
): Promise<boolean> {
  const { zone } = exchange;
  const bindings = {
    settings: visibleSettings(settings),
    request: {},
    now: localDateTime(now, zone),
    today: localDate(now, zone),
  };
  const request = await renderRequest(exchange.request, { input: {}, bindings, settings });
  const { verdict, reply } = await source.send({ ...request, effect: 'read' }, judgeOf(exchange, bindings), call);
  switch (verdict.kind) {
    case 'ok':
      return (
        condition === undefined ||
        Boolean(await condition.evaluate(await bodyOf(reply), answerBindings(reply, bindings)))
      );
    case 'empty':
      return false;
    default:
      throw failureOf(verdict);
  }
}
