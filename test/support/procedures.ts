/** The demo's draft, written through stored procedures as some ERPs require it, on databases that support them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseDocument } from 'yaml';
import { type DemoProfile, dialects } from './demo.ts';

export type CallingDialect = 'postgres' | 'mysql';

/** Databases of this run with stored procedures, without SQL Server, whose double does not execute SQL. */
export const callingDialects: readonly CallingDialect[] = dialects.filter(
  (dialect): dialect is CallingDialect => dialect === 'postgres' || dialect === 'mysql',
);

const columns = 'order_id, order_no, account_no, po_ref, origin, state, ordered_on, currency, created_at';
const lineColumns = 'order_id, line_no, item_id, qty, unit, stock_qty, unit_price';

/** `put_order` refuses orders in GBP through outputs; `put_line` returns the value of the line. */
const procedures: Readonly<Record<CallingDialect, readonly string[]>> = {
  postgres: [
    `CREATE PROCEDURE take_number(range_code varchar, OUT "Id" integer, OUT doc_no varchar) LANGUAGE plpgsql AS $$ BEGIN
       UPDATE number_range SET next_no = next_no + 1 WHERE code = range_code;
       SELECT n.next_no - 1, concat(n.prefix, n.next_no - 1) INTO "Id", doc_no FROM number_range n WHERE n.code = range_code;
     END $$`,
    `CREATE PROCEDURE put_order(id integer, no varchar, account varchar, ref varchar, day date, cur varchar, at timestamp,
       INOUT error integer DEFAULT 0, INOUT reason varchar DEFAULT NULL) LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO sales_order (${columns}) VALUES (id, no, account, ref, 'APP', 10, day, cur, at);
       IF cur = 'GBP' THEN error := 17; reason := 'No orders in pounds'; END IF;
     END $$`,
    `CREATE FUNCTION put_line(id integer, line integer, item integer, qty numeric, unit varchar, stock numeric, price numeric,
       OUT worth numeric, OUT day date) LANGUAGE plpgsql AS $$ BEGIN
       INSERT INTO sales_order_line (${lineColumns}) VALUES (id, line, item, qty, unit, stock, price);
       worth := qty * price; day := DATE '2026-03-29';
     END $$`,
  ],
  mysql: [
    `CREATE PROCEDURE take_number(range_code varchar(10), OUT Id integer, OUT doc_no varchar(20)) BEGIN
       UPDATE number_range SET next_no = next_no + 1 WHERE code = range_code;
       SELECT n.next_no - 1, concat(n.prefix, n.next_no - 1) INTO Id, doc_no FROM number_range n WHERE n.code = range_code;
     END`,
    `CREATE PROCEDURE put_order(id integer, no varchar(20), account varchar(10), ref varchar(35), day date, cur varchar(3),
       at timestamp(3), INOUT error integer, OUT reason varchar(60)) BEGIN
       INSERT INTO sales_order (${columns}) VALUES (id, no, account, ref, 'APP', 10, day, cur, at);
       SET error = 0;
       IF cur = 'GBP' THEN SET error = 17; SET reason = 'No orders in pounds'; END IF;
     END`,
    `CREATE PROCEDURE put_line(id integer, line integer, item integer, qty decimal(12,3), unit varchar(5),
       stock decimal(12,3), price decimal(14,4), OUT worth decimal(30,7), OUT day date) BEGIN
       INSERT INTO sales_order_line (${lineColumns}) VALUES (id, line, item, qty, unit, stock, price);
       SELECT 'a result of its own' AS note;
       SET worth = qty * price; SET day = '2026-03-29';
     END`,
  ],
};

const calledSteps = [
  {
    counter: {
      call: { procedure: 'take_number', with: { range_code: 'ORDER' }, out: { Id: 'id', doc_no: 'doc_no' } },
    },
  },
  {
    order: {
      call: {
        procedure: '{put_order}',
        with: {
          id: ':counter.id',
          no: ':counter.doc_no',
          account: ':settings.draft_customer',
          ref: ':key',
          day: ':today',
          cur: ':currency',
          at: ':now',
          error: 0,
        },
        out: { error: 'error', reason: 'reason' },
        outcomes: [
          { when: 'error = 17', refuse: 'Kontor refused the order: {{ reason }}', field: 'currency' },
          { when: 'error != 0', fail: 'Kontor failed on the order.' },
        ],
      },
    },
  },
  {
    line: {
      each: { line: '$lines' },
      call: {
        procedure: 'put_line',
        with: {
          id: ':counter.id',
          line: ':line.number',
          item: ':line.item._id',
          qty: ':line.qty',
          unit: ':line.item._unit',
          stock: ':line.stock_qty',
          price: ':line.price',
        },
        out: { worth: 'worth', day: 'day' },
      },
    },
  },
] as const;

/** Creates the procedures, and a profile with only the draft that calls them. Returns its path. */
export async function callingProfile(profile: DemoProfile): Promise<string> {
  const { dialect } = profile;
  if (dialect !== 'postgres' && dialect !== 'mysql') throw new Error(`There are no procedures for ${dialect}.`);
  for (const text of procedures[dialect]) await profile.run(text);
  const file = profile.onlyFile('/sale-draft');
  const document = parseDocument(readFileSync(file, 'utf8'));
  document.setIn(['endpoints', '/sale-draft', 'write'], calledSteps);
  document.setIn(['parts', 'put_order'], { table: 'put_order' });
  document.deleteIn(['parts', 'new_number']);
  const target = file.replace(/\.yaml$/, '-calling.yaml');
  writeFileSync(target, document.toString());
  return target;
}
