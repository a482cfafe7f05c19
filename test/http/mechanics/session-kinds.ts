/** Sessions and CSRF tokens, as the vendors document them. */
import type { Seen } from '../../engine/sources/http/auth/double.ts';
import { basicOf, type Kind, refused } from './kind.ts';

const login = { json: { name: 'integration', password: '${secret}' } };
const isLogin = ({ target, body }: Seen, secret: string): boolean =>
  target === '/login' && JSON.parse(body).password === secret;

export const sessionKinds: readonly Kind[] = [
  {
    name: 'a session whose token comes and goes in headers',
    auth: () => ({
      session: {
        login: { post: '/login', ...login },
        take: '$headers.`x-session`',
        send: { header: 'Authorization', value: 'Session {{ token }}' },
        logout: { post: '/logout' },
      },
    }),
    admits: ({ headers }, _secret, _url, { current }) => headers.authorization === `Session ${current()}`,
    entry: (seen, secret, _url, { next }) => {
      if (seen.target !== '/login') return undefined;
      return isLogin(seen, secret) ? { status: 201, headers: { 'X-Session': next() }, json: {} } : refused;
    },
  },
  {
    // A refusal with the status 200, as Odoo gives it.
    name: 'a session whose token comes in the body and goes in the query',
    auth: () => ({
      session: {
        login: { post: '/login', ...login },
        accepted: '$exists(result)',
        take: 'result.sid',
        send: { query: 'sid' },
      },
    }),
    admits: ({ target }, _secret, _url, { current }) =>
      new URL(target, 'http://erp').searchParams.get('sid') === current(),
    entry: (seen, secret, _url, { next }) => {
      if (seen.target !== '/login') return undefined;
      return { json: isLogin(seen, secret) ? { result: { sid: next() } } : { error: { message: 'Access Denied' } } };
    },
  },
  {
    // SAP Business One; 401 also for a session that is over.
    name: 'a session by cookies',
    auth: () => ({ session: { login: { post: '/login', ...login }, send: 'cookies', logout: { post: '/logout' } } }),
    admits: ({ headers }, _secret, _url, { current }) => headers.cookie === `B1SESSION=${current()}`,
    entry: (seen, secret, _url, { next }) => {
      if (seen.target !== '/login') return undefined;
      return isLogin(seen, secret) ? { headers: { 'set-cookie': `B1SESSION=${next()}; HttpOnly` }, json: {} } : refused;
    },
  },
  {
    // SAP Gateway: https://me.sap.com/notes/3339155
    name: 'a token against forged requests',
    changes: true,
    auth: () => ({ basic: { user: 'u', password: '${secret}' }, csrf: { get: '/root/' } }),
    admits: ({ headers }, secret, _url, { current }) =>
      headers.authorization === basicOf('u', secret) &&
      headers['x-csrf-token'] === current() &&
      headers.cookie === `SAP_SESSIONID=${current()}`,
    entry: ({ headers, target }, secret, _url, { next }) => {
      if (target !== '/root/') return undefined;
      if (headers.authorization !== basicOf('u', secret) || headers['x-csrf-token'] !== 'Fetch') return refused;
      const token = next();
      return { headers: { 'x-csrf-token': token, 'set-cookie': `SAP_SESSIONID=${token}; path=/` }, json: {} };
    },
  },
];
