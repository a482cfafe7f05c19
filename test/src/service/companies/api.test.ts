/** The API for operators: credentials, revisions, checks, secrets, and the log of changes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { companiesOpenApi } from '../../../../src/service/companies/api/openapi.ts';
import { closeAll } from '../../../engine/sources/http/double.ts';
import { customers, entry, keyFor } from '../lifecycle/shops.ts';
import { until } from '../server/fixture.ts';
import { reader, serveOperated, sha256, shop, writer } from './served.ts';

afterEach(closeAll);

describe('a company', () => {
  it('is added, shown, changed, suspended, resumed and removed, each with a line in the log of changes', async () => {
    const shops = await serveOperated();
    const added = await shops.api('POST', '/companies', shop('nord'));
    expect(added).toMatchObject({ status: 201, body: { name: 'nord', source: 'table', state: 'active' } });
    expect([added.headers.get('location'), added.headers.get('etag')]).toEqual(['/companies/nord', '"1"']);
    expect(added.body.entry).toEqual({ path: '/nord' });
    expect(added.body.keys).toEqual([{ name: 'app', app: 'both', sha256: sha256(keyFor('nord')) }]);
    expect(added.body.generatedKeys).toBeUndefined();
    await until(async () => (await shops.ask('nord', customers)).text.includes('Ada'));
    const shown = await until(async () => {
      const reply = await shops.api('GET', '/companies/nord', undefined, { credential: reader });
      return JSON.stringify(reply.body.service).includes('"ok":1') ? reply : undefined;
    });
    expect(shown.body).toMatchObject({
      revision: 1,
      service: { suspended: false, revision: 1, requests: { running: 0, failed: 0 }, failures: {} },
    });

    const changed = await shops.api('PATCH', '/companies/nord', { entry: { concurrency: 7 } }, { match: '"1"' });
    expect(changed).toMatchObject({ status: 200, body: { entry: { path: '/nord', concurrency: 7 } } });
    const suspended = await shops.api('PATCH', '/companies/nord', { state: 'suspended' }, { match: '"2"' });
    expect(suspended).toMatchObject({ status: 200, body: { state: 'suspended', revision: 3 } });
    await until(async () => (await shops.ask('nord', customers)).status === 503);
    await shops.api('PATCH', '/companies/nord', { state: 'active' }, { match: '"3"' });
    await until(async () => (await shops.ask('nord', customers)).status === 200);
    const removed = await shops.api('DELETE', '/companies/nord', undefined, { match: '"4"' });
    expect([removed.status, removed.body]).toEqual([204, {}]);
    await until(async () => (await shops.ask('nord', customers)).status === 404);
    expect((await shops.api('GET', '/companies/nord')).status).toBe(404);

    const { body } = await shops.api('GET', '/audit?company=nord', undefined, { credential: reader });
    const changes: readonly Readonly<Record<string, unknown>>[] = JSON.parse(JSON.stringify(body.changes));
    expect(changes.map(({ actor, via, action, revision }) => [actor, via, action, revision])).toEqual([
      ['anna', 'api', 'removed', 5],
      ['anna', 'api', 'resumed', 4],
      ['anna', 'api', 'suspended', 3],
      ['anna', 'api', 'changed', 2],
      ['anna', 'api', 'added', 1],
    ]);
    expect(changes[3]).toMatchObject({
      requestId: changed.headers.get('x-request-id'),
      before: { entry: { path: '/nord' } },
      after: { entry: { path: '/nord', concurrency: 7 } },
    });
    expect([changes[0]?.after, changes[4]?.before]).toEqual([null, null]);
    expect(shops.logged('company_changed').map(({ action, service }) => [action, service])).toEqual([
      ['added', 'nord'],
      ['changed', 'nord'],
      ['suspended', 'nord'],
      ['resumed', 'nord'],
      ['removed', 'nord'],
    ]);
    expect(JSON.stringify([added, shown, changed, body]) + shops.log()).not.toContain('secret-of-nord');
  });

  it('has fingerprints of its variables, which change with their values', async () => {
    const shops = await serveOperated();
    const variablesOf = ({ body }: { body: Readonly<Record<string, unknown>> }) =>
      new Map(
        JSON.parse(JSON.stringify(body.variables)).map((one: { name: string; fingerprint: string }) => [
          one.name,
          one.fingerprint,
        ]),
      );
    const first = variablesOf(await shops.api('POST', '/companies', shop('nord')));
    const patch = { variables: { SHOP_PASSWORD: 'another-secret', SHOP_URL: null } };
    const second = variablesOf(await shops.api('PATCH', '/companies/nord', patch, { match: '*' }));
    expect([...second.keys()]).toEqual(['SHOP_FILE', 'SHOP_PASSWORD']);
    expect(second.get('SHOP_FILE')).toBe(first.get('SHOP_FILE'));
    expect(second.get('SHOP_PASSWORD')).not.toBe(first.get('SHOP_PASSWORD'));
    expect(first.get('SHOP_FILE')).toMatch(/^[0-9a-f]{16}$/);
    // A plain digest could be found by trying passwords.
    expect(first.get('SHOP_PASSWORD')).not.toBe(sha256('secret-of-nord').slice(0, 16));
  });

  it('changes for the revision that its operator has seen; a repeat changes nothing', async () => {
    const shops = await serveOperated();
    await shops.api('POST', '/companies', shop('nord'));
    const repeated = await shops.api('POST', '/companies', shop('nord'));
    expect([repeated.status, repeated.body.revision]).toEqual([200, 1]);
    const other = await shops.api('POST', '/companies', { ...shop('nord'), state: 'suspended' });
    expect([other.status, other.body.revision]).toEqual([409, 1]);
    expect((await shops.api('PATCH', '/companies/nord', { state: 'suspended' })).status).toBe(428);
    const patch = { entry: { concurrency: 7 } };
    const both = await Promise.all([
      shops.api('PATCH', '/companies/nord', patch, { match: '"1"' }),
      shops.api('PATCH', '/companies/nord', { entry: { concurrency: 8 } }, { match: '"1"' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = both.find(({ status }) => status === 200)?.body.revision;
    expect(both.find(({ status }) => status === 412)?.body.revision).toBe(winner);
    const { body } = await shops.api('GET', '/companies/nord');
    const again = await shops.api('PATCH', '/companies/nord', { entry: body.entry }, { match: '"1"' });
    expect([again.status, again.body.revision]).toEqual([200, winner]);
    expect((await shops.api('DELETE', '/companies/nord', undefined, { match: '"1"' })).status).toBe(412);
    expect((await shops.api('DELETE', '/companies/nord', undefined, { match: 'W/"2"' })).status).toBe(412);
    expect((await shops.api('DELETE', '/companies/nord', undefined, { match: '*' })).status).toBe(204);
    expect((await shops.api('DELETE', '/companies/nord', undefined, { match: '*' })).status).toBe(404);
  });

  it.each([
    ['a missing address', { entry: {} }, ['entry']],
    ['an unknown member', { entry: { path: '/west', paht: '/x' } }, ['entry.paht']],
    ['a value of another form', { entry: { path: '/west', requestTimeout: 'soon' } }, ['entry.requestTimeout']],
    ['a profile outside of the folder', { entry: { path: '/west', profile: '../other.yaml' } }, ['entry.profile']],
    ['an absolute profile', { entry: { path: '/west', profile: '/etc/profile.yaml' } }, ['entry.profile']],
    ['a file outside of the folder', { entry: { path: '/west', envFile: 'a/../../b' } }, ['entry.envFile']],
    ['a profile that does not exist', { entry: { path: '/west', profile: './none.yaml' } }, ['entry.profile']],
    ['a setting as a variable', { variables: { ENGINE_PROFILE: 'x' } }, ['variables.ENGINE_PROFILE']],
    ['a variable with a file', { variables: { SHOP_PASSWORD_FILE: '/etc/shadow' } }, ['variables.SHOP_PASSWORD_FILE']],
    ['the address of another company', { entry: { path: '/nord/west' } }, ['entry.path']],
    ['the address of a service in a file', { entry: { path: '/ost' } }, ['entry.path']],
    ['the key of another company', { keys: [{ name: 'k', app: 'both', key: keyFor('nord') }] }, ['keys']],
    ['a weak key', { keys: [{ name: 'k', app: 'both', key: 'aaaaaaaaaaaaaaaaaaaa' }] }, ['keys[0].key']],
    ['a digest that is none', { keys: [{ name: 'k', app: 'both', sha256: 'key' }] }, ['keys[0].sha256']],
    ['another name', { name: 'no name' }, ['name']],
  ])('is refused with %s, and the fault has the path of the member', async (_title, change, paths) => {
    const shops = await serveOperated(`services:\n${entry('ost')}`);
    await shops.api('POST', '/companies', shop('nord'));
    const { status, body } = await shops.api('POST', '/companies', { ...shop('west'), ...change });
    const faults: readonly { readonly path: string }[] = JSON.parse(JSON.stringify(body.faults ?? []));
    expect([status, faults.map(({ path }) => path)]).toEqual([422, paths]);
    expect((await shops.api('GET', '/companies/west')).status).toBe(404);
  });

  it('of a file is listed, and cannot be changed here', async () => {
    const shops = await serveOperated(`services:\n${entry('ost')}`);
    await shops.api('POST', '/companies', shop('nord'));
    await until(async () => (await shops.ask('nord', customers)).status === 200);
    const { body } = await shops.api('GET', '/companies');
    expect(body).toMatchObject({
      companies: [
        { name: 'nord', source: 'table' },
        { name: 'ost', source: 'file', revision: null, entry: { path: '/ost' }, service: { revision: null } },
      ],
      total: 2,
    });
    expect((await shops.api('PATCH', '/companies/ost', { state: 'suspended' }, { match: '*' })).status).toBe(409);
    expect((await shops.api('POST', '/companies', shop('ost'))).status).toBe(409);
    const page = await shops.api('GET', '/companies?limit=1');
    expect(page.body).toMatchObject({ companies: [{ name: 'nord' }], next: 'nord', total: 2 });
    const next = await shops.api('GET', '/companies?limit=1&after=nord');
    expect(next.body).toMatchObject({ companies: [{ name: 'ost' }], next: null });
    expect((await shops.api('GET', '/companies?state=suspended')).body.companies).toEqual([]);
    expect((await shops.api('GET', '/companies?limit=many')).status).toBe(422);
    expect((await shops.api('GET', '/companies?stat=active')).body.faults).toEqual([
      { path: 'stat', message: 'is not known' },
    ]);
  });
});

describe('API keys of a company', () => {
  it('are generated, shown once, and replace others after a time', async () => {
    const shops = await serveOperated();
    const { keys, ...keyless } = shop('nord');
    const added = await shops.api('POST', '/companies', keyless);
    const generated: readonly { readonly name: string; readonly key: string }[] = JSON.parse(
      JSON.stringify(added.body.generatedKeys),
    );
    const first = generated[0]?.key ?? '';
    expect([generated.length, generated[0]?.name, first]).toEqual([1, 'key-1', expect.stringMatching(/^erpk_/)]);
    await until(async () => (await shops.ask('nord', customers, first)).status === 200);
    const path = '/companies/nord/keys';
    const rotated = await shops.api(
      'POST',
      path,
      { name: 'key-2', key: keyFor('nord'), expireOthers: '3s' },
      { match: '*' },
    );
    expect(rotated.body.keys).toEqual([
      { name: 'key-1', app: 'both', sha256: sha256(first), until: expect.any(String) },
      { name: 'key-2', app: 'both', sha256: sha256(keyFor('nord')) },
    ]);
    await until(async () => (await shops.ask('nord', customers)).status === 200);
    await until(async () => (await shops.ask('nord', customers, first)).status === 401);
    expect((await shops.api('POST', path, { name: 'key-2' }, { match: '*' })).body.faults).toMatchObject([
      { path: 'name' },
    ]);
    const repeated = await shops.api('POST', path, { name: 'key-2', key: keyFor('nord') }, { match: '*' });
    expect([repeated.status, repeated.body.revision]).toEqual([200, rotated.body.revision]);
    const ended = await shops.api('DELETE', `${path}/key-2`, undefined, { match: '*' });
    expect(ended.body.keys).toMatchObject([{ name: 'key-1' }]);
    await until(async () => (await shops.ask('nord', customers)).status === 401);
    expect((await shops.api('DELETE', `${path}/key-9`, undefined, { match: '*' })).status).toBe(404);
    const all = JSON.stringify((await shops.api('GET', '/audit')).body) + shops.log();
    expect([all.includes(first), all.includes(keyFor('nord'))]).toEqual([false, false]);
  });
});

describe('requests', () => {
  it('of another form are refused, with the id that the log has', async () => {
    const shops = await serveOperated();
    const refused = [
      await shops.api('POST', '/companies', '{'),
      await shops.api('POST', '/companies', 'name: nord', { type: 'text/yaml' }),
      await shops.api('PUT', '/companies', {}),
      await shops.api('GET', '/companies/nord/keys'),
      await shops.api('GET', '/audit/today'),
      await shops.api('POST', '/companies', { ...shop('nord'), variables: { A: 'x'.repeat(1_100_000) } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 415, 405, 405, 404, 413]);
    expect(refused[2]?.headers.get('allow')).toBe('GET, POST');
    for (const { body, headers } of refused) {
      expect(body.requestId).toBe(headers.get('x-request-id'));
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
    }
    expect(shops.logged('bug')).toEqual([]);
  });

  it('of a page of another site are refused', async () => {
    const shops = await serveOperated();
    const response = await fetch(`${shops.adminUrl}/companies`, {
      headers: { authorization: `Bearer ${writer}`, origin: 'https://example.com' },
    });
    expect(response.status).toBe(403);
  });
});

it('is there only with `operatorKeyFile`, and changes nothing without the table', async () => {
  const yaml = `profile: ./shop.yaml\noperatorKeyFile: operators.yaml\nservices:\n${entry('nord')}`;
  const shops = await serveOperated('', { 'engine.yaml': yaml });
  expect((await shops.api('GET', '/companies')).body).toMatchObject({ total: 1, companies: [{ name: 'nord' }] });
  expect((await shops.api('POST', '/companies', shop('west'))).body.error).toContain('servicesTable');
  const without = await serveOperated('', { 'engine.yaml': `profile: ./shop.yaml\nservices:\n${entry('nord')}` });
  expect((await without.api('GET', '/companies')).status).toBe(404);
});

it('has a document of all its operations, which is committed', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/operators-api.json'), 'utf8');
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(companiesOpenApi())));
  const {
    paths,
  }: { paths: Readonly<Record<string, Readonly<Record<string, { parameters: readonly { name: string }[] }>>>> } =
    JSON.parse(text);
  const shops = await serveOperated();
  await shops.api('POST', '/companies', shop('nord'));
  const seen: string[] = [];
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters }] of Object.entries(methods)) {
      const url = path.replace('{name}', 'nord').replace('{key}', 'app');
      const body = method === 'post' || method === 'patch' ? {} : undefined;
      const { status } = await shops.api(method.toUpperCase(), url, body, { match: '"999"' });
      seen.push(`${method} ${path} ${parameters.some(({ name }) => name === 'If-Match')} ${status}`);
    }
  expect(seen).toEqual([
    'get /companies false 200',
    'post /companies false 422',
    'get /companies/{name} false 200',
    'patch /companies/{name} true 200',
    'delete /companies/{name} true 412',
    'post /companies/{name}/keys true 422',
    'delete /companies/{name}/keys/{key} true 412',
    'post /companies/{name}/connect-link false 409',
    'get /audit false 200',
  ]);
});
