/** When a table or column is certain: one sign that is doubtful makes a question, and never a proposal. */
import { describe, expect, it } from 'vitest';
import { proposedFor } from './proposals.ts';

const customers = `
  create table customer (id integer primary key, name text not null, street text, zip text, city text, email text, credit_limit numeric);
  insert into customer values (17, 'Nordwind GmbH', 'Hafenweg 1', '24103', 'Kiel', 'post@nordwind.example', 5000),
    (18, 'Südwind AG', 'Am Ring 2', '89073', 'Ulm', 'post@suedwind.example', 900);`;

const invoiceOf = (columns: string, rows: string): string => `${customers}
  create table invoice (id integer primary key, customer_id integer not null references customer (id), invoice_date date, ${columns});
  insert into invoice values ${rows};`;

describe('the table', () => {
  it('stays a question where it has no primary key either', async () => {
    const { endpoint } = await proposedFor(`${customers}
      create table invoice (nbr text, due_date date, total numeric);`);
    expect(endpoint('/invoices/list').questions.get('erpInvoiceId')).toMatch(
      /^Is invoice the right table .* Which column identifies a row\? invoice has no primary key\.$/s,
    );
    expect(endpoint('/invoices/list').keys.join('\n')).toContain('FROM invoice i /*? Is invoice the right table');
  });

  it('of products without prices is certain where lines of orders point at it by a key that is named after it', async () => {
    const products = (column: string): string => `${customers}
      create table product (id integer primary key, code text not null unique, name text not null);
      create table sales_order (id integer primary key, customer_id integer not null references customer (id), order_date date, number text, status text);
      create table sales_order_line (id integer primary key, order_id integer not null references sales_order (id), quantity numeric, unit_price numeric,
        ${column} integer references product (id));`;
    const [used, other] = [await proposedFor(products('product_id')), await proposedFor(products('leased_product_id'))];
    const path = '/catalog/products/search';
    expect(used.endpoint(path).questions.has('erpProductId')).toBe(false);
    expect(other.endpoint(path).questions.get('erpProductId')).toContain('Is product the right table');
  });

  it('of addresses is a question where the table of customers is one', async () => {
    const { endpoint } = await proposedFor(`
      create table zqx_customers (id integer primary key, name text not null, email text);
      create table customer_address (id integer primary key, customer_id integer not null references zqx_customers (id), street text, zip text, city text);`);
    expect(endpoint('/debtors/list').questions.get('erpDebtorId')).toContain('Is zqx_customers the right table');
    expect(endpoint('/catalog/customers/addresses').questions.get('erpLocationId')).toContain(
      'Is customer_address the right table',
    );
  });

  it('of customers is not certain to have the addresses where a table of addresses has no key', async () => {
    const path = '/catalog/customers/addresses';
    const [without, other] = [
      await proposedFor(customers),
      await proposedFor(
        `${customers} create table addresses (id integer primary key, street text, zip text, city text);`,
      ),
    ];
    expect(without.endpoint(path).questions.has('erpLocationId')).toBe(false);
    expect(other.endpoint(path).questions.get('erpLocationId')).toContain('It could be addresses, too');
  });

  it('of a module without rows is a question beside customers with rows', async () => {
    const orders = (row: string): string => `${customers}
      create table shop_parts (id integer primary key);
      create table shop_images (id integer primary key);
      create table shop_orders (id integer primary key, customer_id integer not null references customer (id), order_number text, order_date date);${row}`;
    const path = '/sales-orders/list';
    const [empty, used] = [
      await proposedFor(orders('')),
      await proposedFor(
        orders(`insert into shop_orders values (1, 17, 'S-1', '2026-03-02'), (2, 18, 'S-2', '2026-03-03');`),
      ),
    ];
    expect(empty.endpoint(path).questions.get('erpSoId')).toContain('Is shop_orders the right table');
    expect(used.endpoint(path).questions.get('erpSoId') ?? '').not.toContain('the right table');
  });
});

