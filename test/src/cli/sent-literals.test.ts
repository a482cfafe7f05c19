/** Literals of a valid profile that are sent to the ERP: no command prints one that looks like a secret. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { closeAll, httpDouble, json } from '../../engine/sources/http/double.ts';
import { runHere } from './here.ts';

const cwd = mkdtempSync(join(tmpdir(), 'engine-sent-'));
afterEach(closeAll);
afterAll(() => rmSync(cwd, { recursive: true }));

/** Part of every planted literal. */
const canary = 'Kanari9';
const path = '/catalog/customers/search';

function profileText(url: string): string {
  const others = contract.endpoints.filter(({ path: each, answer }) => answer.kind !== 'service' && each !== path);
  return JSON.stringify(
    {
      profile: 'acme',
      contract: '1',
      sources: {
        api: {
          http: url,
          auth: {
            session: {
              login: { post: `/login?tenant=${canary}-login-1`, json: { id: `${canary}-login-2` } },
              accepted: '$status = 200',
              send: 'cookies',
            },
          },
          request: {
            rows: 'value',
            params: { tenant: `${canary}-param-1` },
            headers: { 'X-Site': `${canary}-site-1` },
          },
        },
      },
      endpoints: {
        [path]: {
          post: `/hooks/${canary}-segment-of-a-path/find`,
          json: { name: '{{ query }}', pin: `${canary}-json-1`, list: [{ of: `${canary}-json-2` }] },
          fields: { erpId: 'id', erpName: 'name' },
        },
        ...Object.fromEntries(others.map(({ path: each }) => [each, { unavailable: 'no part of this' }])),
      },
    },
    null,
    1,
  );
}

describe.each([200, 400, 500])('an ERP that repeats its request with %i', (status) => {
  it.each([
    ['run', path, '--set', 'query=Miller', '--explain'],
    ['run', path, '--set', 'query=Miller', '--format', 'json'],
    ['check', '--connect'],
    ['test', '--conformance'],
  ])('%s %s prints none', async (...command) => {
    const erp = await httpDouble(({ path: target, headers, body }, response) => {
      const text = `${target} ${decodeURIComponent(target)} ${JSON.stringify(headers)} ${body}`;
      json(
        response,
        { value: [{ id: 'K1', name: 'Miller' }], error: { message: text }, message: text },
        target.startsWith('/login') ? 200 : status,
      );
    });
    writeFileSync(join(cwd, 'acme.yaml'), profileText(erp.url));
    const given = command[0] === 'test' || command[0] === 'check' ? ['acme.yaml'] : ['--profile', 'acme.yaml'];
    const { out, err } = await runHere([...command, ...given], { env: {}, cwd });
    const lines = `${out}${err}`.split('\n');
    expect(lines.filter((line) => line.includes(canary))).toEqual([]);
    expect(lines.length).toBeGreaterThan(1);
    // A plan is not sent.
    if (command.includes('json')) expect(erp.seen.some(({ path: target }) => target.includes(canary))).toBe(true);
  });
});
