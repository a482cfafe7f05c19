/** The script that describes the REST API of ERPNext, over small doctypes and methods. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { described } from '../../../profiles/erpnext/description/from-doctypes.ts';

describe('a description from doctypes', () => {
  let document: ReturnType<typeof described>;

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'doctypes-'));
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const doctype = (name: string, fields: readonly object[]): void => {
      const file = name.toLowerCase().replaceAll(' ', '_');
      write(`erpnext/x/doctype/${file}/${file}.json`, JSON.stringify({ name, fields }));
    };
    doctype('Sales Order', [
      { fieldname: 'naming_series', fieldtype: 'Select', options: 'SAL-ORD-' },
      { fieldname: 'section', fieldtype: 'Section Break' },
      { fieldname: 'po_no', fieldtype: 'Data', label: "Customer's Purchase Order" },
      { fieldname: 'order_type', fieldtype: 'Select', options: '\nSales\nMaintenance' },
      { fieldname: 'grand_total', fieldtype: 'Currency', read_only: 1 },
      { fieldname: 'transaction_date', fieldtype: 'Date' },
      { fieldname: 'items', fieldtype: 'Table', options: 'Sales Order Item' },
    ]);
    doctype('Sales Order Item', [{ fieldname: 'qty', fieldtype: 'Float' }]);
    doctype('Sales Invoice', [{ fieldname: 'is_pos', fieldtype: 'Check' }]);
    doctype('Payment Entry', [{ fieldname: 'party', fieldtype: 'Dynamic Link', length: 40 }]);
    write('frappe/auth.py', '\n@frappe.whitelist(allow_guest=True)\ndef get_logged_user():\n\treturn 1\n');
    write(
      'erpnext/stock/get_item_details.py',
      '\n@frappe.whitelist()\ndef get_item_details(args, doc=None):\n\tpass\n',
    );
    write(
      'erpnext/accounts/party.py',
      '\n@frappe.whitelist()\ndef get_party_details(\n\tparty=None,\n\tcompany=None,\n):\n\tpass\n',
    );
    write(
      'erpnext/controllers/accounts_controller.py',
      '\n@frappe.whitelist()\ndef get_taxes_and_charges(master_doctype, master_name):\n\tpass\n',
    );
    document = described(folder);
  });

  it('has the fields of a document, and of its rows, with their types', () => {
    expect(document.components).toMatchObject({
      schemas: {
        'Sales Order': {
          properties: {
            name: { readOnly: true },
            docstatus: { enum: [0, 1, 2] },
            po_no: { type: 'string', maxLength: 140, description: "Customer's Purchase Order" },
            order_type: { enum: ['', 'Sales', 'Maintenance'] },
            grand_total: { type: 'number', readOnly: true },
            transaction_date: { type: 'string', format: 'date' },
            items: { type: 'array', items: { $ref: '#/components/schemas/Sales Order Item' } },
          },
        },
        'Sales Order Item': { properties: { qty: { type: 'number' } } },
        'Sales Invoice': { properties: { is_pos: { type: 'integer', enum: [0, 1] } } },
        'Payment Entry': { properties: { party: { maxLength: 40 } } },
      },
    });
    expect(JSON.stringify(document)).not.toMatch(/section|naming_series/);
  });

  it('has the parameters of methods, required without a default', () => {
    const parameter = (name: string, required: boolean) => ({
      name,
      in: 'query',
      required,
      schema: { type: 'string' },
    });
    expect(document.paths).toMatchObject({
      '/method/frappe.auth.get_logged_user': { get: { parameters: [] } },
      '/method/erpnext.stock.get_item_details.get_item_details': {
        get: { parameters: [parameter('args', true), parameter('doc', false)] },
      },
      '/method/erpnext.accounts.party.get_party_details': {
        get: { parameters: [parameter('party', false), parameter('company', false)] },
      },
      '/resource/Sales Order': { post: {} },
    });
  });
});
