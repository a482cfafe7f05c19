/** Tables of PostgreSQL are written with their defaults, identities and sequences, so that a recorded INSERT finds them, and a statement its `nextval`. */
import pg from 'pg';
import { expect, it } from 'vitest';
import { openSqlSource } from '../../../../engine/host/index.ts';
import { databaseKinds } from '../../../../engine/index.ts';
import { fixtureFiles } from '../../../../src/workbench/record/fixture-files.ts';
import { readCatalogue } from '../../../../src/workbench/record/rows/catalogue.ts';
import { wholeFolder } from '../../../../src/workbench/record/target.ts';
import { freshDatabase } from '../../../support/database.ts';

const statements = [
  'CREATE SEQUENCE order_numbers START WITH 700',
  'CREATE SEQUENCE head_ids START WITH 40 INCREMENT BY 2',
  'CREATE SEQUENCE of_another_program',
  `CREATE TABLE order_head (id integer DEFAULT nextval('head_ids'::regclass) PRIMARY KEY, no text NOT NULL,
    old_id integer DEFAULT nextval(('"head_ids"'::text)::regclass), status character(1) NOT NULL DEFAULT 'O',
    is_open boolean NOT NULL DEFAULT true, discount numeric(6,2) NOT NULL DEFAULT -1, note varchar(60) NOT NULL DEFAULT 'Nordlicht Handels GmbH')`,
  'CREATE TABLE order_line (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, head_id integer REFERENCES order_head, made timestamp NOT NULL DEFAULT now())',
  `SELECT nextval('order_numbers'), nextval('head_ids')`,
  `INSERT INTO order_head (id, no, old_id) VALUES (1, 'A', 1)`,
  'INSERT INTO order_line (head_id) VALUES (1), (1)',
];

it('a recorded table of PostgreSQL numbers its rows behind those of the ERP, and has no real text', async () => {
  const databaseKind = databaseKinds.find(({ name }) => name === 'postgres');
  if (databaseKind === undefined) throw new Error('no kind of database is called postgres');
  const [erp, replay] = [await freshDatabase(), await freshDatabase()];
  const options = { connection: { url: erp.url }, clock: 'UTC', connections: 1, folder: '.' };
  const source = await openSqlSource(databaseKind, options, undefined);
  try {
    for (const sql of statements) await erp.run(sql);
    const isNamed = (name: string): boolean => ['order_head', 'order_line', 'order_numbers'].includes(name);
    const database = await readCatalogue(source, isNamed, Date.now);
    const input = { schemas: new Map(), databases: new Map([['erp', erp]]), target: wholeFolder };
    const rows = new Map(['order_head', 'order_line'].map((name) => [name, []]));
    const captured = { source: 'erp', database, rows, compared: new Set<string>(), ordered: new Set<string>() };
    const schema =
      fixtureFiles(input, 'recorded', [captured], new Map([['erp', rows]])).get('fixture/schema.sql') ?? '';
    expect(schema).not.toContain('Nordlicht');
    expect(schema).not.toContain('of_another_program');
    for (const sql of schema.split(';\n').filter((part) => part.includes('CREATE'))) await replay.run(sql);
    await replay.run("INSERT INTO order_head (no) VALUES (nextval('order_numbers')::text)");
    await replay.run('INSERT INTO order_line (head_id) SELECT id FROM order_head');
    const client = new pg.Client({ connectionString: replay.url });
    await client.connect();
    const {
      rows: [head],
    } = await client.query(
      'SELECT id::text, old_id::text, no, status, is_open::text AS open, discount::text, note FROM order_head',
    );
    expect(head).toEqual({ id: '42', old_id: '44', no: '701', status: 'O', open: 'true', discount: '-1.00', note: '' });
    const {
      rows: [line],
    } = await client.query('SELECT id::text, (made IS NOT NULL)::text AS made FROM order_line');
    await client.end();
    expect(line).toEqual({ id: '3', made: 'true' });
  } finally {
    await source.close();
    await Promise.all([erp.drop(), replay.drop()]);
  }
});
