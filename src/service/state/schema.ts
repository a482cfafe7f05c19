/** The tables of the store and their migrations. There are no down migrations. */
import type { DatabaseKind } from '../../../engine/index.ts';

export const tables = {
  version: 'engine_store_version',
  bookmark: 'engine_bookmark',
  versionMark: 'engine_version_mark',
  claim: 'engine_claim',
  rate: 'engine_rate',
  token: 'engine_token',
  lock: 'engine_lock',
  connectLink: 'engine_connect_link',
  company: 'engine_company',
  companyChange: 'engine_company_change',
  audit: 'engine_audit',
} as const;

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of each index except the primary key. */
  readonly indexes?: readonly (readonly string[])[];
}

/** Statements that create a table with its indexes if it does not exist. */
function creation({ store }: DatabaseKind, { name, columns, indexes = [] }: Table): readonly string[] {
  const named = indexes.map((columnsOfIndex) => ({
    name: `${name}_${columnsOfIndex.join('_')}`,
    columns: columnsOfIndex.join(', '),
  }));
  return store.createTable({ name, columns, indexes: named });
}

/** Creates the table of the applied migrations. */
export function versionTable(kind: DatabaseKind): readonly string[] {
  const columns = ['version integer not null primary key', 'applied_at char(24) not null'];
  return creation(kind, { name: tables.version, columns });
}

/** One step. Its statements can be run again after an interruption. */
export type Migration = (kind: DatabaseKind) => readonly string[];

/** Version 1, bookmarks: `name` is a digest, `written` in milliseconds since the epoch. */
const bookmarks: Migration = (kind) => {
  const { digest, text } = kind.store.types;
  const columns = [`name ${digest} not null primary key`, `value ${text} not null`, 'written bigint not null'];
  return creation(kind, { name: tables.bookmark, columns, indexes: [['written']] });
};

/** Version 2, version marks: `name` is a digest, `taken` in milliseconds since the epoch, `version` decimal or hexadecimal digits. */
const versionMarks: Migration = (kind) => {
  const { digest } = kind.store.types;
  const columns = [
    `name ${digest} not null`,
    'taken bigint not null',
    'version varchar(40) not null',
    'primary key (name, taken)',
  ];
  return creation(kind, { name: tables.versionMark, columns });
};

/**
 * Version 3, durable claims. Times are in milliseconds since the epoch; `due_at` is the end of a lease or the time of the next lookup.
 * `natural_key` and `reason` are JSON texts, because PostgreSQL cannot store the character U+0000. `reason` has what else is known of the state, such as
 * why a write is held or undone, and the mark of the change. `look_up`, `steps` and `released` are JSON too; `result` is JSON without its outer braces.
 */
const durableClaims: Migration = (kind) => {
  const { digest, exact, word } = kind.store.types;
  const columns = [
    `id ${digest} not null primary key`,
    `installation ${exact} not null`,
    `endpoint ${exact} not null`,
    `natural_key ${exact} not null`,
    `look_up ${exact} not null`,
    `payload ${digest} not null`,
    `owner ${exact} not null`,
    `kind ${word} not null`,
    `step ${exact}`,
    'due_at bigint',
    'empty_looks integer',
    `reason ${exact}`,
    `result ${exact}`,
    'epoch integer not null',
    'revision bigint not null',
    `steps ${exact} not null`,
    `released ${exact} not null`,
    'created_at bigint not null',
    'changed_at bigint not null',
  ];
  return creation(kind, { name: tables.claim, columns, indexes: [['kind', 'due_at'], ['created_at']] });
};

/** Version 4, rate limits: `name` is a digest, `log` JSON, `revision` is incremented by each change. */
const rates: Migration = (kind) => {
  const { digest, text } = kind.store.types;
  const columns = [`name ${digest} not null primary key`, `log ${text} not null`, 'revision bigint not null'];
  return creation(kind, { name: tables.rate, columns });
};

