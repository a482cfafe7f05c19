/** The login of the service: created with the grants that the profile ships, and no other rights. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dolibarr } from './installation.ts';

export const login = { user: 'middleware', password: 'a long password' };
const grants = join(import.meta.dirname, '../../../profiles/dolibarr/grants.sql');

export async function loginWithGrants(erp: Dolibarr): Promise<void> {
  await erp.sql(readFileSync(grants, 'utf8').replaceAll("'middleware'@'10.0.0.%'", `'${login.user}'@'%'`));
}
