/** Checks that the login of a database may run every statement of a profile. */

import type { StatementToDescribe } from '../../compile/context/statements.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { VariantSelection } from '../../profile/select-variants.ts';
import { SourceError } from '../../sources/source.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import { reportRefusal, statementTimeoutMs } from '../../start/statement-error.ts';
import type { SourceCheck } from './known-values.ts';

interface RightsCheck extends Omit<SourceCheck, 'name'> {
  readonly statements: readonly StatementToDescribe[];
  readonly choice: VariantSelection;
}

/**
 * Reports the statements that the login may not run. Runs none of them. Does nothing for a database that checks rights when it describes a
 * statement. Calls of procedures are checked with their description.
 */
export async function checkRights(check: RightsCheck): Promise<readonly Diagnostic[]> {
  const { source, statements, choice, input, now } = check;
  const prefix = source.databaseKind.statements.rightsCheck;
  const diagnostics: Diagnostic[] = [];
  if (prefix === undefined) return diagnostics;
  const context = createReportingContext(input, diagnostics, choice);
  for (const { path, procedure, variants } of statements) {
    const [variant] = procedure === undefined ? variants() : [];
    if (variant === undefined) continue;
    const values = (variant.slots ?? []).map(() => null);
    try {
      await source.read({ sql: `${prefix}${variant.sql}`, values }, { deadline: now() + statementTimeoutMs });
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      // Anything else is no matter of rights; whether the statement is valid was checked before.
      if (error.kind !== 'denied') continue;
      const what = 'The login of this service may not run this statement';
      await reportRefusal(context, { path, variant, what, error }, source, now);
    }
  }
  return diagnostics;
}
