/** The consents of shipped profiles: the authorization request, and the company that a vendor's documented answer names. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConsents } from '../../engine/tools/index.ts';
import { contract } from '../../src/contract/index.ts';
import { locateBase } from '../../src/service/config/locate-base.ts';
import { type Answer, double } from '../engine/sources/http/auth/double.ts';

const profiles = join(import.meta.dirname, '../../profiles');
const attempt = { state: 'a-state', verifier: 'v'.repeat(43), redirectUri: 'https://connect.example/connect/callback' };

interface Case {
  readonly profile: string;
  /** Variables; `url` is that of the double. */
  readonly environment: (url: string) => Readonly<Record<string, string>>;
  /** The answer to the request for the granted companies. */
  readonly answer: (target: string) => Answer;
  /** Parameters of the redirect in addition to code and state. */
  readonly redirect?: string;
  readonly authorize: string;
  readonly scope: string;
  readonly tenants: readonly object[];
}

/** The overlay that the README shows, in a folder of its own. */
function overlayOf(profile: string): string {
  const readme = readFileSync(join(profiles, profile, 'README.md'), 'utf8');
  const [, text = ''] = /```yaml\n(profile: [\s\S]*?)```/.exec(readme) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'engine-overlay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'profile.yaml'), text);
  return join(folder, 'profile.yaml');
}

const cases: readonly Case[] = [
  {
    profile: 'xero',
    environment: (url) => ({
      XERO_ADDRESS: url,
      XERO_LOGIN: url,
      XERO_SIGN_IN: url,
      XERO_CLIENT: 'app',
      XERO_CLIENT_SECRET: 's',
    }),
    // The example of Xero's description of its identity service, https://github.com/XeroAPI/Xero-OpenAPI/blob/master/xero-identity.yaml, and a practice.
    answer: (target) => ({
      json:
        target === '/connections'
          ? [
              {
                tenantId: 'fe79f7dd-b6d4-4a92-ba7b-538af6289c58',
                tenantName: 'Demo Company (NZ)',
                tenantType: 'ORGANISATION',
              },
              { tenantId: '00000000-0000-0000-0000-000000000001', tenantName: 'A practice', tenantType: 'PRACTICE' },
            ]
          : undefined,
    }),
    authorize: '/identity/connect/authorize',
    scope: 'offline_access accounting.contacts accounting.settings.read accounting.invoices accounting.payments',
    tenants: [{ label: 'Demo Company (NZ)', variables: { XERO_TENANT: 'fe79f7dd-b6d4-4a92-ba7b-538af6289c58' } }],
  },
  {
    profile: 'quickbooks-online',
    environment: (url) => ({
      QBO_ADDRESS: url,
      QBO_LOGIN: url,
      QBO_SIGN_IN: url,
      QBO_CLIENT: 'app',
      QBO_CLIENT_SECRET: 's',
    }),
    answer: () => ({ status: 404 }),
    redirect: '&realmId=9341452000000001',
    authorize: '/connect/oauth2',
    scope: 'com.intuit.quickbooks.accounting',
    tenants: [{ label: '9341452000000001', variables: { QBO_REALM: '9341452000000001' } }],
  },
  {
    profile: 'business-central',
    environment: (url) => ({
      ...{ BC_ADDRESS: url, BC_LOGIN: url, BC_TENANT: 'contoso.example', BC_ENVIRONMENT: 'sandbox' },
      ...{ BC_CLIENT: 'app', BC_CLIENT_SECRET: 's' },
    }),
    // The members of the entity company, https://learn.microsoft.com/dynamics365/business-central/dev-itpro/api-reference/v2.0/resources/dynamics_company
    answer: (target) => ({
      json:
        target === '/v2.0/contoso.example/sandbox/api/v2.0/companies'
          ? {
              value: [
                { id: '9f161476-3c02-ed11-90e6-002248303c06', name: 'CRONUS', displayName: 'CRONUS International' },
              ],
            }
          : undefined,
    }),
    authorize: '/contoso.example/oauth2/v2.0/authorize',
    scope: 'https://api.businesscentral.dynamics.com/user_impersonation offline_access',
    tenants: [
      {
        label: 'CRONUS International',
        variables: { BC_COMPANY: '9f161476-3c02-ed11-90e6-002248303c06', BC_COMPANY_NAME: 'CRONUS' },
      },
    ],
  },
];

it.each(cases)('a consent for $profile', async ({ profile, environment, answer, redirect = '', ...expected }) => {
  const vendor = await double(({ target, headers }) => {
    if (/token/.test(target)) return { json: { access_token: 'access', refresh_token: 'refresh', expires_in: 1_800 } };
    expect(headers.authorization).toBe('Bearer access');
    return answer(target);
  });
  onTestFinished(() => vendor.close());
  const profileFile = profile === 'business-central' ? overlayOf(profile) : join(profiles, profile, 'profile.yaml');
  const input = {
    profileFile,
    profileName: 'profile.yaml',
    locate: locateBase({ cwd: profiles, packageRoot: join(profiles, '..') }),
    contract,
    environment: environment(vendor.url),
    installation: 'nord',
  };
  const read = await readConsents(input, Date.now);
  if (!read.ok) throw new Error(read.diagnostics.map(({ message }) => message).join('\n'));
  const [consent, ...others] = read.consents;
  if (consent === undefined) throw new Error('The profile has no consent.');
  expect(others).toEqual([]);
  const url = new URL(await consent.authorizationUrl(attempt));
  expect([url.origin, url.pathname, url.searchParams.get('scope'), url.searchParams.get('client_id')]).toEqual([
    ...[vendor.url, expected.authorize, expected.scope, 'app'],
  ]);
  const parameters = new URLSearchParams(`code=c&state=a-state${redirect}`);
  const granted = await consent.exchange(parameters, attempt, { deadline: Date.now() + 20_000 });
  expect(granted.tenants).toEqual(expected.tenants);
  expect(JSON.parse(granted.token.reveal())).toMatchObject({ refresh: 'refresh', access: 'access' });
  expect(Object.keys(consent.variables)).toEqual(
    Object.keys(Object(Reflect.get(expected.tenants[0] ?? {}, 'variables'))),
  );
});
