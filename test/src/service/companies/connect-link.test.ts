/** One-time links for the consent of a company, made with the API for operators. */
import { expect, it } from 'vitest';
import { browserSession } from '../connect/browser-session.ts';
import { cloud, consented, customers, profileOf } from '../connect/cloud.ts';
import { operators, request, sha256 } from './served.ts';

const key = 'key-of-west-0123456789';
const company = {
  name: 'west',
  entry: { path: '/west' },
  keys: [{ name: 'app', app: 'both', sha256: sha256(key) }],
};

const serve = async (profile: string) => {
  const engineYaml =
    'profile: ./p.yaml\nservicesTable: true\noperatorKeyFile: operators.yaml\nadminPort: 0\nadminHost: 127.0.0.1\n';
  const given = await cloud({
    profile,
    env: { ENGINE_INSTALLATION: '', ENGINE_KEY: '' },
    files: { 'engine.yaml': engineYaml, 'operators.yaml': operators },
  });
  const service = await given.serve([]);
  const api = (method: string, path: string, body?: unknown) => request(service.adminUrl, [method, path, body]);
  expect((await api('POST', '/companies', company)).status).toBe(201);
  await expect.poll(async () => (await api('GET', '/companies/west')).body.service).not.toBeNull();
  return { given, service, api };
};

it('connects a company, and is in the log of changes without its secret', async () => {
  const { given, service, api } = await serve(profileOf());
  const made = await api('POST', '/companies/west/connect-link', { expiresIn: '2h' });
  expect(made).toMatchObject({ status: 201, body: { source: 'cloud' } });
  const { url, expires } = made.body;
  const hours = (Date.parse(String(expires)) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(1.9);
  expect(hours).toBeLessThanOrEqual(2);
  given.vendor.grant([{ id: 'c-7', name: 'Seven' }]);
  const session = browserSession(given.connectUrl);
  await consented(given, session, String(url));
  expect((await session.submit('/connect/continue', { choice: '0' })).html).toContain('is connected with west.');
  await expect
    .poll(
      async () => {
        const reply = await fetch(`${service.url}/west${customers}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ schemaVersion: '1', query: 'cust', page: 1, pageSize: 10 }),
        });
        return reply.text();
      },
      { timeout: 20_000, interval: 200 },
    )
    .toContain('Customer of c-7');
  const changes = await api('GET', '/audit');
  expect(changes.body.changes).toMatchObject([{ action: 'link', company: 'west', actor: 'anna' }, { action: 'added' }]);
  expect(JSON.stringify(changes.body)).not.toContain(String(url).slice(-43));
});

it('is refused for a company that is not known, for a time that is too long, and for a source without consent', async () => {
  const { api } = await serve(profileOf());
  const statuses = [
    await api('POST', '/companies/ost/connect-link', {}),
    await api('POST', '/companies/west/connect-link', { expiresIn: '31d' }),
    await api('POST', '/companies/west/connect-link', { source: 'exact' }),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([404, 422, 409]);
  expect(statuses[2]?.body.error).toContain('sources with it: cloud');
});
