/**
 * Opens the write guard of a database, so that a repeated write happens once: a claims table that the engine creates
 * there, or a key lock.
 */

import { randomUUID } from 'node:crypto';
import { ownMember } from '../base/members.ts';
import type { ProfileInput } from '../compile/compile.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Plan } from '../plan/plan.ts';
import { type ClaimsForm, claimsForm, isHttp } from '../profile/schema/index.ts';
import type { WriteGuard } from '../run/write/claim.ts';
import { type CallContext, SourceError } from '../sources/source.ts';
import { createClaims } from '../sources/sql/claims/claims.ts';
import { type Lack, lackOf } from '../sources/sql/claims/claims-version.ts';
import type { SqlSource } from '../sources/sql/kind.ts';
import { createReportingContext } from './reporting-context.ts';
import { databaseMessage, isUnreachable } from './statement-error.ts';

/** The sources into which the plan writes. */
export function writtenSources(plan: Plan): ReadonlySet<string> {
  return new Set([...plan.values()].flatMap(({ work }) => (work.kind === 'write' ? [work.write.source] : [])));
}

interface OpenedGuard {
  /** Undefined if the database allows no guard. */
  readonly guard: WriteGuard | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The database became unreachable; the error is for the log. */
  readonly unreachable: SourceError | undefined;
}

/** `create`: create missing tables of the engine in a database. `leave`: change nothing. */
export type EngineTables = 'create' | 'leave';

type GuardFault = Pick<Diagnostic, 'message' | 'hint'>;

/** The finding about a table that lacks columns. */
function lackText(table: string, { columns, cure }: Lack): GuardFault {
  const what = `The table ${table}, which makes writes happen once, lacks ${columns.join(', ')}`;
  return cure === undefined
    ? {
        message: `${what}: the engine has not made it.`,
        hint: 'Name another one, which need not exist: claims: { table: name }.',
      }
    : {
        message: `${what}: an older version made it.`,
        hint: `Services of the older version work with these columns, so that they may run meanwhile. Run: ${cure.map((sql) => `${sql};`).join(' ')}`,
      };
}

/** A guard, and how to try once whether the database allows it. */
interface GuardOpening {
  readonly guard: WriteGuard;
  open(call: CallContext): Promise<void>;
  /** The fault of an existing table; undefined if it has none or does not exist. */
  findFault(call: CallContext): Promise<GuardFault | undefined>;
  /** The beginning of the message if the database refuses, and the correction. */
  readonly refused: string;
  readonly hint: (cure: string | undefined) => string;
}

function openingOf(form: ClaimsForm, source: SqlSource): GuardOpening {
  switch (form.kind) {
    case 'table': {
      const { table } = form;
      const claims = createClaims(table, source.databaseKind);
      return {
        guard: { kind: 'claimsTable', claims },
        open: (call) => source.transaction(call, (session) => claims.create(session)),
        async findFault(call) {
          const lack = await lackOf(table, source, call);
          return lack && lackText(table, lack);
        },
        refused: `The table ${table}, which makes writes happen once, cannot be made`,
        hint: (cure) => {
          const other =
            cure ?? `Let an administrator make the table ${table}, or name another one: claims: { table: name }.`;
          return `${other} Where this login may have no table at all, set \`claims: lock\`.`;
        },
      };
    }
    case 'lock':
      return {
        guard: { kind: 'keyLock' },
        open: (call) => source.transaction({ ...call, lock: randomUUID() }, () => Promise.resolve()),
        findFault: () => Promise.resolve(undefined),
        refused: 'The lock that makes writes happen once (`claims: lock`) cannot be taken',
        hint: (cure) =>
          cure ?? 'Allow it to the login, or let the engine keep a table: claims: { table: engine_claims }.',
      };
  }
}

/**
 * Opens the guard that the profile chooses (`claims`). If the database refuses it, the result has a finding (CFG511).
 * `now`: milliseconds since the epoch.
 */
export async function openGuard(
  name: string,
  source: SqlSource,
  input: ProfileInput,
  now: () => number,
  tables: EngineTables,
): Promise<OpenedGuard> {
  const spec = ownMember(input.profile.sources, name);
  if (spec === undefined || isHttp(spec)) throw new Error(`There is no database ${name}`);
  const { guard, open, findFault, refused, hint } = openingOf(claimsForm(spec), source);
  const callContext = () => ({ deadline: now() + 10_000 });
  const failed = (finding: GuardFault): OpenedGuard => {
    const diagnostics: Diagnostic[] = [];
    const context = createReportingContext(input, diagnostics);
    context.report('CFG511', { path: ['sources', name], key: true, ...finding });
    return { guard: undefined, diagnostics, unreachable: undefined };
  };
  try {
    if (tables === 'create') await open(callContext());
    const finding = await findFault(callContext());
    return finding === undefined ? { guard, diagnostics: [], unreachable: undefined } : failed(finding);
  } catch (error) {
    if (isUnreachable(error)) return { guard: undefined, diagnostics: [], unreachable: error };
    if (!(error instanceof SourceError)) throw error;
    // The table does not exist; the start of a service creates it. Until then no key has an answer, so that a key
    // lock is sufficient.
    if (tables === 'leave' && error.kind === 'statement')
      return { guard: { kind: 'keyLock' }, diagnostics: [], unreachable: undefined };
    return failed({ message: `${refused}: ${databaseMessage(error.message)}`, hint: hint(error.cure) });
  }
}
