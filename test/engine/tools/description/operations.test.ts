/** What an assistant reads of descriptions. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDescriptions } from '../../../../engine/tools/index.ts';
import { contract } from '../../../../src/contract/index.ts';

const root = join(import.meta.dirname, '../../../..');

it('shows the methods of an OpenRPC document, with the parameters by their position', async () => {
  const profileFile = join(root, 'profiles/tryton/profile.yaml');
  const read = await readDescriptions({ profileFile, profileName: 'tryton', contract, environment: {} });
  if (!read.ok) throw new Error(read.diagnostics.map(({ message }) => message).join('\n'));
  const create = read.paths.find(({ path }) => path === 'model.sale.sale.create');
  expect(create).toMatchObject({ source: 'api', methods: ['POST'] });
  const lines = create?.text().split('\n') ?? [];
  expect(lines[0]).toBe('model.sale.sale.create   Creates records.');
  expect(lines.filter((line) => /^ +(?:\[\d\]|answer) /.test(line))).toEqual([
    '  [0]   list of sale_sale, required   records',
    '  [1]   required   context',
    '  answer   list of integer',
  ]);
  expect(lines.some((line) => line.startsWith('    invoice_address   '))).toBe(true);
  expect(create?.has('create')).toBe(true);
});
