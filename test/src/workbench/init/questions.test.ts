/** The questions of `engine init` at a terminal. */
import { expect, it } from 'vitest';
import { askAll } from '../../../../src/cli/init/questions.ts';
import { kinds } from '../../../support/kinds.ts';

function terminal(answers: readonly string[]) {
  const asked: string[] = [];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    return answers[asked.length - 1] ?? '';
  };
  return { asked, ask };
}

it('asks for what no flag says, and takes the usual answer for an empty one', async () => {
  const { asked, ask } = terminal(['postgres', '', '', 'erp', 'reader', 'acme', '', 'Europe/Berlin']);
  const answers = await askAll({ ask }, { sample: 20, table: [] });
  expect(asked).toHaveLength(8);
  expect(answers).toEqual({
    kind: kinds.postgres,
    name: 'acme',
    title: 'acme',
    clock: 'Europe/Berlin',
    values: { url: undefined, host: 'localhost', port: '5432', database: 'erp', user: 'reader' },
  });
});

it('asks nothing that a flag says', async () => {
  const { asked, ask } = terminal([]);
  const flags = { file: 'a.sqlite', name: 'acme', title: 'Acme', clock: 'UTC', sample: 0, table: [] };
  expect(await askAll({ ask }, flags)).toMatchObject({ kind: kinds.sqlite, values: { file: 'a.sqlite' } });
  expect(asked).toEqual([]);
});

it('never asks for a password', async () => {
  const { asked, ask } = terminal(['mssql', 'db', '', 'erp', 'reader', 'acme', '', '']);
  await askAll({ ask }, { sample: 20, table: [] });
  expect(asked.join(' ')).not.toMatch(/password/i);
});
