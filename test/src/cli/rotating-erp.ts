/** An ERP whose refresh tokens can be used once, a profile for it, and the command line with the settings of its service. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Secret } from '../../../engine/index.ts';
import { readKept } from '../../../engine/sources/http/auth/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { openOperatorStore } from '../../../src/service/state/operator-store.ts';
import { type Double, double } from '../../engine/sources/http/auth/double.ts';
import { rotating } from '../../engine/sources/http/auth/rotating.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, runHere } from './here.ts';

export const keptName = (url: string): string =>
  JSON.stringify([JSON.stringify(['exact']), 'exact', `${url}/token`, 'app']);

const profileOf = (url: string): string => `
profile: exact
contract: "1"
settings:
  secret: { env: EXACT_SECRET, secret: true }
sources:
  exact:
    http: ${url}/api
    auth:
      refreshToken: { url: "${url}/token", client: app, secret: "\${secret}", secretIn: header }
    request: { rows: value }
endpoints:
  /catalog/customers/search:
    use: exact
    get: /customers
    params: { q: "{{ query }}" }
    fields: { erpId: code, erpName: name }
    absent: { city: this ERP has none }
${contract.endpoints
  .filter(({ path }) => !['/health', '/catalog/customers/search'].includes(path))
  .map(({ path }) => `  ${path}: { unavailable: not needed here }\n`)
  .join('')}`;

interface ErpOptions {
  /** The ERP answers a refresh token that it has replaced with the same tokens again, until the new one is used. */
  readonly forgives?: boolean;
}

export interface RotatingErp extends ReturnType<typeof rotating> {
  readonly erp: Double;
  readonly cwd: string;
  /** ENGINE_STORE_KEY, ENGINE_STORE and the secret of the client. */
  readonly env: Readonly<Record<string, string>>;
  /** Holds the answers of the token endpoint until the returned function is called. */
  hold(): () => void;
  /** Times that the ERP was asked for a token. */
  asked(): number;
  /** Runs a command with the settings of the service. */
  engine(args: readonly string[], env?: Readonly<Record<string, string>>, input?: string): Promise<Ended>;
  /** What the store has of the token. */
  stored(): Promise<{ readonly refresh: string | undefined; readonly lease: string | undefined }>;
}

/** Starts it. The first refresh token is `r1`, and is not stored yet. The caller closes `erp`. */
export async function rotatingErp({ forgives = false }: ErpOptions = {}): Promise<RotatingErp> {
  const server = rotating();
  let held: Promise<void> = Promise.resolve();
  let last: { readonly given: string; readonly answer: Awaited<ReturnType<typeof server.answer>> } | undefined;
  const erp = await double(async (request) => {
    if (request.target !== '/token') {
      const given = await server.answer(request);
      return (given.status ?? 200) < 300 ? { json: { value: [{ code: 'C1', name: 'Acme' }] } } : given;
    }
    const given = new URLSearchParams(request.body).get('refresh_token') ?? '';
    const answer = forgives && last?.given === given ? last.answer : await server.answer(request);
    last = { given, answer };
    await held;
    return answer;
  });
  const cwd = folderWith({ 'p.yaml': profileOf(erp.url) });
  const storeKey = randomBytes(32).toString('base64');
  const store = join(cwd, 's.sqlite');
  const env = { ENGINE_STORE_KEY: storeKey, ENGINE_STORE: store, EXACT_SECRET: 'canary-secret' };
  return {
    ...{ ...server, erp, cwd, env },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    asked: () => erp.seen.filter(({ target }) => target === '/token').length,
    engine: (args, others = {}, input) =>
      runHere(args, { cwd, env: { ...env, ...others }, ...(input === undefined ? {} : { input: async () => input }) }),
    async stored() {
      const opened = await openOperatorStore({ kind: 'file', file: store }, new Secret(storeKey));
      if (!opened.ok) throw new Error(opened.diagnostic.message);
      const kept = await opened.tokens?.read(keptName(erp.url));
      await opened.close();
      return { refresh: kept && readKept(kept.value)?.refresh, lease: kept?.lease };
    },
  };
}

export const search = ['run', '/catalog/customers/search', '--profile', './p.yaml', '--set', 'query='] as const;
export const setToken = ['auth', 'set', 'exact', '--profile', './p.yaml'] as const;
