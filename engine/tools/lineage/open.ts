/** The lineage of a profile's fields, from the profile's file. */
import { dirname } from 'node:path';
import type { Contract, Endpoint } from '../../base/contract.ts';
import { DescriptionFiles } from '../../description/files.ts';
import { type Diagnostic, hasError } from '../../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../../profile/open.ts';
import type { Environment } from '../../profile/settings.ts';
import type { CallContext } from '../../sources/source.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';
import type { Dialect } from '../../sources/sql/text/dialect.ts';
import { openSources } from '../../start/open-sources.ts';
import { readServices } from '../../start/read-services.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import { type EndpointLineage, lineageOf } from './lineage.ts';
import type { FieldLineage, FieldOrigin } from './origin.ts';

/** A plain name is not quoted: the database folds its case as in the profile's statement. Other names are quoted. */
function written(name: string, dialect: Dialect): string {
  const parts = name.split('.');
  return parts.map((part) => (/^[A-Za-z_]\w*$/.test(part) ? part : dialect.quote(part))).join('.');
}

function statementFor(dialect: Dialect, table: string, column: string): string {
  const [from, value] = [written(table, dialect), dialect.quote('value')];
  const named = `${written(column, dialect)} as ${value}`;
  return dialect.firstRows(named, `from ${from} where ${written(column, dialect)} is not null`, 1);
}

/** Adds a sample to each table column. A failing database is reported and does not affect the others. */
async function withSamples(
  origins: readonly FieldOrigin[],
  sources: ReadonlyMap<string, SqlSource>,
  call: () => CallContext,
): Promise<readonly FieldOrigin[]> {
  const sampled: FieldOrigin[] = [];
  for (const origin of origins) {
    const from = await withSamples(origin.from, sources, call);
    const source = origin.column && sources.get(origin.column.source);
    if (origin.column === undefined || source === undefined) {
      sampled.push({ ...origin, from });
      continue;
    }
    const { table, column } = origin.column;
    try {
      const [row] = await source.read(
        { sql: statementFor(source.databaseKind.dialect, table, column), values: [] },
        call(),
      );
      const value = row && Object.values(row)[0];
      const sample = value === undefined || value === null ? null : String(value);
      sampled.push({ ...origin, sample, from });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      sampled.push({ ...origin, from: [{ kind: 'unknown', text: `no sample: ${reason}`, from: [] }] });
    }
  }
  return sampled;
}

export interface LineageInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
  readonly endpoint: Endpoint;
  /** Paths of fields: `['lines', 'amount']`. */
  readonly fields: readonly (readonly string[])[];
  /** Whether to read a sample of each column from the databases. */
  readonly connect: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type TracedLineage =
  | ({ readonly ok: true } & EndpointLineage)
  /** `sources`: the texts to which diagnostics refer. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Time limit of a sample, in milliseconds. */
const callTimeoutMs = 10_000;

/** Queries the ERP only for samples, and changes nothing. */
export async function traceLineage(input: LineageInput): Promise<TracedLineage> {
  const { contract, environment, endpoint, fields, connect, now } = input;
  const { loaded, diagnostics, sources } = await openProfile(input, environment, connect ? 'start' : 'check');
  if (loaded === undefined || hasError(diagnostics)) return { ok: false, diagnostics, sources };
  const profile = { ...loaded, contract };
  const folder = dirname(input.profileFile);
  const findings: Diagnostic[] = [];
  const reporter = createReportingContext(profile, findings);
  const services = await readServices(loaded.profile, folder, new DescriptionFiles(), reporter);
  if (hasError(findings)) return { ok: false, diagnostics: findings, sources };
  const traced = await lineageOf({ ...profile, services }, endpoint, fields);
  if (!connect) return { ok: true, ...traced };
  const opened = await openSources(profile, folder);
  try {
    if (opened.diagnostics.length > 0) return { ok: false, diagnostics: opened.diagnostics, sources };
    const databases = new Map([...opened.sources].flatMap(([name, one]) => (one.kind === 'sql' ? [[name, one]] : [])));
    const sampled: FieldLineage[] = [];
    for (const field of traced.fields) {
      const from = await withSamples(field.from, databases, () => ({ deadline: now() + callTimeoutMs }));
      sampled.push({ ...field, from });
    }
    return { ok: true, fields: sampled, unread: traced.unread };
  } finally {
    await opened.close();
  }
}
