/** The credentials of the API for operators. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll } from '../../../engine/sources/http/double.ts';
import { customers, keyFor } from '../lifecycle/shops.ts';
import { until } from '../server/fixture.ts';
import { operators, reader, serveOperated, sha256, shop, writer } from './served.ts';

afterEach(closeAll);

describe('credentials', () => {
  it('are needed for each request, in time, and with the scope of a change', async () => {
    const shops = await serveOperated();
    const answers = [
      await shops.api('GET', '/companies', undefined, { credential: undefined }),
      await shops.api('GET', '/companies', undefined, { credential: 'credential-of-nobody-012345' }),
      await shops.api('GET', '/companies', undefined, { credential: 'credential-of-the-past-0123' }),
      await shops.api('GET', '/companies/none/at/all', undefined, { credential: undefined }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(answers[0]?.headers.get('www-authenticate')).toBe('Bearer');
    expect((await shops.api('GET', '/companies', undefined, { credential: reader })).status).toBe(200);
    expect((await shops.api('POST', '/companies', shop('nord'), { credential: reader })).status).toBe(403);
    expect((await shops.api('GET', '/companies')).body).toEqual({ companies: [], next: null, total: 0 });
    expect(shops.logged('operator_refused').map(({ status }) => status)).toEqual([401, 401, 401, 401, 403]);
    expect(shops.log()).not.toContain(writer);
  });

  it('that are not valid are limited by address, and valid ones are not', async () => {
    const shops = await serveOperated();
    const statuses: number[] = [];
    for (let turn = 1; turn <= 12; turn += 1)
      statuses.push(
        (await shops.api('GET', '/audit', undefined, { credential: `guess-number-${turn}-012345` })).status,
      );
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const limited = await shops.api('GET', '/audit', undefined, { credential: undefined });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await shops.api('GET', '/audit')).status).toBe(200);
  });

  it('are read again when their file changes; a faulty file changes nothing, and a missing one ends them', async () => {
    const shops = await serveOperated();
    const file = join(shops.folder, 'operators.yaml');
    writeFileSync(file, operators.replace('scope: write', 'scope: all'));
    await until(() => shops.logged('reload_failed').some(({ what }) => what === 'operators'));
    expect((await shops.api('GET', '/companies')).status).toBe(200);
    writeFileSync(file, operators.replace(sha256(writer), sha256('credential-of-carl-0123456')));
    await until(async () => (await shops.api('GET', '/companies')).status === 401);
    expect((await shops.api('GET', '/companies', undefined, { credential: reader })).status).toBe(200);
    writeFileSync(file, '');
    await until(async () => (await shops.api('GET', '/companies', undefined, { credential: reader })).status === 401);
  });

  it('of the API open no service, and its keys do not open the API', async () => {
    const shops = await serveOperated();
    await shops.api('POST', '/companies', shop('nord'));
    await until(async () => (await shops.ask('nord', customers)).status === 200);
    expect((await shops.ask('nord', customers, writer)).status).toBe(401);
    expect((await shops.api('GET', '/companies', undefined, { credential: keyFor('nord') })).status).toBe(401);
  });
});
