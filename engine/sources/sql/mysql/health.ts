/** What an operator wants to know about a MySQL or MariaDB server and the login. */
import type { HealthCheck } from '../../../base/health-check.ts';
import { type Ask, excessiveRight, noExcess, type ServerHealth, versionCheck } from '../server-health.ts';
import { isUtc } from './time-zone.ts';

interface Grant {
  /** In upper case. */
  readonly rights: readonly string[];
  /** As the server writes it: `*.*`, `` `erp`.* ``. */
  readonly target: string;
  readonly hasOption: boolean;
}

/** Reads a line of SHOW GRANTS. The rest of the line is dropped: it may contain the digest of the password. */
function parseGrant(line: string): Grant | undefined {
  const [, list = '', target, rest = ''] =
    /^GRANT (.+?) ON (?:TABLE |FUNCTION |PROCEDURE )?(\S+) TO (.*)$/is.exec(line) ?? [];
  if (target === undefined) return undefined;
  // A right on columns: SELECT (`a`, `b`).
  const rights = list.replaceAll(/\s*\([^)]*\)/g, '').split(',');
  return {
    rights: rights.map((right) => right.trim().toUpperCase()),
    target,
    hasOption: /WITH GRANT OPTION/i.test(rest),
  };
}

/** Rights that reach beyond the data of the ERP. */
const administrative = new Set(
  [
    'FILE SUPER PROCESS SHUTDOWN RELOAD',
    'CREATE USER,CREATE TABLESPACE,SYSTEM_USER,SYSTEM_VARIABLES_ADMIN,BINLOG ADMIN,CONNECTION ADMIN',
  ].flatMap((text, index) => text.split(index === 0 ? ' ' : ',')),
);
const creating = new Set([
  'CREATE',
  'DROP',
  'ALTER',
  'INDEX',
  'TRIGGER',
  'CREATE ROUTINE',
  'ALTER ROUTINE',
  'EVENT',
  'CREATE VIEW',
]);
const writing = new Set(['INSERT', 'UPDATE', 'DELETE']);

function grantChecks(grant: Grant, login: string, writes: boolean): readonly HealthCheck[] {
  const { rights, target, hasOption } = grant;
  const checks: HealthCheck[] = [];
  const report = (status: 'error' | 'warning', names: readonly string[], why: string): void => {
    const list = names.join(', ');
    const what = `The login ${login} has ${list} on ${target}.`;
    checks.push(excessiveRight(status, { what, why, fix: `REVOKE ${list} ON ${target} FROM ${login};` }));
  };
  if (hasOption) report('warning', ['GRANT OPTION'], 'It can pass its rights to other logins.');
  if (rights.some((right) => /^ALL( PRIVILEGES)?$/.test(right))) {
    const why = target === '*.*' ? 'It can do everything on the server.' : 'It can drop and change every table there.';
    const what = `The login ${login} has all rights on ${target}.`;
    const fix = `REVOKE ALL PRIVILEGES ON ${target} FROM ${login}; GRANT SELECT ON ${target === '*.*' ? 'erp.*' : target} TO ${login};`;
    checks.push(excessiveRight(target === '*.*' ? 'error' : 'warning', { what, why, fix }));
    return checks;
  }
  const granted = (set: ReadonlySet<string>): readonly string[] => rights.filter((right) => set.has(right));
  if (granted(administrative).length > 0)
    report('error', granted(administrative), 'It reaches files, other sessions or the settings of the server.');
  if (granted(creating).length > 0 && !(writes && granted(creating).join() === 'CREATE'))
    report('warning', granted(creating), 'The service changes no table, view or trigger of the ERP.');
  if (!writes && granted(writing).length > 0)
    report('warning', granted(writing), 'The profile writes nothing to this database.');
  return checks;
}

async function excess(ask: Ask, writes: boolean): Promise<readonly HealthCheck[]> {
  const [user] = await ask('select current_user() as login');
  const [name = '', host = '%'] = String(user?.login).split(/@(?=[^@]*$)/);
  const login = `'${name}'@'${host}'`;
  const lines = (await ask('show grants')).flatMap((row) => Object.values(row).map(String));
  const grants = lines.map(parseGrant).filter((grant) => grant !== undefined);
  const checks = grants.flatMap((grant) => grantChecks(grant, login, writes));
  return checks.length === 0 ? [noExcess(login)] : checks;
}

export const mysqlHealth: ServerHealth = {
  async version(ask) {
    const [row] = await ask('select version() as version');
    const version = String(row?.version);
    const [number = version] = /^[\d.]+/.exec(version) ?? [];
    return /mariadb/i.test(version)
      ? versionCheck({ version: `MariaDB ${number}`, tested: 'MariaDB 10.11' })
      : versionCheck({ version: `MySQL ${number}`, tested: undefined });
  },
  utcQuery: `select date_format(utc_timestamp(3), '%Y-%m-%dT%H:%i:%s.%f') as utc`,
  async timeZone(ask, zone) {
    const name = 'time zone';
    const literal = zone.replaceAll("'", "''");
    if (isUtc(zone)) return { name, status: 'ok', what: `${zone} needs no time-zone tables.` };
    const [row] = await ask(`select convert_tz('2026-01-31 12:00:00', '+00:00', '${literal}') as zoned`);
    if (row?.zoned !== null && row?.zoned !== undefined)
      return { name, status: 'ok', what: `The server knows ${zone}.` };
    return {
      name,
      status: 'warning',
      what: `The server does not know the time zone ${zone}: its time-zone tables are empty or lack it.`,
      why: 'Conversions to it in SQL are NULL, and the service has to work with the offset of the zone instead of its name.',
      fix: 'On the database server: mysql_tzinfo_to_sql /usr/share/zoneinfo | mysql -u root -p mysql',
    };
  },
  excess,
};
