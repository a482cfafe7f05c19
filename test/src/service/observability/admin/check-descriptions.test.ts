/** `checkDescriptions`: a service reports how its requests and the answers of the ERP disagree with the vendor's description. */
import { afterEach, expect, it } from 'vitest';
import { metadata4 } from '../../../../engine/description/metadata.ts';
import { closeAll, httpDouble, json } from '../../../../engine/sources/http/double.ts';
import { completed } from '../../../../support/check-profile.ts';
import { runHere } from '../../../cli/here.ts';
import { folderWith } from '../../server/fixture.ts';
import { type Served, serveHere } from './serve-here.ts';

afterEach(closeAll);

const search = '/catalog/customers/search';

const profile = (url: string): string =>
  completed(`profile: acme
contract: "1"
sources:
  erp: { http: "${url}", literals: odata, describedBy: metadata.xml, clock: UTC, request: { rows: value } }
endpoints:
  ${search}:
    search: { text: query, in: [erpName] }
    get: /customers
    page: { whole: true }
    fields: { erpId: number, erpName: displayName }
`);

const row = { id: '5d0b7e5c-1d1c-4c3e-8f3a-0c6f7a1d2e3f', number: 'C-1', displayName: 'Anna Secret' };

async function served(rows: readonly object[], yaml: string, files = { 'metadata.xml': metadata4 }): Promise<Served> {
  const erp = await httpDouble((_request, response) => json(response, { value: rows }));
  const cwd = folderWith({ 'acme.yaml': profile(erp.url), 'engine.yaml': yaml, ...files });
  return serveHere(cwd, ['--profile', './acme.yaml', '--config', 'engine.yaml']);
}

const disagreements = (service: Served): readonly Record<string, unknown>[] =>
  service.events().filter(({ event }) => event === 'description_disagrees');

const statusOf = async ({ adminUrl }: Served): Promise<unknown> => (await fetch(`${adminUrl}/status`)).json();

const answersOf = async (service: Served): Promise<unknown> => {
  const answers = [await service.call(search, { query: 'anna' }), await service.call(search, { query: 'anna' })];
  return Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]));
};

it('logs each once, with the id of the request and without values, and answers as without it', async () => {
  const rows = [
    { ...row, county: 'Kent' },
    { ...row, id: 'no-guid' },
  ];
  const [plain, checking] = [await served(rows, ''), await served(rows, 'checkDescriptions: true')];
  expect(await answersOf(checking)).toEqual(await answersOf(plain));
  expect(disagreements(plain)).toEqual([]);
  const message = (clause: string): string => `The ERP answers ${clause} (GET /customers).`;
  const expected = [
    message('`county`, which metadata.xml does not have'),
    message('`id`, which is no Edm.Guid (metadata.xml)'),
  ];
  const logged = disagreements(checking);
  expect(logged.map((one) => one.message)).toEqual(expected);
  const [first] = checking.events().filter(({ event, path }) => event === 'request' && path === search);
  expect(logged).toEqual(
    expected.map((text) =>
      expect.objectContaining({ level: 'warn', source: 'erp', message: text, requestId: first?.requestId }),
    ),
  );
  expect(await statusOf(checking)).toMatchObject({ sources: [{ name: 'erp', disagreements: expected }] });
  expect(JSON.stringify(await statusOf(plain))).not.toContain('disagreements');
  const metrics = await (await fetch(`${checking.adminUrl}/metrics`)).text();
  expect(metrics).toContain('engine_faults_total{event="description_disagrees",level="warn"} 2');
});

it('reports no more than a hundred of a source', async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`member${index}`, 1]));
  const service = await served([{ ...row, ...many }], 'checkDescriptions: true');
  await answersOf(service);
  expect(disagreements(service)).toHaveLength(100);
});

it('does not start without the file, and reads it only if it is asked to', async () => {
  await expect(served([row], 'checkDescriptions: true', { 'metadata.xml': 'none' })).rejects.toThrow('API801');
  expect(await answersOf(await served([row], '', { 'metadata.xml': 'none' }))).toHaveLength(2);
});

it('fails the sandbox with the address of the admin listener', async () => {
  const { url, adminUrl } = await served([{ ...row, county: 'Kent' }], 'checkDescriptions: true');
  const args = ['sandbox', url, '--admin', adminUrl, '--key', 'a-key-of-some-length'];
  const { status, out } = await runHere(args, { env: {}, cwd: folderWith({}) });
  expect(status).toBe(1);
  expect(out).toContain(
    'description (no clause): The ERP answers `county`, which metadata.xml does not have (GET /customers).',
  );
});
