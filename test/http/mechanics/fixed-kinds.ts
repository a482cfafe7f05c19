/**
 * Credentials in every request, and signatures. The expected values are calculated here, from the standards and the
 * vendors' documentation.
 */
import { verified } from '../../engine/sources/http/auth/oauth1-verified.ts';
import { basicOf, type Kind } from './kind.ts';

/** RFC 5849, 3.6. */
const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

export const fixedKinds: readonly Kind[] = [
  {
    name: 'basic',
    auth: () => ({ basic: { user: 'ö:', password: '${secret}' } }),
    admits: ({ headers }, secret) => headers.authorization === basicOf('ö:', secret),
  },
  {
    name: 'bearer',
    auth: () => ({ bearer: '${secret}' }),
    admits: ({ headers }, secret) => headers.authorization === `Bearer ${secret}`,
  },
  {
    // Dolibarr: DOLAPIKEY. https://wiki.dolibarr.org/index.php/Module_Web_Services_API_REST_(developer)
    name: 'a key in a header',
    auth: () => ({ apiKey: { header: 'DOLAPIKEY', value: '${secret}' } }),
    admits: ({ headers }, secret) => headers.dolapikey === secret,
  },
  {
    name: 'a key in the query',
    auth: () => ({ apiKey: { query: 'api key', value: '${secret}' } }),
    admits: ({ target }, secret) => new URL(target, 'http://erp').searchParams.get('api key') === secret,
  },
  {
    // Frappe: https://docs.frappe.io/framework/user/en/api/rest#token-based-authentication
    name: 'a composed header',
    auth: () => ({ apiKey: { header: 'Authorization', value: 'token k:${secret}' } }),
    admits: ({ headers }, secret) => headers.authorization === `token k:${secret}`,
  },
  {
    // Epicor Kinetic wants both.
    name: 'basic and a key',
    auth: () => ({ basic: { user: 'u', password: '${secret}' }, apiKey: { header: 'x-api-key', value: 'k${secret}' } }),
    admits: ({ headers }, secret) =>
      headers.authorization === basicOf('u', secret) && headers['x-api-key'] === `k${secret}`,
  },
  {
    // NetSuite, token-based authentication.
    name: 'oauth1',
    auth: () => ({
      oauth1: { consumerKey: 'c', consumerSecret: '${secret}', token: 't', tokenSecret: '${secret}', realm: '1_SB1' },
    }),
    admits: (seen, secret, url) =>
      verified(seen, url, `${percent(secret)}&${percent(secret)}`) &&
      /realm="1_SB1"/.test(seen.headers.authorization ?? ''),
  },
];
