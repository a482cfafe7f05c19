/** What an operator wants to know about a PostgreSQL server and the login. */
import type { HealthCheck } from '../../../base/health-check.ts';
import { type Ask, excessiveRight, noExcess, type ServerHealth, versionCheck } from '../server-health.ts';

const quoted = (name: unknown): string => `"${String(name).replaceAll('"', '""')}"`;

const loginQuery = `select current_user::text as login, current_database()::text as database, rolsuper as super,
  rolcreaterole as roles, rolcreatedb as databases, rolbypassrls as bypass, rolreplication as replication,
  has_database_privilege(current_database(), 'create') as schemas
  from pg_catalog.pg_roles where rolname = current_user`;

/** Predefined roles that reach beyond the tables of one database. */
const memberQuery = `select rolname::text as role from pg_catalog.pg_roles
  where rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_write_all_data')
  and pg_has_role(current_user, oid, 'member') order by 1`;

const schemaQuery = `select nspname::text as name from pg_catalog.pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema' and has_schema_privilege(oid, 'create') order by 1`;

const tableQuery = `select n.nspname::text as schema, c.relname::text as name from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and has_table_privilege(c.oid, 'insert, update, delete, truncate') order by 1, 2`;

async function excess(ask: Ask, writes: boolean): Promise<readonly HealthCheck[]> {
  const [row] = await ask(loginQuery);
  if (row === undefined) return [];
  const login = String(row.login);
  const role = quoted(login);
  if (row.super === true) {
    const why = 'A thief of this login can read files, run programs on the server, and change every table.';
    const fix = `CREATE ROLE engine LOGIN with SELECT on the tables of the profile, or: ALTER ROLE ${role} NOSUPERUSER;`;
    return [excessiveRight('error', { what: `The login ${login} is a superuser.`, why, fix })];
  }
  const checks: HealthCheck[] = [];
  const attributes = [
    { has: row.roles, name: 'CREATEROLE' },
    { has: row.databases, name: 'CREATEDB' },
    { has: row.bypass, name: 'BYPASSRLS' },
    { has: row.replication, name: 'REPLICATION' },
  ].filter(({ has }) => has === true);
  if (attributes.length > 0) {
    const what = `The login ${login} has ${attributes.map(({ name }) => name).join(', ')}.`;
    const fix = `ALTER ROLE ${role} ${attributes.map(({ name }) => `NO${name}`).join(' ')};`;
    checks.push(excessiveRight('warning', { what, why: 'The service uses none of these attributes.', fix }));
  }
  for (const member of await ask(memberQuery)) {
    if (writes && member.role === 'pg_write_all_data') continue;
    const isServer = member.role !== 'pg_write_all_data';
    const why = isServer ? 'It reaches files or programs of the server.' : 'The profile writes nothing.';
    const what = `The login ${login} is a member of ${String(member.role)}.`;
    const fix = `REVOKE ${String(member.role)} FROM ${role};`;
    checks.push(excessiveRight(isServer ? 'error' : 'warning', { what, why, fix }));
  }
  if (row.schemas === true) {
    const what = `The login ${login} may create schemas in the database ${String(row.database)}.`;
    const fix = `REVOKE CREATE ON DATABASE ${quoted(row.database)} FROM ${role};`;
    checks.push(excessiveRight('warning', { what, why: 'The service creates none.', fix }));
  }
  checks.push(...(writes ? [] : await writeRights(ask, login)));
  return checks.length === 0 ? [noExcess(login)] : checks;
}

/** Rights to create and to write, for a profile that only reads. */
async function writeRights(ask: Ask, login: string): Promise<readonly HealthCheck[]> {
  const checks: HealthCheck[] = [];
  const role = quoted(login);
  const why = 'The profile writes nothing to this database.';
  const schemas = (await ask(schemaQuery)).map(({ name }) => String(name));
  if (schemas.length > 0) {
    const what = `The login ${login} may create tables in the schema ${schemas.join(', ')}.`;
    const fix = `REVOKE CREATE ON SCHEMA ${schemas.map(quoted).join(', ')} FROM ${role}, PUBLIC;`;
    checks.push(excessiveRight('warning', { what, why, fix }));
  }
  const tables = await ask(tableQuery);
  const [first] = tables;
  if (first !== undefined) {
    const all = [...new Set(tables.map(({ schema }) => quoted(schema)))].join(', ');
    const example = `${String(first.schema)}.${String(first.name)}`;
    const what = `The login ${login} may write to ${tables.length} tables, such as ${example}.`;
    const fix = `REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA ${all} FROM ${role}, PUBLIC; use a login that does not own them`;
    checks.push(excessiveRight('warning', { what, why, fix }));
  }
  return checks;
}

export const postgresHealth: ServerHealth = {
  async version(ask) {
    const [row] = await ask("select split_part(current_setting('server_version'), ' ', 1) as version");
    return versionCheck({ version: `PostgreSQL ${String(row?.version)}`, tested: 'PostgreSQL 18' });
  },
  utcQuery: `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') as utc`,
  async timeZone(ask, zone) {
    const name = 'time zone';
    const literal = zone.replaceAll("'", "''");
    const [row] = await ask(
      `select count(*)::int as known from pg_catalog.pg_timezone_names where lower(name) = lower('${literal}')`,
    );
    if (Number(row?.known) > 0) return { name, status: 'ok', what: `The server knows ${zone}.` };
    return {
      name,
      status: 'error',
      what: `The server does not know the time zone ${zone}.`,
      why: 'The sessions of the service use it as the clock of the ERP.',
      fix: 'Install the package tzdata on the database server, or correct `clock` of the source.',
    };
  },
  excess,
};
