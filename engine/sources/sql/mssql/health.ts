/** What an operator wants to know about a SQL Server and the login. */
import type { HealthCheck } from '../../../base/health-check.ts';
import { type Ask, excessiveRight, noExcess, type ServerHealth, versionCheck } from '../server-health.ts';

const rightsQuery = `select suser_sname() as login, user_name() as name, is_srvrolemember('sysadmin') as sysadmin,
  is_rolemember('db_owner') as owner, is_rolemember('db_ddladmin') as ddl, is_rolemember('db_securityadmin') as security,
  is_rolemember('db_datawriter') as writer, has_perms_by_name(null, null, 'CONTROL SERVER') as control,
  has_perms_by_name(db_name(), 'DATABASE', 'CREATE TABLE') as tables`;

const roles = [
  { column: 'owner', role: 'db_owner', status: 'error', why: 'It can drop and change everything in the database.' },
  { column: 'ddl', role: 'db_ddladmin', status: 'warning', why: 'The service changes no table of the ERP.' },
  { column: 'security', role: 'db_securityadmin', status: 'error', why: 'It can give itself every right.' },
  { column: 'writer', role: 'db_datawriter', status: 'warning', why: 'It can write to every table.' },
] as const;

async function excess(ask: Ask, writes: boolean): Promise<readonly HealthCheck[]> {
  const [row] = await ask(rightsQuery);
  if (row === undefined) return [];
  const has = (column: string): boolean => Number(row[column]) === 1;
  const login = String(row.login);
  const quoted = (name: string): string => `[${name.replaceAll(']', ']]')}]`;
  if (has('sysadmin') || has('control')) {
    const what = `The login ${login} administers the server (${has('sysadmin') ? 'sysadmin' : 'CONTROL SERVER'}).`;
    const remove = has('sysadmin')
      ? `ALTER SERVER ROLE sysadmin DROP MEMBER ${quoted(login)};`
      : `REVOKE CONTROL SERVER FROM ${quoted(login)};`;
    const fix = `CREATE LOGIN engine with db_datareader only, or: ${remove}`;
    return [excessiveRight('error', { what, why: 'A thief of this login can do everything on the server.', fix })];
  }
  const roleChecks: HealthCheck[] = roles
    .filter(({ column }) => has(column))
    .map(({ role, status, why }) => {
      const fix = `ALTER ROLE ${role} DROP MEMBER ${quoted(String(row.name))};`;
      return excessiveRight(status, { what: `The login ${login} is a member of ${role}.`, why, fix });
    });
  if (!writes && roleChecks.length === 0 && has('tables')) {
    const fix = `REVOKE CREATE TABLE FROM ${quoted(String(row.name))};`;
    const why = 'The profile writes nothing to this database.';
    roleChecks.push(excessiveRight('warning', { what: `The login ${login} may create tables.`, why, fix }));
  }
  return roleChecks.length === 0 ? [noExcess(login)] : roleChecks;
}

export const mssqlHealth: ServerHealth = {
  async version(ask) {
    const [row] = await ask("select cast(serverproperty('ProductVersion') as nvarchar(60)) as version");
    return versionCheck({ version: `SQL Server ${String(row?.version)}`, tested: undefined });
  },
  utcQuery: 'select convert(varchar(23), sysutcdatetime(), 126) as utc',
  // The service converts times itself.
  timeZone: undefined,
  excess,
};
