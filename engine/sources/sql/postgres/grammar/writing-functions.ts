/**
 * Functions of PostgreSQL that change something although a SELECT calls them: data, a sequence (which a rollback does not reset), the
 * session (which later requests use), or other sessions.
 */
const postgres: readonly string[] = [
  'nextval',
  'setval',
  'lo_creat',
  'lo_create',
  'lo_import',
  'lo_from_bytea',
  'lo_put',
  'lo_unlink',
  'lowrite',
  'lo_truncate',
  'pg_notify',
  'pg_terminate_backend',
  'pg_cancel_backend',
  'pg_reload_conf',
  'pg_advisory_lock',
  'pg_advisory_xact_lock',
  'pg_try_advisory_lock',
  'pg_try_advisory_xact_lock',
  'set_config',
  'dblink_exec',
];

const names = new Set(postgres);

/** Calls of them in code without strings and quoted names. */
export const writingCall = new RegExp(
  `(?<![\\w.$])(?:pg_catalog\\s*\\.\\s*)?(?:${postgres.join('|')})(?=\\s*\\()`,
  'i',
);

/** Whether PostgreSQL's function of this name, in lower case and without its schema, changes something. */
export function isWritingFunction(name: string): boolean {
  return names.has(name);
}
