/** What an operator wants to know about an SQLite file. */
import { accessSync, constants, statSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import type { HealthCheck } from '../../../base/health-check.ts';
import { excessiveRight, type ServerHealth, versionCheck } from '../server-health.ts';

/** Whether every user of the machine may write to it. Windows has other permissions, which are not read. */
const isOpen = (path: string): boolean => platform() !== 'win32' && (statSync(path).mode & 0o002) !== 0;

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function fileChecks(file: string, writes: boolean): readonly HealthCheck[] {
  const checks: HealthCheck[] = [];
  for (const path of [file, dirname(file)].filter(isOpen)) {
    const why = 'Every program on this machine can change or replace the data of the ERP.';
    const what = `Every user of this machine may write to ${path}.`;
    checks.push(excessiveRight('warning', { what, why, fix: `chmod o-w '${path}'` }));
  }
  for (const path of writes ? [file, dirname(file)].filter((one) => !mayWrite(one)) : []) {
    checks.push({
      name: 'missing rights',
      status: 'error',
      what: `The user of this process may not write to ${path}.`,
      why: 'The profile writes, and SQLite keeps its journal in the folder of the file.',
      fix: `chown or chmod '${path}', so that the user of the service may write to it`,
    });
  }
  return checks.length > 0
    ? checks
    : [{ name: 'permissions', status: 'ok', what: `${file} has the expected permissions.` }];
}

export const sqliteHealth: ServerHealth = {
  async version(ask) {
    const [row] = await ask('select sqlite_version() as version');
    return versionCheck({ version: `SQLite ${String(row?.version)}`, tested: 'SQLite 3.54' });
  },
  // The clock is that of this machine.
  utcQuery: undefined,
  timeZone: undefined,
  async excess(ask, writes) {
    const [row] = await ask("select file from pragma_database_list where name = 'main'");
    const file = String(row?.file ?? '');
    return file === '' ? [] : fileChecks(file, writes);
  },
};
