/**
 * A process with a source over an SQLite file, for what one cannot do to the process of the tests. Arguments: file, and what to run, `endless`
 * or one statement for each of reading and writing. Prints JSON.
 */
import { SourceError } from '../../../../engine/sources/source.ts';
import { openSqlite } from '../../../../engine/sources/sql/sqlite/source.ts';

const [file = '', read = '', write = ''] = process.argv.slice(2);
const call = () => ({ deadline: Date.now() + 30_000 });

async function outcome(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error instanceof SourceError ? { kind: error.kind, message: error.message } : String(error);
  }
}

const events: string[] = [];
const answers = await outcome(async () => {
  const source = await openSqlite({ file, report: ({ event }) => events.push(event) });
  if (write === '') process.stdout.write('running\n');
  const rows = await outcome(() => source.read({ sql: read, values: [] }, call()));
  const written =
    write === ''
      ? undefined
      : await outcome(() => source.transaction(call(), (session) => session.execute({ sql: write, values: [] })));
  await source.close();
  return { rows, written };
});
process.stdout.write(JSON.stringify({ answers, events }));
