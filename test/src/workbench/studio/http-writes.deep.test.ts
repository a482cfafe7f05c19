/** Writes from the studio over HTTP, into the double of Business Central: nothing is sent until they are unlocked, and then one document. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import type { z } from 'zod';
import { type ErpDouble, loadDouble } from '../../../../src/workbench/checks/conformance/erp-double.ts';
import { operations } from '../../../../src/workbench/operations/protocol/operations.ts';
import { runHere } from '../../cli/here.ts';
import { openStudio, profileCopy, root, type StudioUnderTest } from './studio.ts';

const endpoint = '/sale-draft';
const draft = { poNumber: '2026/0042', currency: 'GBP', lines: [{ sku: '1000', qty: 3, unitPrice: 9.35 }] };
const body = JSON.stringify(draft);

interface CountedDouble extends Pick<ErpDouble, 'environment'> {
  /** Rows by table. */
  counts(): Promise<Readonly<Record<string, number>>>;
}

async function openDouble(): Promise<CountedDouble> {
  const loaded = await loadDouble([join(root, 'profiles/business-central')]);
  if (loaded.kind !== 'found') throw new Error('There is no double.');
  const double = await loaded.start(new Map());
  onTestFinished(() => double.close());
  const { environment, counts = async () => ({}) } = double;
  return { environment, counts };
}

type Ran = Extract<z.infer<typeof operations.call.answer>, { kind: 'ran' }>;

async function ranOf({ call }: StudioUnderTest, write: boolean): Promise<Ran> {
  const { answer } = await call('call', { endpoint, body, write });
  const result = operations.call.answer.parse(answer);
  if (result.kind !== 'ran') throw new Error(JSON.stringify(result));
  return result;
}

/** The requests that can change the ERP, each with its status. */
const changing = ({ steps }: Ran): readonly string[] =>
  steps.flatMap((step) => {
    if (step.kind !== 'exchange' || step.request.method === 'GET' || step.request.url.includes('/oauth2/')) return [];
    return [`${step.request.method} ${new URL(step.request.url).pathname.split('/').at(-1)} ${step.reply?.status}`];
  });

it('are sent once they are unlocked, show their exchanges, and make a case', async () => {
  const double = await openDouble();
  const studio = await openStudio(profileCopy('business-central'), { env: double.environment });
  const before = await double.counts();

  const rehearsed = await ranOf(studio, false);
  expect(rehearsed.unsent.map(({ request }) => request.method)).toEqual(['POST']);
  expect([rehearsed.isWritten, changing(rehearsed)]).toEqual([false, []]);
  const refused = await studio.call('call', { endpoint, body, write: true });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('nothing was sent')]);
  expect(await double.counts()).toEqual(before);
  expect((await studio.call('previewCase', { call: rehearsed.number })).answer).toEqual({
    ...{ kind: 'impossible', reason: expect.stringContaining('ends before the request that would change the ERP') },
  });

  await studio.call('unlockWrites', { name: 'business-central' });
  const written = await ranOf(studio, true);
  expect([written.status, written.isWritten, changing(written)]).toEqual([200, true, ['POST salesOrders 201']]);
  const lines = readFileSync(join(studio.folder, 'profile.yaml'), 'utf8').split('\n');
  const post = written.steps.find(
    (step) => step.kind === 'exchange' && step.request.method === 'POST' && step.request.url.includes('/salesOrders'),
  );
  const line = post?.kind === 'exchange' ? post.place?.line : undefined;
  expect(lines[(line ?? 0) - 1]).toMatch(/post: .*salesOrders/);
  // One order with a line for its number and one for the article.
  const after = {
    ...before,
    salesOrders: Number(before.salesOrders) + 1,
    salesOrderLines: Number(before.salesOrderLines) + 2,
  };
  expect(await double.counts()).toEqual(after);
  const again = await ranOf(studio, true);
  expect([changing(again), JSON.parse(again.answer ?? '{}').saleId]).toEqual([
    [],
    JSON.parse(written.answer ?? '{}').saleId,
  ]);
  expect(await double.counts()).toEqual(after);

  const { answer } = await studio.call('previewCase', { call: written.number });
  const preview = operations.previewCase.answer.parse(answer);
  if (preview.kind !== 'ready') throw new Error(preview.reason);
  const [one] = parse(preview.files[0]?.text ?? '').cases;
  expect(one.request).toEqual(draft);
  expect(one.http.filter((exchange: object) => 'post' in exchange)).toHaveLength(1);
  expect((await studio.call('makeCase', { call: written.number, title: preview.title })).status).toBe(200);
  const tested = await runHere(['test', './profile.yaml', '--filter', preview.title], { env: {}, cwd: studio.folder });
  expect([tested.status, tested.out]).toEqual([0, expect.stringContaining(`ok   ${preview.title}`)]);
});
