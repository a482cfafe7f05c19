/**
 * A real Dolibarr, from a folder with its source: DOLIBARR_SOURCE=<folder> npm run real -- dolibarr
 *
 * It needs PHP 8 with the extensions of Dolibarr (mysqli, curl, gd, intl, mbstring, xml, zip), and MariaDB, of Debian's packages or installed.
 */
import { run } from '../../../src/workbench/testing/servers/local-server.ts';
import type { StartErp } from '../erp.ts';
import { fill, recordsOf } from './data.ts';
import { clock, startDolibarr } from './installation.ts';
import { login, loginWithGrants } from './login.ts';
import { opinionsOf } from './opinions.ts';
import { compareWrites } from './writes.ts';

export const startDolibarrErp: StartErp = async (environment) => {
  const source = environment.DOLIBARR_SOURCE;
  if (source === undefined || source === '')
    return {
      kind: 'missing',
      reason: 'DOLIBARR_SOURCE names no folder',
      cure: 'Unpack a release of Dolibarr, and set DOLIBARR_SOURCE to the folder with its main.inc.php or htdocs.',
    };
  const hasPhp = await run('php', ['--version']).then(
    () => true,
    () => false,
  );
  if (!hasPhp)
    return {
      kind: 'missing',
      reason: 'PHP is not installed',
      cure: 'Install php-cli, php-mysql, php-curl, php-gd, php-intl, php-mbstring, php-xml and php-zip.',
    };
  const erp = await startDolibarr(source);
  try {
    const data = await fill(erp);
    await loginWithGrants(erp);
    const database = new URL(erp.databaseUrl);
    const settings = {
      DOLIBARR_DB_HOST: database.hostname,
      DOLIBARR_DB_PORT: database.port,
      DOLIBARR_DB_NAME: database.pathname.slice(1),
      DOLIBARR_DB_USER: login.user,
      DOLIBARR_DB_PASSWORD: login.password,
      DOLIBARR_URL: erp.url,
      DOLIBARR_CLOCK: clock,
      DOLIBARR_API_KEY: data.keys.api ?? '',
      DOLIBARR_DRAFT_CUSTOMER: String(data.customers['Martin & Fils']),
    };
    // Those with discounts, prices of their own, levels and another currency.
    const priced = Object.values(data.customers).slice(0, 12).map(String);
    return {
      kind: 'started',
      erp: {
        version: `Dolibarr ${erp.version}`,
        profile: 'dolibarr',
        environment: settings,
        opinions: async () => opinionsOf(erp, await recordsOf(erp), priced),
        writes: async () => compareWrites({ erp, data, records: await recordsOf(erp), environment: settings }),
        close: erp.close,
      },
    };
  } catch (error) {
    await erp.close();
    throw error;
  }
};
