/** Sends the probes of a profile to its sources, to check whether a service would be ready. */
import type { ProfileInput } from '../../compile/compile.ts';
import type { ProbePlan } from '../../compile/probes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { probeHttp } from '../../run/http/probe.ts';
import type { HttpSource } from '../../sources/http-source.ts';
import { SourceError } from '../../sources/source.ts';
import type { SqlSource } from '../../sources/sql/kind.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import { credentialsHint } from '../../start/setting-hints.ts';
import { databaseMessage, isUnreachable, reportRefusal, statementTimeoutMs } from '../../start/statement-error.ts';

interface ProbeInput {
  /** Name of the source. */
  readonly name: string;
  /** Undefined if the profile has no probe for the source. */
  readonly plan: ProbePlan | undefined;
  readonly input: ProfileInput;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Reports why a service would not be ready with this database: it is unreachable, or refuses the probe. `unreachable`: the error, if it is
 * already known that the database is unreachable.
 */
export async function checkSqlProbe(
  { name, plan, input, now }: ProbeInput,
  source: SqlSource,
  unreachable: SourceError | undefined,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics);
  const statement = plan?.kind === 'sql' ? plan.statement : undefined;
  try {
    if (unreachable !== undefined) throw unreachable;
    await source.probe(statement?.sql, { deadline: now() + statementTimeoutMs });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const reason = databaseMessage(error.message);
    if (isUnreachable(error)) {
      const message = `The database of the source "${name}" cannot be reached: ${reason}`;
      const hint = 'Correct the connection, or start the database; a service that starts without it waits for it.';
      context.report('CFG511', { path: ['sources', name, 'connection'], key: true, message, hint });
    } else {
      const path = ['sources', name, 'probe'];
      const variant = statement ?? { sql: '', origin: (offset: number) => ({ path, offset }), omitted: [] };
      const what = 'The database refuses the probe, so the service would not be ready';
      await reportRefusal(context, { path, variant, what, error }, source, now);
    }
  }
  return diagnostics;
}

/** Reports a refused login of an HTTP source without a probe. */
async function checkLogin({ name, input, now }: ProbeInput, source: HttpSource): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  try {
    await source.login?.({ deadline: now() + statementTimeoutMs });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const context = createReportingContext(input, diagnostics);
    const message = `The login to the ERP of the source "${name}" fails: ${databaseMessage(error.message)}`;
    const hint = error.cure ?? credentialsHint(context, name) ?? 'Correct `auth` of the source, or its address.';
    context.report('CFG511', { path: ['sources', name, 'auth'], key: true, message, hint });
  }
  return diagnostics;
}

/** Reports why a service would not be ready with this HTTP source. Without a probe in the profile it only logs in. */
export async function checkHttpProbe(
  { name, plan, input, now }: ProbeInput,
  source: HttpSource,
): Promise<readonly Diagnostic[]> {
  if (plan?.kind !== 'http') return checkLogin({ name, plan, input, now }, source);
  const diagnostics: Diagnostic[] = [];
  const context = createReportingContext(input, diagnostics);
  try {
    await probeHttp(plan.exchange, source, input.settings, { deadline: now() + statementTimeoutMs });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const message = `The ERP of the source "${name}" does not answer the probe as expected: ${databaseMessage(error.message)}`;
    const hint =
      error.cure ??
      (error.kind === 'denied' ? credentialsHint(context, name) : undefined) ??
      'Correct the address or the probe, or start the ERP; a service that starts without it waits for it.';
    context.report('CFG511', { path: ['sources', name, 'probe'], key: true, message, hint });
  }
  return diagnostics;
}
