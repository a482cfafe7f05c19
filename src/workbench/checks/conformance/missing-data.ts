/** The records that checks lacked, each once, with the tables of the ERP from which the endpoint reads such records. */
import { answerFields, type FieldLineage, fieldPaths } from '../../../../engine/tools/index.ts';
import type { Path } from '../../../contract/types.ts';
import type { CheckResult } from '../core/run-checks.ts';
import { leavesOf, type TraceInput, tracedFields } from './field-origins.ts';

export interface MissingDatum {
  /** Which record, with which property: a noun phrase. */
  readonly needs: string;
  /** The endpoint whose query reads the record. */
  readonly path: Path;
  /** Those that fields of the endpoint come from, the one of most fields first; empty where the profile does not determine them. */
  readonly tables: readonly string[];
  /** What was found instead: clauses, each once. */
  readonly seen: readonly string[];
  /** Number of checks that need it. */
  readonly checks: number;
}

export type Tables = (path: Path) => Promise<readonly string[]>;

/** Tables that a report names for one endpoint. */
const namedTables = 2;

/** Those that most checks need come first. */
export async function missingData(
  results: readonly Pick<CheckResult, 'outcome'>[],
  tablesOf: Tables,
): Promise<readonly MissingDatum[]> {
  const gaps = results.flatMap(({ outcome }) =>
    outcome.kind === 'not tested' && outcome.gap.kind === 'missing datum' ? [outcome.gap] : [],
  );
  const missing: MissingDatum[] = [];
  for (const gapsOfDatum of Map.groupBy(gaps, ({ datum }) => JSON.stringify([datum.needs, datum.path])).values()) {
    const [first] = gapsOfDatum;
    if (first === undefined) continue;
    const seen = [...new Set(gapsOfDatum.map((gap) => gap.seen))].filter((text) => text !== '');
    missing.push({ ...first.datum, tables: await tablesOf(first.datum.path), seen, checks: gapsOfDatum.length });
  }
  return missing.toSorted((one, other) => other.checks - one.checks);
}

/** Traces the fields of an endpoint to the tables of the ERP. Reads the profile only. */
export function tablesByLineage(input: TraceInput): Tables {
  return async (path) => {
    const endpoint = input.contract.endpoints.find((one) => one.path === path);
    if (endpoint === undefined || endpoint.answer.kind === 'service') return [];
    return usualTables(await tracedFields(input, path, fieldPaths(answerFields(endpoint))));
  };
}

function usualTables(fields: readonly FieldLineage[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { from } of fields)
    for (const table of new Set(from.flatMap(leavesOf).flatMap(({ column }) => column?.table ?? [])))
      counts.set(table, (counts.get(table) ?? 0) + 1);
  const ordered = [...counts].toSorted(([, one], [, other]) => other - one);
  return ordered.map(([table]) => table);
}

/** `12 checks need a second customer with an address (table customer_address)`. */
export function missingText({ needs, path, tables, seen, checks }: MissingDatum): string {
  const where =
    tables.length === 0
      ? `for ${path}`
      : `${tables.length === 1 ? 'table' : 'tables'} ${tables.slice(0, namedTables).join(', ')}`;
  const seenTexts = seen.length === 0 ? '' : `: ${seen.join('; ')}`;
  return `${checks} ${checks === 1 ? 'check needs' : 'checks need'} ${needs} (${where})${seenTexts}`;
}
