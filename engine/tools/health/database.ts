/** Inspects a database: reachability, version, clock, time zone, excessive rights. Only reads. */
import type { HealthCheck } from '../../base/health-check.ts';
import type { ProbePlan } from '../../compile/probes.ts';
import { SourceError } from '../../sources/source.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';
import type { Ask, ServerHealth } from '../../sources/sql/server-health.ts';
import { databaseMessage, statementTimeoutMs } from '../../start/statement-error.ts';
import { clockCheck } from './clock.ts';

interface DatabaseInput {
  readonly source: SqlSource;
  readonly plan: ProbePlan | undefined;
  /** IANA time zone of the ERP's clock. */
  readonly clock: string;
  readonly writes: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Sends the probe of the profile, and measures its time. */
async function reachability({ source, plan, now }: DatabaseInput): Promise<HealthCheck> {
  const name = 'reachable';
  const started = performance.now();
  try {
    await source.probe(plan?.kind === 'sql' ? plan.statement.sql : undefined, { deadline: now() + statementTimeoutMs });
    return { name, status: 'ok', what: `${source.identity} answers in ${Math.round(performance.now() - started)} ms` };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return {
      name,
      status: 'error',
      what: `${source.databaseKind.title} at ${source.identity} does not answer the probe: ${databaseMessage(error.message)}`,
      why: 'Every request that needs this source fails.',
      fix: error.cure ?? 'Check that the server runs, its address, the firewall and the login.',
    };
  }
}

async function serverClock(utcQuery: string, ask: Ask, now: () => number): Promise<HealthCheck> {
  const sentAt = now();
  const [row] = await ask(utcQuery);
  const text = String(row?.utc).replace(/(\.\d{3})\d*$/, '$1');
  return clockCheck({ serverTime: Date.parse(`${text}Z`), sentAt, receivedAt: now(), resolutionMs: 1 });
}

/** Runs a check. One that the database refuses was not possible, which is no fault of the installation. */
async function attempt(name: string, work: () => Promise<readonly HealthCheck[]>): Promise<readonly HealthCheck[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return [
      { name, status: 'unchecked', what: `The database refuses the question: ${databaseMessage(error.message)}` },
    ];
  }
}

async function questions(health: ServerHealth, input: DatabaseInput): Promise<readonly HealthCheck[]> {
  const { source, clock, writes, now } = input;
  const ask: Ask = (sql) => source.read({ sql, values: [] }, { deadline: now() + statementTimeoutMs });
  const { utcQuery, timeZone } = health;
  const checks = [...(await attempt('version', async () => [await health.version(ask)]))];
  if (utcQuery !== undefined)
    checks.push(...(await attempt('clock', async () => [await serverClock(utcQuery, ask, now)])));
  if (timeZone !== undefined) checks.push(...(await attempt('time zone', async () => [await timeZone(ask, clock)])));
  checks.push(...(await attempt('excessive rights', () => health.excess(ask, writes))));
  return checks;
}

/** Checks reachability, version, clock, time zone and excessive rights. Resolves also where the database is unreachable. */
export async function inspectDatabase(input: DatabaseInput): Promise<readonly HealthCheck[]> {
  const reached = await reachability(input);
  const checks = await questions(input.source.databaseKind.health, input);
  // A probe that is refused does not mean that nothing can be asked.
  if (reached.status === 'error' && checks.every(({ status }) => status === 'unchecked')) {
    const what = 'version, clock, time zone and excessive rights: the database was not reached';
    return [reached, { name: 'server', status: 'unchecked', what }];
  }
  return [reached, ...checks];
}
