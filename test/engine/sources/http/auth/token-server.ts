/** A token endpoint next to an ERP that accepts its tokens. */
import type { TokenConfig } from '../../../../../engine/sources/http/auth/index.ts';
import { type Answer, type Double, double, type Seen, secret } from './double.ts';

/** The server of the test that runs. */
export let erp: Double;

/** Takes the place of the server, for what gives no tokens. */
export function serve(other: Double): void {
  erp = other;
}

/** Gives tokens t1, t2, ... and takes them until `revoke` is called. */
export async function server(grant: (request: Seen, fields: URLSearchParams) => Answer | Promise<Answer>) {
  let given = 0;
  let good: string | undefined;
  erp = await double(async (request) => {
    if (request.target !== '/token')
      return { status: request.headers.authorization === `Bearer ${good}` ? 200 : 401, json: {} };
    const answer = await grant(request, new URLSearchParams(request.body));
    if ((answer.status ?? 200) >= 300) return answer;
    given += 1;
    good = `t${given}`;
    return { ...answer, json: { access_token: good, token_type: 'Bearer', ...Object(answer.json) } };
  });
  return {
    given: () => given,
    revoke: (): void => {
      good = undefined;
    },
  };
}

export function tokenOf(change: Partial<TokenConfig> = {}): TokenConfig {
  return {
    url: `${erp.url}/token`,
    client: { kind: 'body', id: 'app', secret: secret('s&cret') },
    grant: { kind: 'clientCredentials' },
    fields: {},
    body: 'form',
    ...change,
  };
}

export const asked = (): Seen => {
  const seenRequest = erp.seen.find(({ target }) => target === '/token');
  if (seenRequest === undefined) throw new Error('No token was asked for.');
  return seenRequest;
};
