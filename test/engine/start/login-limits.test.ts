/** Limits of an ERP by HTTP count the requests of a login: companies with one login share them, and those with consents of their own do not. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openEngine, Secret } from '../../../engine/index.ts';
import { firstToken } from '../../../engine/tools/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { locateBase } from '../../../src/service/config/locate-base.ts';
import { type Company, companiesOf } from '../../companies/company.ts';
import { startWebErp, webSecrets } from '../../companies/web-erp.ts';
import { folderWith } from '../../src/service/server/fixture.ts';
import { completed } from '../../support/check-profile.ts';
import { memoryTokens } from '../sources/http/auth/rotating.ts';

const path = '/catalog/customers/search';

it('names of limits in the store differ between logins, and not between companies with one login', async () => {
  const companies = companiesOf(15).filter(({ profile }) => profile === 'web' || profile === 'consent');
  const erp = await startWebErp({ companies });
  onTestFinished(() => erp.close());
  const folder = folderWith({});
  cpSync(join(import.meta.dirname, '../../companies/profiles'), folder, { recursive: true });
  const web = readFileSync(join(folder, 'web.yaml'), 'utf8');
  writeFileSync(
    join(folder, 'web.yaml'),
    completed(web).replace('timeout: 20s', 'timeout: 20s, rate: 100/1s, concurrent: 2, shared: true'),
  );

  async function limitsOf(company: Company): Promise<readonly string[]> {
    const names = new Set<string>();
    const tokens = memoryTokens();
    const { name, profile } = company;
    const file = join(folder, `${profile}.yaml`);
    if (profile === 'consent')
      await tokens.put(
        JSON.stringify([name, 'api', `${erp.url}/token`, 'app']),
        firstToken(new Secret(erp.consent(company))),
      );
    const opened = await openEngine({
      contract,
      profileFile: file,
      profileName: `${profile}.yaml`,
      environment: {
        WEB_URL: erp.url,
        WEB_SECRET: webSecrets[profile === 'web' ? 'web' : 'consent'],
        WEB_TENANT: company.code,
      },
      installation: name,
      tokens,
      rates: {
        take: async (limit, { count }) => {
          names.add(limit);
          return { granted: count, expiries: [] };
        },
      },
      slots: {
        enter: async (limit) => {
          names.add(limit);
          return true;
        },
        leave: async () => undefined,
      },
      locate: locateBase({ cwd: folder, packageRoot: folder }),
      emit: () => undefined,
    });
    if (!opened.ok) throw new Error(opened.diagnostics.map(({ message }) => message).join('\n'));
    expect(await opened.engine.start()).toEqual([]);
    const outcome = await opened.engine.call(
      path,
      { schemaVersion: '1', query: '', limit: 10 },
      { requestId: 'r', deadline: Date.now() + 60_000 },
    );
    expect(outcome).toMatchObject({ ok: true });
    await opened.engine.close();
    expect(JSON.stringify([...names])).not.toMatch(/secret-of|zq\d/);
    // A limit of requests in a time, and one of concurrent requests.
    expect(names.size).toBe(2);
    return [...names].sort();
  }

  const named = await Promise.all(
    companies.map(async (company) => [company.profile, await limitsOf(company)] as const),
  );
  const limitsFor = (profile: string): readonly string[] =>
    named.filter(([one]) => one === profile).map(([, names]) => JSON.stringify(names));
  expect(new Set(limitsFor('web')).size).toBe(1);
  expect(new Set(limitsFor('consent')).size).toBe(3);
  expect(new Set(named.map(([, names]) => JSON.stringify(names))).size).toBe(4);
});
