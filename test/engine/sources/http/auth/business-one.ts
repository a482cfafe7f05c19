/** A vendor's sessions by cookies, and the login that they begin with. */
import type { SessionConfig } from '../../../../../engine/sources/http/auth/index.ts';
import { type Answer, type Seen, secret } from './double.ts';

/**
 * SAP Business One Service Layer: two cookies, of which ROUTEID pins the node; 401 with code 301 when a session is over; one password is right.
 * https://help.sap.com/doc/6ab840ef2e8140f3afeda9d7f3ba4a52/10.0/en-US/Working_with_SAP_Business_One_Service_Layer.pdf
 */
export function businessOne({ loginMs = 0 } = {}) {
  let sessions = 0;
  const alive = new Set<string>();
  const over = {
    status: 401,
    json: { error: { code: 301, message: { lang: 'en-us', value: 'Invalid session or session already timeout.' } } },
  };
  const answer = async ({ target, headers, body }: Seen): Promise<Answer> => {
    const session = /B1SESSION=([^;]+)/.exec(headers.cookie ?? '')?.[1];
    if (target === '/b1s/v1/Login') {
      await new Promise((resolve) => setTimeout(resolve, loginMs));
      const given: { readonly Password?: string } = JSON.parse(body);
      if (given.Password !== 'right') return { status: 401, json: { error: { code: 100000027 } } };
      sessions += 1;
      alive.add(`s${sessions}`);
      const cookies = [`B1SESSION=s${sessions};HttpOnly;SameSite=None`, 'ROUTEID=.node2;path=/b1s'];
      return { headers: { 'set-cookie': cookies }, json: { SessionId: `s${sessions}`, SessionTimeout: 30 } };
    }
    if (session === undefined || !alive.has(session) || !/ROUTEID=\.node2/.test(headers.cookie ?? '')) return over;
    if (target === '/b1s/v1/Logout') alive.delete(session);
    return target === '/b1s/v1/Logout' ? { status: 204 } : { json: { value: [] } };
  };
  return { answer, alive, logins: () => sessions };
}

export const loginOf = (password: string): SessionConfig => ({
  login: {
    method: 'POST',
    target: '/Login',
    headers: {},
    body: {
      type: 'application/json',
      text: secret(JSON.stringify({ CompanyDB: 'SBO', UserName: 'manager', Password: password })),
    },
  },
  send: { kind: 'cookies' },
  idleMs: undefined,
  maxAgeMs: undefined,
  logout: { method: 'POST', target: '/Logout', headers: {} },
});
