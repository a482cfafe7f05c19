/** `engine studio` with a profile that does not exist yet. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../service/server/fixture.ts';
import { runHere } from './here.ts';

/** Starts the studio, which ends at once. Answers the questions in turn. */
async function begun(path: string, answers: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const cwd = folderWith(files);
  const questions: string[] = [];
  const ask = async (question: string): Promise<string> => {
    questions.push(question);
    return answers[questions.length - 1] ?? '';
  };
  const ended = await runHere(['studio', path, '--no-open'], { env: {}, cwd, ask });
  return { ...ended, questions, file: join(cwd, path) };
}

describe('engine studio', () => {
  it('offers to begin a profile that does not exist, and opens it', async () => {
    const { status, out, questions, file } = await begun('acme/New Shop.yaml', ['oracle', ' SQLite ']);
    expect(questions).toHaveLength(3);
    expect(questions[0]).toMatch(/^acme\/New Shop\.yaml does not exist\. .*\(sqlite, postgres, .*; empty: no\): $/);
    expect(readFileSync(file, 'utf8')).toBe(`profile: new-shop
contract: "1"
settings:
  db_file: { env: NEW_SHOP_DB_FILE }
sources:
  erp:
    sql: sqlite
    connection:
      file: "\${db_file}"
    clock: UTC # time zone of dates and times that name none
endpoints: {}
`);
    expect({ status, isOpen: out.startsWith('The studio is at http://127.0.0.1:') }).toEqual({
      status: 0,
      isOpen: true,
    });
  });

  it('asks for the file of the database, which has to exist, and writes it into the profile', async () => {
    const { status, questions, file } = await begun('acme.yaml', ['sqlite', 'erp.sqlit', ' data/erp.sqlite '], {
      'data/erp.sqlite': '',
    });
    expect([status, questions.slice(1)]).toEqual([
      0,
      [
        'Its file (empty: to be set in the browser): ',
        'There is no file erp.sqlit. Its file (empty: to be set in the browser): ',
      ],
    ]);
    expect(readFileSync(file, 'utf8')).toContain('  db_file: { env: ACME_DB_FILE, default: "data/erp.sqlite" }\n');
  });

  it('names the file as it is found from the folder of the profile', async () => {
    const { file } = await begun('profiles/acme.yaml', ['sqlite', 'data/erp.sqlite'], { 'data/erp.sqlite': '' });
    expect(readFileSync(file, 'utf8')).toContain('default: "../data/erp.sqlite" }\n');
  });

  it('begins a profile for a server with the settings of its connection, of which the password is secret', async () => {
    const { file } = await begun('acme.yaml', ['postgres']);
    expect(readFileSync(file, 'utf8')).toContain('  db_password: { env: ACME_DB_PASSWORD, secret: true }\n');
    expect(readFileSync(file, 'utf8')).toContain('      password: "${db_password}"\n');
  });

  it('writes nothing without an answer', async () => {
    const { status, err, file } = await begun('acme.yaml', ['']);
    expect({ status, isWritten: existsSync(file) }).toEqual({ status: 1, isWritten: false });
    expect(err).toContain('acme.yaml');
  });
});
