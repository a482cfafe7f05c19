/** A profile whose customers give consent in a browser, and its service with the listener for consents. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { completed } from '../../../support/check-profile.ts';
import { runHere } from '../../cli/here.ts';
import { type Served, serveHere } from '../observability/admin/serve-here.ts';
import { folderWith } from '../server/fixture.ts';
import { type BrowserSession, browserSession, type Shown, vendorUrl } from './browser-session.ts';
import { client, type Hostile, type OAuthServer, oauthServer } from './oauth-server.ts';

export const customers = '/catalog/customers/search';

const tenants = '{ get: "${url}/connections", rows: connections, label: name, settings: { company: id } }';

/** `consent`: further keys of `consent`. */
export const profileOf = ({ tenantsOf = tenants, consent = '', probe = 'probe: { get: /ping }' } = {}): string =>
  completed(`
profile: cloud
title: Cloud Books
contract: "1"
settings:
  url: { env: CLOUD_URL }
  secret: { env: CLOUD_SECRET, secret: true }
  company: { env: CLOUD_COMPANY, description: Company }
sources:
  cloud:
    http: "\${url}/api"
    auth:
      refreshToken:
        url: "\${url}/token"
        client: ${client.id}
        secret: "\${secret}"
        secretIn: header
        consent:
          url: "\${url}/authorize"
          scope: offline_access read
          tenants: ${tenantsOf}
          ${consent}
    request: { headers: { x-company: "\${company}" }, rows: value }
    ${probe}
endpoints:
  /catalog/customers/search:
    use: cloud
    get: /customers
    params: { q: "{{ query }}" }
    fields: { erpId: code, erpName: name }
    absent: { city: this ERP has none }
`);

/** A port that no program uses. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

export interface Cloud {
  readonly vendor: OAuthServer;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Base URL of the listener for consents. */
  readonly connectUrl: string;
  /** Starts the service, which ends with the test. */
  serve(args?: readonly string[]): Promise<Served>;
  /** Makes a link with the command. */
  link(args?: readonly string[]): Promise<string>;
}

/** The vendor and the files of a service. `env`: further variables. */
export async function cloud(
  options: {
    readonly profile?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly store?: string;
    /** Files beside the profile. */
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Promise<Cloud> {
  const connectUrl = `http://127.0.0.1:${await freePort()}`;
  const vendor = await oauthServer(() => `${connectUrl}/connect/callback`);
  onTestFinished(() => vendor.close());
  const folder = folderWith({ 'p.yaml': options.profile ?? profileOf(), ...options.files });
  const env = {
    ENGINE_STORE_KEY: randomBytes(32).toString('base64'),
    ENGINE_STORE: options.store ?? `${folder}/s.sqlite`,
    ENGINE_INSTALLATION: 'nord',
    ENGINE_CONNECT_URL: connectUrl,
    CLOUD_URL: vendor.url,
    CLOUD_SECRET: client.secret,
    ...options.env,
  };
  return {
    vendor,
    folder,
    env,
    connectUrl,
    serve: (args = ['--profile', './p.yaml']) =>
      serveHere(folder, ['--connect-port', new URL(connectUrl).port, ...args], { env }),
    async link(args = ['--profile', './p.yaml']) {
      const made = await runHere(['auth', 'link', ...args], { env, cwd: folder });
      expect(made.err).toBe('');
      return made.out.split('\n')[0] ?? '';
    },
  };
}

/** Presses the button of a link, and decides at the vendor. Gives the page of the redirect. */
export async function consented(
  { vendor }: Pick<Cloud, 'vendor'>,
  session: BrowserSession,
  link: string,
  hostile: Hostile = {},
): Promise<Shown> {
  const begun = await session.submit(link);
  return session.open(vendor.decide(vendorUrl(begun), hostile));
}

/** The whole way, with the first of the granted companies. */
export async function connected(given: Cloud, session = browserSession(given.connectUrl)): Promise<Shown> {
  const link = await given.link();
  const received = await consented(given, session, link);
  expect([received.status, received.headers.get('location')]).toEqual([303, '/connect/continue']);
  return session.submit('/connect/continue', { choice: '0' });
}
