/**
 * The entity sets that the double has: of API v2.0, and of the lists that are published as web services under the names of README.md. Names
 * and types are those of the API pages and of the columns of pages 22, 25, 301, 573 and 7005.
 */
import type { Column, Columns } from '../../../doubles/odata/filter.ts';

export interface EntitySet {
  readonly columns: Columns;
  /** The column that tells its rows apart, and in whose order they come. */
  readonly key: string;
  readonly area: 'api' | 'pages';
  /** Children that `$expand` brings, by name: their set, the column that refers to `of` of the parent, and whether there is one. */
  readonly expand?: Readonly<
    Record<string, { readonly set: string; readonly by: string; readonly of: string; readonly one?: boolean }>
  >;
  /** It gives nothing unless the filter names this column. */
  readonly needs?: { readonly column: string; readonly message: string };
}

/** `id number email; creditLimit=number`: names of texts, those of other types with it. */
function columns(text: string): Columns {
  const typeOf = (type: string | undefined): Column =>
    type === 'number' || type === 'boolean' || type === 'date' || type === 'datetime' ? type : 'string';
  return Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map((entry) => {
        const [name = '', type] = entry.split('=');
        return [name, typeOf(type)];
      }),
  );
}

const document = `id number externalDocumentNumber postingDate=date customerNumber customerName billToCustomerNumber billToName currencyCode
  totalAmountExcludingTax=number totalTaxAmount=number totalAmountIncludingTax=number status lastModifiedDateTime=datetime`;
const line = `id documentId sequence=number lineType lineObjectNumber description quantity=number unitPrice=number discountAmount=number
  amountExcludingTax=number amountIncludingTax=number`;
const perDocument = {
  column: 'documentId',
  message: 'You must specify an Id or a Document Id to get the lines.',
};
const perBatch = {
  column: 'journalId',
  message: 'You must specify a journal batch ID or a journal ID to get a journal line.',
};
const linesOf = (set: string) => ({ [set]: { set, by: 'documentId', of: 'id' } });

export const sets: Readonly<Record<string, EntitySet>> = {
  companyInformation: { area: 'api', key: 'id', columns: columns('id displayName currencyCode') },
  generalLedgerSetup: {
    area: 'api',
    key: 'id',
    columns: columns('id localCurrencyCode allowPostingFrom=date allowPostingTo=date'),
  },
  // The company's own currency is not among them. `amountRoundingPrecision` shows the Invoice Rounding Precision.
  currencies: {
    area: 'api',
    key: 'code',
    columns: columns('id code displayName symbol amountDecimalPlaces amountRoundingPrecision=number'),
  },
  customers: {
    area: 'api',
    key: 'number',
    columns:
      columns(`id number displayName addressLine1 addressLine2 city state country postalCode email creditLimit=number currencyCode
      blocked lastModifiedDateTime=datetime`),
    expand: { customerFinancialDetail: { set: 'customerFinancialDetails', by: 'number', of: 'number', one: true } },
  },
  customerFinancialDetails: {
    area: 'api',
    key: 'number',
    columns: columns('id number balance=number overdueAmount=number'),
  },
  items: {
    area: 'api',
    key: 'number',
    columns: columns(
      'id number displayName blocked=boolean unitPrice=number priceIncludesTax=boolean baseUnitOfMeasureCode lastModifiedDateTime=datetime',
    ),
  },
  salesOrders: {
    area: 'api',
    key: 'number',
    columns: columns(`${document} orderDate=date`),
    expand: linesOf('salesOrderLines'),
  },
  salesOrderLines: { area: 'api', key: 'id', columns: columns(`${line} invoicedQuantity=number`), needs: perDocument },
  salesInvoices: {
    area: 'api',
    key: 'number',
    columns: columns(
      `${document} invoiceDate=date dueDate=date customerPurchaseOrderReference remainingAmount=number orderId orderNumber`,
    ),
    expand: linesOf('salesInvoiceLines'),
  },
  salesInvoiceLines: { area: 'api', key: 'id', columns: columns(line), needs: perDocument },
  salesCreditMemos: {
    area: 'api',
    key: 'number',
    columns: columns(`${document} creditMemoDate=date dueDate=date invoiceNumber`),
    expand: linesOf('salesCreditMemoLines'),
  },
  salesCreditMemoLines: { area: 'api', key: 'id', columns: columns(line), needs: perDocument },
  customerPaymentJournals: {
    area: 'api',
    key: 'code',
    columns: columns('id code displayName balancingAccountNumber'),
    expand: { customerPayments: { set: 'customerPayments', by: 'journalId', of: 'id' } },
  },
  customerPayments: {
    area: 'api',
    key: 'id',
    columns:
      columns(`id journalId lineNumber=number customerNumber postingDate=date documentNumber externalDocumentNumber amount=number
      appliesToInvoiceNumber description lastModifiedDateTime=datetime`),
    needs: perBatch,
  },
  // The same batches, with their lines for G/L and bank accounts.
  journals: {
    area: 'api',
    key: 'code',
    columns: columns('id code displayName templateDisplayName balancingAccountNumber'),
    expand: { journalLines: { set: 'journalLines', by: 'journalId', of: 'id' } },
  },
  journalLines: {
    area: 'api',
    key: 'id',
    columns:
      columns(`id journalId lineNumber=number accountType accountNumber postingDate=date documentNumber externalDocumentNumber amount=number
      description lastModifiedDateTime=datetime`),
    needs: perBatch,
  },
  bankAccounts: { area: 'api', key: 'number', columns: columns('id number displayName blocked=boolean currencyCode') },
  generalLedgerEntries: {
    area: 'api',
    key: 'entryNumber',
    columns:
      columns(`id entryNumber=number postingDate=date documentNumber documentType accountNumber description debitAmount=number
      creditAmount=number`),
  },
  CustomerLedgerEntries: {
    area: 'pages',
    key: 'Entry_No',
    columns:
      columns(`Entry_No=number Posting_Date=date Document_Date=date Document_Type Document_No External_Document_No Customer_No Description
      Currency_Code Amount=number Amount_LCY=number Remaining_Amount=number Due_Date=date Open=boolean Reversed=boolean`),
  },
  DetailedCustLedgEntries: {
    area: 'pages',
    key: 'Entry_No',
    columns:
      columns(`Entry_No=number Cust_Ledger_Entry_No=number Entry_Type Posting_Date=date Document_Type Document_No Customer_No Currency_Code
      Amount=number Amount_LCY=number Unapplied=boolean`),
  },
  ShipToAddresses: {
    area: 'pages',
    key: 'Code',
    columns: columns('Customer_No Code Name Address Address_2 Post_Code City Country_Region_Code'),
  },
  CustomerList: { area: 'pages', key: 'No', columns: columns('No Name Customer_Price_Group') },
  PriceListLines: {
    area: 'pages',
    key: 'Line_No',
    columns:
      columns(`Line_No=number Price_List_Code Status Source_Type Source_No Asset_Type Asset_No Variant_Code Unit_of_Measure_Code
      Minimum_Quantity=number Amount_Type Currency_Code Unit_Price=number Starting_Date=date Ending_Date=date`),
  },
};

export const setOf = (name: string): EntitySet | undefined => sets[name];
