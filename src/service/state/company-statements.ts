/** The SQL statements for companies and the log of their changes. */
import { prepared } from '../../../engine/host/index.ts';
import type { DatabaseKind } from '../../../engine/index.ts';
import { tables } from './schema.ts';

/** The only row of the number of changes. */
export const changeRow = 1;

const company = {
  name: 'name',
  entry: 'entry',
  api_keys: 'keys',
  variables: 'variables',
  state: 'state',
  revision: 'revision',
  changed_at: 'changedAt',
} as const;

const entry = {
  id: 'id',
  changed_at: 'changedAt',
  actor: 'actor',
  via: 'via',
  action: 'action',
  company: 'company',
  name: 'name',
  revision: 'revision',
  request_id: 'requestId',
  details: 'details',
} as const;

/** The conditions of a list of changes. */
export interface AuditConditions {
  readonly company: boolean;
  readonly since: boolean;
  readonly before: boolean;
  readonly limit: number;
}

/** `{ a: 'b' }` as `{ b: 'a' }`: the columns of a row under the names of its fields. */
const selected = (columns: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(columns).map(([column, field]) => [field, column]));

/** All statements by purpose. */
export function companyStatements({ dialect }: DatabaseKind) {
  const { builder } = dialect;
  const companies = () => builder(tables.company);
  const change = () => builder(tables.companyChange);
  const audit = () => builder(tables.audit);
  return {
    mark: prepared(dialect, change().select('revision').where('id', 'row')),
    advance: prepared(
      dialect,
      change()
        .where('id', 'row')
        .update({ revision: builder.raw('revision + 1') }),
    ),
    begin: prepared(dialect, change().insert({ id: 'row', revision: 1 })),
    list: prepared(dialect, companies().select(selected(company))),
    insert: prepared(dialect, companies().insert({ id: 'id', ...company })),
    update: prepared(dialect, companies().where({ id: 'id' }).update(company)),
    remove: prepared(dialect, companies().where('id', 'id').delete()),
    record: prepared(dialect, audit().insert(entry)),
    /** Changes before a time. */
    forget: prepared(dialect, audit().where('changed_at', '<', 'until').delete()),
    /** Newest first. */
    audit({ company: ofCompany, since, before, limit }: AuditConditions) {
      const query = audit().select(selected(entry));
      if (ofCompany) query.where('company', 'company');
      if (since) query.where('changed_at', '>=', 'since');
      if (before) query.where('changed_at', '<', 'before');
      return prepared(
        dialect,
        query
          .orderBy([
            { column: 'changed_at', order: 'desc' },
            { column: 'revision', order: 'desc' },
            { column: 'id', order: 'desc' },
          ])
          .limit(limit),
      );
    },
  };
}
