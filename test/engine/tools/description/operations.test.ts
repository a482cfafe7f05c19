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
  const [operation] = create?.operations() ?? [];
  expect(operation).toMatchObject({
    name: 'model.sale.sale.create',
    documentation: 'Creates records.',
    parameters: [
      { name: '[0]', type: 'list of sale_sale, required', documentation: 'records' },
      { name: '[1]', type: 'required', documentation: 'context' },
    ],
    answer: { name: 'answer', type: 'list of integer' },
  });
  expect(operation?.parameters[0]?.members?.map(({ name }) => name)).toContain('invoice_address');
  expect(create?.has('create')).toBe(true);
});
