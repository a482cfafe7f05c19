/** The questions of `engine init` at a terminal. */
import { expect, it } from 'vitest';
import { askAll } from '../../../../src/cli/init/questions.ts';
import { kinds } from '../../../support/kinds.ts';
import { folderWith } from '../../service/server/fixture.ts';

/** A terminal on which these lines are typed, in a folder with an SQLite file. */
function terminal(answers: readonly string[]) {
  const asked: string[] = [];
  const said: string[] = [];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    return answers[asked.length - 1] ?? '';
  };
  return {
    asked,
    said,
    host: { ask, out: (text: string) => void said.push(text), cwd: folderWith({ 'erp.sqlite': '' }) },
  };
}

const flags = { sample: 20, table: [] };

it('asks for what no flag says, takes the usual answer for an empty one, and shows all before it begins', async () => {
  const { asked, host } = terminal(['postgres', '', '', 'erp', 'reader', 'acme', '', 'Europe/Berlin', '']);
  const answers = await askAll(host, flags);
  expect(asked).toHaveLength(9);
  expect(asked[0]).toMatch(/1 {2}\w+ .*a database: /);
  expect(asked.at(-1)).toMatch(/database {2}erp\n[\s\S]*clock {5}Europe\/Berlin\n {2}folder {4}acme\n/);
  expect(answers).toEqual({
    kind: kinds.postgres,
    name: 'acme',
    title: 'acme',
    clock: 'Europe/Berlin',
    values: { url: undefined, host: 'localhost', port: '5432', database: 'erp', user: 'reader' },
  });
});

it('asks again at once for a kind, a file, a name or a time zone that cannot be used', async () => {
  const { asked, said, host } = terminal([
    ...['sqllite', 'sqlite', 'none.sqlite', 'erp.sqlite', 'Acme 9', 'acme', '', 'Europe/Berln', 'Europe/Berlin', 'yes'],
  ]);
  const answers = await askAll(host, flags);
  expect(answers).toMatchObject({
    kind: kinds.sqlite,
    name: 'acme',
    clock: 'Europe/Berlin',
    values: { file: 'erp.sqlite' },
  });
  expect(said).toEqual([
    '"sqllite" is none of them. Did you mean sqlite?\n',
    'The file none.sqlite does not exist.\n',
    'The name of a profile consists of lower-case letters, digits and "-", unlike "Acme 9".\n',
    '"Europe/Berln" is no time zone. Did you mean Europe/Berlin?\n',
  ]);
  expect(asked).toHaveLength(10);
});

it('goes back, and takes a number of the list', async () => {
  const { host } = terminal(['postgres', '<', '1', '<', 'sqlite', 'erp.sqlite', 'beta', '<', 'acme', '', '', 'yes']);
  expect(await askAll(host, flags)).toMatchObject({ kind: kinds.sqlite, name: 'acme', title: 'acme', clock: 'UTC' });
});

it('ends without a file after "no", and where the input ends', async () => {
  const { host } = terminal(['sqlite', 'erp.sqlite', 'acme', '', '', 'no']);
  await expect(askAll(host, flags)).rejects.toThrow('nothing was written');
  await expect(askAll(terminal([]).host, flags)).rejects.toThrow('init needs --source');
});

it('asks nothing that a flag says', async () => {
  const { asked, host } = terminal([]);
  const given = { file: 'a.sqlite', name: 'acme', title: 'Acme', clock: 'UTC', sample: 0, table: [] };
  expect(await askAll(host, given)).toMatchObject({ kind: kinds.sqlite, values: { file: 'a.sqlite' } });
  expect(asked).toEqual([]);
});

it('never asks for a password', async () => {
  const { asked, host } = terminal(['mssql', 'db', '', 'erp', 'reader', 'acme', '', '', '']);
  await askAll(host, flags);
  expect(asked.join(' ')).not.toMatch(/password/i);
});
