/** Credentials that do not change, as the ERP receives them. */
import { afterEach, expect, it } from 'vitest';
import type { AuthConfig } from '../../../../../engine/sources/http/auth/index.ts';
import { bench, type Double, double, type Seen, secret } from './double.ts';

let erp: Double;
afterEach(() => erp.close());

async function arrives(config: Partial<AuthConfig>, target = '/a'): Promise<Seen | undefined> {
  erp = await double(() => ({ status: 401 }));
  const { send, auth } = bench(erp.url, config);
  await send(target);
  await auth.close();
  // What does not change is not worth another try.
  expect(erp.seen).toHaveLength(1);
  return erp.seen[0];
}

it('sends nothing where nothing is declared', async () => {
  expect((await arrives({}))?.headers).not.toHaveProperty('authorization');
});

it('sends user and password in UTF-8', async () => {
  const seen = await arrives({ basic: { user: 'Jörg', password: secret('pä:ß') } });
  // Made by: printf 'Jörg:pä:ß' | base64
  expect(seen?.headers.authorization).toBe('Basic SsO2cmc6cMOkOsOf');
});

it('sends a bearer token', async () => {
  expect((await arrives({ bearer: secret('abc') }))?.headers.authorization).toBe('Bearer abc');
});

it('sends a composed key in a header, and basic beside another one', async () => {
  const frappe = await arrives({ keys: [{ place: 'header', name: 'Authorization', value: secret('token k:s') }] });
  expect(frappe?.headers.authorization).toBe('token k:s');
  await erp.close();
  // Epicor Kinetic wants both.
  const epicor = await arrives({
    basic: { user: 'u', password: secret('p') },
    keys: [{ place: 'header', name: 'X-API-Key', value: secret('k') }],
  });
  expect([epicor?.headers.authorization, epicor?.headers['x-api-key']]).toEqual(['Basic dTpw', 'k']);
});

it('sends a key in the query, once', async () => {
  const keys = [{ place: 'query', name: 'api key', value: secret('a&b=c') }] as const;
  expect((await arrives({ keys }, '/a?x=%24&api%20key=old#f'))?.target).toBe('/a?x=%24&api%20key=a%26b%3Dc');
});
