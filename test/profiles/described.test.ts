/** Profiles whose description was read from a running ERP: their requests agree with it, and mistakes in them are found. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkProfile } from '../../engine/index.ts';
import { contract } from '../../src/contract/index.ts';
import { root } from '../support/source-imports.ts';

/** A mistake: what is replaced in the profile, and the finding: its code, and a part of its message. */
type Mistake = readonly [right: string, wrong: string, code: string, message: string];

const profiles: Readonly<Record<string, readonly Mistake[]>> = {
  tryton: [
    ['method: model.sale.sale.create', 'method: model.sale.sale.craete', 'API802', 'model.sale.sale.craete'],
    [
      '                  invoice_address: "{{ $head.billing',
      '                  invoice_adress: "{{ $head.billing',
      'API807',
      'sale_sale',
    ],
    ['                  party: "{{ $debtor._id }}"\n', '', 'API808', '"party"'],
    [
      '                            unit_price: { __class__: Decimal, decimal: "{{ $string(price) }}" }',
      '                            unit_price: "{{ $string(price) }}"',
      'API806',
      '"unit_price" is a record',
    ],
    ['decimal: "{{ $string(amount) }}" }', 'number: "{{ $string(amount) }}" }', 'API807', 'Decimal'],
    [
      '                    - - create\n                      - - $each: $lines',
      '                    - - craete\n                      - - $each: $lines',
      'API806',
      'begins with "craete"',
    ],
    ['taxes: [[add,', 'taxes: [[ad,', 'API806', 'begins with "ad"'],
    [
      'type: out, party: "{{ $debtor._id }}" }, [type, party]',
      'type: outt, party: "{{ $debtor._id }}" }, [type, prty]',
      'API806',
      '"type" has no value "outt"',
    ],
    [
      'type: out, party: "{{ $debtor._id }}" }, [type, party]',
      'type: out, party: "{{ $debtor._id }}" }, [type, prty]',
      'API806',
      'no value "prty"',
    ],
    ['fields: { price: unit_price }', 'fields: { price: unit_prise }', 'EXP304', 'unit_prise'],
    ['term: payment_term }', 'term: payment_terms }', 'EXP304', 'payment_terms'],
    ['ask: { type: partial }', 'ask: { type: part }', 'API806', 'no value "part"'],
  ],
  odoo: [
    ['post: /json/2/sale.order/create', 'post: /json/2/sale.order/craete', 'API802', 'craete'],
    ['json: { vals_list: [{ $part: order }]', 'json: { vals: [{ $part: order }]', 'API808', '"vals_list"'],
    [
      '      client_order_ref: "{{ poNumber }}"',
      '      client_order_reference: "{{ poNumber }}"',
      'API807',
      'sale_order has no',
    ],
    ['product_uom_qty: "{{ qty }}"', 'product_uom_quantity: "{{ qty }}"', 'API807', 'sale_order_line has no'],
    ['tax_ids: [[6, 0, []]]', 'tax_ids: [[7, 0, []]]', 'API806', 'begins with "7"'],
    ['move_type: out_invoice', 'move_type: invoice', 'API806', 'no value "invoice"'],
    ['payment_difference_handling: open', 'payment_difference_handling: keep', 'API806', 'no value "keep"'],
    ['      invoice_date_due: "{{ dueDate }}"', '      amount_total: "{{ $head.total }}"', 'API809', 'amount_total'],
    [
      'json: { ids: ["{{ $wizard._id }}"], context: { $part: of_invoice } }',
      'json: { context: { $part: of_invoice } }',
      'API808',
      '"ids"',
    ],
  ],
  dolibarr: [
    ['post: /invoices/paymentsdistributed', 'post: /invoices/paymentdistributed', 'API803', 'for /invoices/{id}'],
    ['delete: /invoices/{{', 'patch: /invoices/{{', 'API803', 'PATCH'],
    ['            accountid: "{{ $bank._id }}"\n', '', 'API808', '"accountid"'],
    ['closepaidinvoices: "yes"', 'closepaidinvoices: "true"', 'API806', 'no value "true"'],
    ['json: { idwarehouse: 0,', 'json: { idwarehous: 0,', 'API807', 'idwarehous'],
    ['probe: { get: /status }', 'probe: { get: /state }', 'API802', '"state"'],
  ],
  erpnext: [
    ['            po_no: "{{ $key }}"', '            po_noo: "{{ $key }}"', 'API807', 'po_noo'],
    ['post: /resource/Payment Entry\n', 'post: /resource/Payment Entries\n', 'API802', 'Payment Entries'],
    ['payment_type: Receive', 'payment_type: Recieve', 'API806', 'Recieve'],
    ['{ reference_doctype: Sales', '{ reference_type: Sales', 'API807', 'reference_type'],
    ['order_type: Sales', 'order_type: Sale', 'API806', 'Sale'],
    ['accounts_controller.get_taxes_and_charges\n', 'accounts_controller.get_taxes\n', 'API802', 'get_taxes'],
    ['party: "{{ $customer._id }}"', 'partner: "{{ $customer._id }}"', 'API804', 'partner'],
  ],
  'quickbooks-online': [
    ['erpName: DisplayName, city', 'erpName: DisplayNme, city', 'EXP304', 'DisplayNme'],
    ["Type in ('Inventory'", "Tpye in ('Inventory'", 'API805', 'Tpye'],
    [
      '            CustomerRef: { value: "${draft_customer}" }',
      '            CustomerReference: { value: "${draft_customer}" }',
      'API807',
      'CustomerReference',
    ],
    ['DetailType: SalesItemLineDetail', 'DetailType: SalesLineDetail', 'API806', 'SalesLineDetail'],
    [
      'BatchItemResponse[0].QueryResponse.Invoice[0].TotalAmt)',
      'BatchItemResponse[0].QueryResponse.Invoice[0].TotalAmount)',
      'EXP304',
      'TotalAmount',
    ],
  ],
};

describe.each(Object.entries(profiles))('%s', (name, mistakes) => {
  const folder = join(root, 'profiles', name);
  const right = readFileSync(join(folder, 'profile.yaml'), 'utf8');
  const about = async (text: string): Promise<string> =>
    (await checkProfile(text, 'profile.yaml', contract, {}, { folder }))
      .filter(({ code }) => code !== 'MAP202')
      .map(({ code, message }) => `${code} ${message}`)
      .join('\n');

  it('agrees with its description', async () => {
    expect(await about(right)).toBe('');
  });

  it.each(mistakes)('%j, written as %j', async (from, to, code, message) => {
    expect(right).toContain(from);
    const found = await about(right.replace(from, to));
    expect(found).toContain(code);
    expect(found).toContain(message);
  });
});
