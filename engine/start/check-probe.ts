/** Asks the sources of a profile whether they would be ready for a service. */
import type { ProfileInput } from '../compile/compile.ts';
import { createContext } from '../compile/context/context.ts';
import type { ProbePlan } from '../compile/probes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { selectVariants } from '../profile/select-variants.ts';
import { visibleSettings } from '../profile/settings.ts';
import { probeHttp } from '../run/http/probe.ts';
import type { HttpSource } from '../sources/http-source.ts';
import { SourceError } from '../sources/source.ts';
import type { SqlSource } from '../sources/sql/kind.ts';
import { databaseMessage, isUnreachable, reportRefusal, statementTimeoutMs } from './statement-error.ts';

/**
 * Why a source would not be ready once a service serves it: its database is isUnreachable, which may be known already, or refuses the probe.
 * Empty where it would be.
 */
export async function checkSqlProbe(
  name: string,
  source: SqlSource,
  plan: ProbePlan | undefined,
  input: ProfileInput,
  now: () => number,
  unreachable: SourceError | undefined,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const context = createContext(
    { ...input, descriptions: new Map() },
    selectVariants(input.profile, new Map()),
    diagnostics,
  );
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
      const variant = statement ?? { sql: '', origin: (offset: number) => ({ path, offset }), without: [] };
      const what = 'The database refuses the probe, and until it takes it the service calls itself not ready';
      await reportRefusal(context, { path, variant, what, error }, source, now);
    }
  }
  return diagnostics;
}

/** The same of a source that is reached by HTTP. */
export async function checkHttpProbe(
  name: string,
  source: HttpSource,
  plan: ProbePlan | undefined,
  input: ProfileInput,
  now: () => number,
): Promise<readonly Diagnostic[]> {
  if (plan?.kind !== 'http') return [];
  const diagnostics: Diagnostic[] = [];
  const context = createContext(
    { ...input, descriptions: new Map() },
    selectVariants(input.profile, new Map()),
    diagnostics,
  );
  try {
    await probeHttp(plan.exchange, source, visibleSettings(input.settings), { deadline: now() + statementTimeoutMs });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const message = `The ERP of the source "${name}" gives no good answer to the probe: ${databaseMessage(error.message)}`;
    const hint =
      error.cure ??
      'Correct the address or the probe, or start the ERP; a service that starts without it waits for it.';
    context.report('CFG511', { path: ['sources', name, 'probe'], key: true, message, hint });
  }
  return diagnostics;
}
