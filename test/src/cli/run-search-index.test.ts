/** A search on PostgreSQL is sent in a form that can use the customer's index. */
import { expect, it, onTestFinished } from 'vitest';
import { demoProfile } from '../../support/demo.ts';
import { root, runHere } from './here.ts';

it('a search for words uses a trigram index on the column', async () => {
  const demo = await demoProfile({ dialect: 'postgres' });
  onTestFinished(demo.drop);
  const args = ['run', '/catalog/customers/search', '--profile', demo.file, '--set', 'query=werk', '--set', 'limit=3'];
  const before = await runHere(args, { env: {}, cwd: root });
  expect(before.status).toBe(0);
  expect(before.err).not.toContain('ilike');

  await demo.rows('create extension pg_trgm');
  await demo.rows('create index customer_name on customer using gin (name gin_trgm_ops)');
  const after = await runHere(args, { env: {}, cwd: root });
  expect(after.err).toMatch(/"erpname" ilike \$1/);
  expect(after).toMatchObject({ status: 0, out: before.out });
  expect(JSON.parse(after.out).hits.length).toBeGreaterThan(0);
});