/** Version 5, rotating tokens: `name` is a digest, `value` encrypted, `lease` a UUID or empty, `written` in milliseconds since the epoch. */
const tokens: Migration = (kind) => {
  const { digest, text } = kind.store.types;
  const columns = [
    `name ${digest} not null primary key`,
    `value ${text} not null`,
    'lease varchar(36) not null',
    'written bigint not null',
  ];
  return creation(kind, { name: tables.token, columns });
};

/**
 * Version 6, locks of documents: `name` is a digest, `claim` the claim of the write that took it last, `owner` the owner of that claim then.
 * Whether a lock is in use follows from the claim.
 */
const locks: Migration = (kind) => {
  const { digest, exact } = kind.store.types;
  const columns = [`name ${digest} not null primary key`, `claim ${digest} not null`, `owner ${exact} not null`];
  return creation(kind, { name: tables.lock, columns });
};

/**
 * Links with which customers give consent: `name` is a digest, `expires` in milliseconds since the epoch, `progress` encrypted or empty, `revision` is
 * incremented by each change.
 */
const connectLinks: Migration = (kind) => {
  const { digest, exact, text } = kind.store.types;
  const columns = [
    `name ${digest} not null primary key`,
    `installation ${exact} not null`,
    `source ${exact} not null`,
    'expires bigint not null',
    `progress ${text} not null`,
    'revision integer not null',
  ];
  return creation(kind, { name: tables.connectLink, columns });
};

/**
 * Companies: `id` is the digest of the name, `entry` and `api_keys` are JSON, `variables` is encrypted JSON or empty, and `revision` the number of the change that made
 * the row. Times are in milliseconds since the epoch.
 */
const companies: Migration = (kind) => {
  const { digest, text, exact, word } = kind.store.types;
  const columns = [
    `id ${digest} not null primary key`,
    `name ${exact} not null`,
    `entry ${exact} not null`,
    `api_keys ${exact} not null`,
    `variables ${text} not null`,
    `state ${word} not null`,
    'revision bigint not null',
    'changed_at bigint not null',
  ];
  return creation(kind, { name: tables.company, columns });
};

/** One row: the number of changes of companies so far. */
const companyChange: Migration = (kind) => {
  const columns = ['id integer not null primary key', 'revision bigint not null'];
  return creation(kind, { name: tables.companyChange, columns });
};

/** The log of changes of companies: `company` is the digest of the name, and `details` JSON without secrets. Times are in milliseconds since the epoch. */
const audit: Migration = (kind) => {
  const { digest, exact, word } = kind.store.types;
  const columns = [
    'id varchar(36) not null primary key',
    'changed_at bigint not null',
    `actor ${exact} not null`,
    `via ${word} not null`,
    `action ${word} not null`,
    `company ${digest} not null`,
    `name ${exact} not null`,
    'revision bigint not null',
    `request_id ${exact} not null`,
    `details ${exact} not null`,
  ];
  return creation(kind, { name: tables.audit, columns, indexes: [['changed_at'], ['company', 'changed_at']] });
};

/** In order; the first one makes version 1. Never change a released migration: append a new one. */
export const migrations: readonly Migration[] = [bookmarks, versionMarks, durableClaims, rates, tokens, locks];

/** A table that a later version of the program has added. */
export interface Addition {
  readonly table: string;
  /** Creates it. */
  readonly create: Migration;
}

/**
 * Tables that earlier versions of the program do not need. They are no version of the store, so that an earlier version can be started on a store that has them. A
 * migration is for a change that an earlier version cannot work with.
 */
export const additions: readonly Addition[] = [
  { table: tables.connectLink, create: connectLinks },
  { table: tables.company, create: companies },
  { table: tables.companyChange, create: companyChange },
  { table: tables.audit, create: audit },
];

/** The first version with durable claims. */
export const claimsVersion = migrations.indexOf(durableClaims) + 1;

/** The first version with rotating tokens. */
export const tokensVersion = migrations.indexOf(tokens) + 1;
