/**
 * The description of Business Central's API, held against facts that were read in the AL source by hand. With `BC_AL_SOURCE`, the folder of a
 * checkout, the files are also compared with what the script makes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { isMap, type Members } from '../../../engine/host/index.ts';
import { describeCheckout } from '../../../profiles/business-central/description/from-al.ts';
import { root } from '../../support/source-imports.ts';

const folder = join(root, 'profiles/business-central/description');
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

function children(node: unknown, name: string): readonly Members[] {
  const member = isMap(node) ? node[name] : undefined;
  return (Array.isArray(member) ? member : [member]).filter(isMap);
}

const names = (nodes: readonly Members[]): readonly unknown[] => nodes.map((node) => node['@Name']);

function open(file: string) {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', removeNSPrefix: true });
  const document: unknown = parser.parse(textOf(file));
  const [services] = children(children(document, 'Edmx')[0], 'DataServices');
  const [schema] = children(services, 'Schema');
  const named = (element: string, name: string, parent: unknown = schema): Members => {
    const found = children(parent, element).filter((node) => node['@Name'] === name);
    expect([name, found.length]).toEqual([name, 1]);
    return found[0] ?? {};
  };
  const type = (name: string): Members => named('EntityType', name);
  const property = (of: string, name: string): Members => named('Property', name, type(of));
  const terms = (node: Members): readonly unknown[] => children(node, 'Annotation').map((each) => each['@Term']);
  return {
    schema,
    type,
    property,
    set: (name: string) => named('EntitySet', name, children(schema, 'EntityContainer')[0]),
    sets: () => names(children(children(schema, 'EntityContainer')[0], 'EntitySet')),
    properties: (of: string) => names(children(type(of), 'Property')),
    navigations: (of: string) => names(children(type(of), 'NavigationProperty')),
    key: (of: string) => names(children(children(type(of), 'Key')[0], 'PropertyRef')),
    members: (name: string) => names(children(named('EnumType', name), 'Member')),
    facets: (of: string, name: string) => [property(of, name)['@Type'], property(of, name)['@MaxLength']],
    isComputed: (of: string, name: string) => terms(property(of, name)).includes('Org.OData.Core.V1.Computed'),
    restrictions: (name: string) => terms(named('EntitySet', name, children(schema, 'EntityContainer')[0])),
    values: (of: string, name: string) =>
      children(property(of, name), 'Annotation')
        .flatMap((annotation) => children(annotation, 'Collection'))
        .flatMap((collection) => children(collection, 'Record'))
        .map((record) => [
          children(record, 'PropertyValue')[0]?.['@String'],
          children(record, 'Annotation')[0]?.['@String'],
        ]),
  };
}

const readOnly = ['Insert', 'Update', 'Delete'].map((verb) => `Org.OData.Capabilities.V1.${verb}Restrictions`);

describe('API v2.0', () => {
  const api = open('api-v2.xml');

  it('has the customer, with its financial detail as a single part', () => {
    expect(api.key('customer')).toEqual(['id']);
    expect(api.facets('customer', 'number')).toEqual(['Edm.String', '20']);
    expect(api.facets('customer', 'displayName')).toEqual(['Edm.String', '100']);
    expect(api.facets('customer', 'creditLimit')).toEqual(['Edm.Decimal', undefined]);
    expect(api.isComputed('customer', 'balanceDue')).toBe(true);
    expect(api.isComputed('customer', 'creditLimit')).toBe(false);
    expect(api.members('customerBlocked')).toEqual(['_x0020_', 'Ship', 'Invoice', 'All']);
    expect(api.navigations('customer')).toEqual([
      'customerFinancialDetail',
      'picture',
      'defaultDimensions',
      'agedAccountsReceivable',
      'contactsInformation',
      'documentAttachments',
    ]);
    expect(children(api.type('customer'), 'NavigationProperty')[0]?.['@Type']).toBe(
      'Microsoft.NAV.customerFinancialDetail',
    );
    expect(api.properties('customerFinancialDetail')).toEqual([
      'id',
      'number',
      'balance',
      'totalSalesExcludingTax',
      'overdueAmount',
      'lastModifiedDateTime',
    ]);
    expect(api.restrictions('customerFinancialDetails')).toEqual(readOnly);
  });

  it('has the fields of lines of journals, and accounts of all types', () => {
    expect(api.properties('journalLine')).toEqual(
      `id journalId journalDisplayName lineNumber accountType accountId accountNumber postingDate documentNumber externalDocumentNumber amount
      description comment taxCode balanceAccountType balancingAccountId balancingAccountNumber lastModifiedDateTime`.split(
        /\s+/,
      ),
    );
    expect(api.members('genJournalAccountType').slice(0, 4)).toEqual([
      'G_x002F_L_x0020_Account',
      'Customer',
      'Vendor',
      'Bank_x0020_Account',
    ]);
    expect(api.properties('customerPayment')).toEqual(
      `id journalId journalDisplayName lineNumber customerId customerNumber postingDate documentNumber externalDocumentNumber amount
      appliesToInvoiceId appliesToInvoiceNumber description comment lastModifiedDateTime`.split(/\s+/),
    );
    expect(api.facets('customerPayment', 'externalDocumentNumber')).toEqual(['Edm.String', '35']);
    expect(api.facets('customerPayment', 'appliesToInvoiceNumber')).toEqual(['Edm.String', '20']);
  });

  it('has documents with references of 35 characters, and the statuses of each kind', () => {
    expect(api.facets('salesInvoice', 'customerPurchaseOrderReference')).toEqual(['Edm.String', '35']);
    expect(api.facets('salesInvoice', 'externalDocumentNumber')).toEqual(['Edm.String', '35']);
    expect(api.facets('salesOrder', 'externalDocumentNumber')).toEqual(['Edm.String', '35']);
    expect(api.facets('salesInvoice', 'invoiceDate')).toEqual(['Edm.Date', undefined]);
    expect(api.facets('salesInvoice', 'orderId')).toEqual(['Edm.Guid', undefined]);
    for (const name of ['number', 'remainingAmount', 'totalAmountIncludingTax', 'status', 'lastModifiedDateTime'])
      expect([name, api.isComputed('salesInvoice', name)]).toEqual([name, true]);
    for (const name of ['customerNumber', 'billToCustomerNumber', 'postingDate', 'currencyCode'])
      expect([name, api.isComputed('salesInvoice', name)]).toEqual([name, false]);
    expect(api.facets('salesInvoice', 'status')).toEqual(['Microsoft.NAV.invoiceEntityAggregateStatus', undefined]);
    const statuses = ['Draft', 'In_x0020_Review', 'Open'];
    expect(api.members('salesOrderEntityBufferStatus')).toEqual(statuses);
    expect(api.members('invoiceEntityAggregateStatus')).toEqual([
      '_x0020_',
      ...statuses,
      'Paid',
      'Canceled',
      'Corrective',
    ]);
    expect(api.members('salesCrMemoEntityBufferStatus')).toEqual([...statuses, 'Canceled', 'Corrective', 'Paid']);
  });

  it('has the lines of documents', () => {
    expect(api.members('invoiceLineAggLineType')).toEqual([
      'Comment',
      'Account',
      'Item',
      'Resource',
      'Fixed_x0020_Asset',
      'Charge',
      'Allocation_x0020_Account',
    ]);
    expect(api.facets('salesOrderLine', 'description')).toEqual(['Edm.String', '100']);
    expect(api.facets('salesOrderLine', 'lineObjectNumber')).toEqual(['Edm.String', '20']);
    expect(api.facets('salesOrderLine', 'sequence')).toEqual(['Edm.Int32', undefined]);
    expect(api.properties('salesOrderLine')).toContain('invoicedQuantity');
    expect(api.properties('salesInvoiceLine')).not.toContain('invoicedQuantity');
    expect(api.isComputed('salesInvoiceLine', 'amountIncludingTax')).toBe(true);
    expect(api.isComputed('salesInvoiceLine', 'discountAmount')).toBe(false);
  });

  it('writes characters that identifiers cannot have as codes, and precision as a text', () => {
    expect(api.members('itemType')).toEqual(['Inventory', 'Service', 'Non_x002D_Inventory']);
    expect(api.facets('currency', 'amountDecimalPlaces')).toEqual(['Edm.String', '5']);
  });

  it('has the actions of each type', () => {
    const actions = children(api.schema, 'Action').map((action) => [
      children(action, 'Parameter')[0]?.['@Type'],
      action['@Name'],
    ]);
    const of = (type: string): readonly unknown[] =>
      actions.filter(([bound]) => bound === `Microsoft.NAV.${type}`).map(([, name]) => name);
    expect(of('journal')).toEqual(['post']);
    expect(of('salesOrder')).toEqual(['shipAndInvoice']);
    expect(of('salesCreditMemo')).toEqual(['post', 'postAndSend', 'send', 'cancel', 'cancelAndSend']);
    expect(of('salesInvoice')).toEqual([
      'post',
      'postAndSend',
      'send',
      'cancel',
      'cancelAndSend',
      'makeCorrectiveCreditMemo',
    ]);
  });

  it('says which sets cannot be written', () => {
    expect(api.restrictions('generalLedgerEntries')).toEqual(readOnly);
    expect(api.restrictions('generalLedgerSetup')).toEqual(readOnly);
    expect(api.restrictions('companyInformation')).toEqual([readOnly[0], readOnly[2]]);
    expect(api.restrictions('salesInvoices')).toEqual([]);
  });

  it('has all sets below a company', () => {
    expect(api.navigations('company')).toEqual(api.sets().filter((name) => name !== 'companies'));
    expect(api.sets()).toContain('salesInvoiceLines');
  });
});

describe('published pages', () => {
  const pages = open('pages.xml');

  it('lack the county in the list of ship-to addresses, not in the card', () => {
    expect(pages.properties('ShipToAddresses')).toEqual(
      `Customer_No Code Name Name_2 Address Address_2 Post_Code City Country_Region_Code Phone_No Fax_No Contact Salesperson_Code GLN
      Location_Code`.split(/\s+/),
    );
    expect(pages.key('ShipToAddresses')).toEqual(['Customer_No', 'Code']);
    expect(pages.facets('ShipToAddressCard', 'County')).toEqual(['Edm.String', '30']);
    expect(pages.properties('ShipToAddressCard')).toContain('Customer_No');
  });

  it('have the types of amounts under captions and names', () => {
    expect(pages.values('PriceListLines', 'Amount_Type')).toEqual([
      ['Price & Discount', 'Any'],
      ['Any', 'Any'],
      ['Price', undefined],
      ['Discount', undefined],
    ]);
    expect(pages.values('PriceListLines', 'Status').map(([value]) => value)).toEqual(['Draft', 'Active', 'Inactive']);
    expect(pages.key('PriceListLines')).toEqual(['Price_List_Code', 'Line_No']);
    expect(pages.properties('PriceListLines')).toContain('Line_Discount_Percent');
    expect(pages.properties('PriceListLines')).not.toContain('Price_Type');
  });

  it('have the entries of customers, with numbers of entries as integers', () => {
    expect(pages.key('CustomerLedgerEntries')).toEqual(['Entry_No']);
    expect(pages.facets('CustomerLedgerEntries', 'External_Document_No')).toEqual(['Edm.String', '35']);
    expect(pages.facets('CustomerLedgerEntries', 'Remaining_Amt_LCY')).toEqual(['Edm.Decimal', undefined]);
    expect(pages.facets('CustomerLedgerEntries', 'Open')).toEqual(['Edm.Boolean', undefined]);
    expect(pages.isComputed('CustomerLedgerEntries', 'RunningBalanceLCY')).toBe(true);
    expect(pages.isComputed('CustomerLedgerEntries', 'Due_Date')).toBe(false);
    expect(pages.values('CustomerLedgerEntries', 'Document_Type')).toContainEqual(['Credit Memo', 'Credit_x0020_Memo']);
    expect(pages.facets('DetailedCustLedgEntries', 'Cust_Ledger_Entry_No')).toEqual(['Edm.Int32', undefined]);
    expect(pages.values('DetailedCustLedgEntries', 'Entry_Type')).toContainEqual(['Application', undefined]);
  });

  // The same four are at the end of a published answer of page 21, which shows customers, too.
  it('have the filters that amounts of customers depend on', () => {
    expect(pages.properties('CustomerList').slice(-4)).toEqual([
      'Global_Dimension_1_Filter',
      'Global_Dimension_2_Filter',
      'Currency_Filter',
      'Date_Filter',
    ]);
    expect(pages.facets('CustomerList', 'Customer_Price_Group')).toEqual(['Edm.String', '10']);
    expect(pages.properties('CustomerList')).toContain('Combine_Service_Shipments'); // of an extension in the same app
  });
});

describe.each(['api-v2.xml', 'pages.xml'])('%s', (file) => {
  const { schema, properties, key } = open(file);

  it('is small, and says where it comes from', () => {
    expect(textOf(file).length).toBeLessThan(100_000);
    expect(textOf(file).slice(0, 700)).toMatch(
      /microsoft\/BCApps, commit [0-9a-f]{40} of \d{4}-\d\d-\d\d\..*MIT License/s,
    );
  });

  it('refers to nothing that it does not have', () => {
    const space = String(schema?.['@Namespace']);
    const known = new Set(
      [...children(schema, 'EntityType'), ...children(schema, 'EnumType')].map((type) => `${space}.${type['@Name']}`),
    );
    const [container] = children(schema, 'EntityContainer');
    const used = [
      ...children(schema, 'EntityType').flatMap((type) => [
        ...children(type, 'Property'),
        ...children(type, 'NavigationProperty'),
      ]),
      ...children(schema, 'Action').flatMap((action) => children(action, 'Parameter')),
      ...children(container, 'EntitySet'),
    ].map((node) => String(node['@Type'] ?? node['@EntityType']).replace(/^Collection\((.*)\)$/, '$1'));
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !name.startsWith('Edm.') && !known.has(name))).toEqual([]);
    for (const name of names(children(schema, 'EntityType')).map(String)) {
      expect(new Set(properties(name)).size).toBe(properties(name).length);
      expect(properties(name)).toEqual(expect.arrayContaining([...key(name)]));
      expect(key(name).length).toBeGreaterThan(0);
    }
  });
});

const source = process.env.BC_AL_SOURCE;

if (source !== undefined)
  it('is what the script makes', { timeout: 60_000 }, () => {
    const made = describeCheckout(source);
    expect(Object.keys(made)).toEqual(['api-v2.xml', 'pages.xml']);
    for (const [file, text] of Object.entries(made)) expect(text).toBe(textOf(file));
  });