describe('the column', () => {
  it('of a document that is named as a reference is its number where each row has one', async () => {
    const path = '/invoices/list';
    const rows = (last: string): string => `(1, 17, '2026-03-02', 'INV-1'), (2, 18, '2026-03-03', ${last})`;
    const [inEach, inSome] = [
      await proposedFor(invoiceOf('ref text', rows("'INV-2'"))),
      await proposedFor(invoiceOf('ref text', rows('null'))),
    ];
    expect(inEach.endpoint(path).questions.has('invoiceNumber')).toBe(false);
    expect(inSome.endpoint(path).questions.get('invoiceNumber')).toContain('Is it invoice.ref');
  });

  it('of an amount in cents is a question', async () => {
    const { endpoint } = await proposedFor(invoiceOf('total_cents integer', "(1, 17, '2026-03-02', 11937)"));
    expect(endpoint('/invoices/list').questions.get('amountTotal')).toContain('Is it invoice.total_cents');
  });

  it('of a price with a further word is a question', async () => {
    const item = (name: string): string => `${customers}
      create table item (id integer primary key, code text not null unique, name text not null, ${name} numeric);
      insert into item values (1, 'A-100', 'Beaker', 4.5), (2, 'A-101', 'Funnel', 2.25);`;
    const path = '/pricing/resolve';
    expect((await proposedFor(item('price'))).endpoint(path).questions.has('systemUnitPrice')).toBe(false);
    expect((await proposedFor(item('web_price'))).endpoint(path).questions.get('systemUnitPrice')).toContain(
      'item.web_price',
    );
  });

  it('with the invoice of a payment is a question beside a key at rows of several tables', async () => {
    const payments = (more: string): string => `${customers}
      create table invoice (id integer primary key, customer_id integer not null references customer (id), number text, invoice_date date, total numeric);
      create table payment (id integer primary key, customer_id integer not null references customer (id), invoice_id integer references invoice (id),
        payment_date date, amount numeric${more});`;
    const path = '/payments/list';
    expect((await proposedFor(payments(''))).endpoint(path).questions.has('erpInvoiceId')).toBe(false);
    expect(
      (await proposedFor(payments(', payable_type text, payable_id integer')))
        .endpoint(path)
        .questions.get('erpInvoiceId'),
    ).toContain('invoice_id or payable_id');
  });

  it('of a flag with a further word is a question, and no condition', async () => {
    const item = (flag: string): string => `${customers}
      create table item (id integer primary key, code text not null unique, name text not null, price numeric, ${flag} boolean not null);
      insert into item values (1, 'A-100', 'Beaker', 4.5, 0), (2, 'A-101', 'Funnel', 2.25, 1);`;
    const path = '/catalog/products/search';
    const [plain, further] = [await proposedFor(item('locked')), await proposedFor(item('order_locked'))];
    expect(plain.endpoint(path).keys.join('\n')).toContain('WHERE i.locked = 0');
    expect(further.endpoint(path).keys.join('\n')).not.toContain('WHERE i.order_locked');
    expect([...further.endpoint(path).questions.values()].join()).toContain('Does item.order_locked');
  });

  it('with the state of a customer is a question where no flag says who is active', async () => {
    const { endpoint } = await proposedFor(`
      create table customer (id integer primary key, name text not null, city text, email text, status text);
      insert into customer values (17, 'Nordwind GmbH', 'Kiel', 'post@nordwind.example', 'active'), (18, 'Südwind AG', 'Ulm', 'x@suedwind.example', 'gone');`);
    expect(endpoint('/catalog/customers/search').questions.get('erpId')).toContain(
      'Does customer.status (active (1), gone (1)) say that a row is inactive?',
    );
  });

  it('of purchase orders is never the own number of the sales order', async () => {
    const { endpoint } = await proposedFor(`${customers}
      create table sales_order (id integer primary key, customer_id integer not null references customer (id), number text not null, order_date date, status text);`);
    expect(endpoint('/purchase-orders/list').parts.some(({ from }) => from === 'sales_order.number')).toBe(false);
  });
});

describe('the number of an article', () => {
  it('is certain in a key that is a text, and a question in one that is a number: it may only count the rows', async () => {
    const products = (type: string): string => `
      create table product (id_product ${type} primary key, reference varchar(64), name text not null, price decimal(12,2));`;
    const [text, number] = [await proposedFor(products('varchar(20)')), await proposedFor(products('integer'))];
    const path = '/catalog/products/by-sku';
    expect(text.endpoint(path).questions.has('erpSku')).toBe(false);
    expect(number.endpoint(path).questions.get('erpSku')).toContain('Is it product.id_product');
  });
});
