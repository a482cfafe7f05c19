/** Mistakes of meaning in the profile of Business Central. */
import type { Mistake } from '../mistaken-profile.ts';

const creditLimit = `"$number(creditLimit) != 0 or $settings.zero_limit = 'nothing' ? creditLimit"`;
const groupPrices =
  "                  or {words}(Source_Type) = 'Customer Price Group' and Source_No = $row._group[0].Customer_Price_Group\n";
const draftOfCustomer =
  '"externalDocumentNumber eq {{ $uppercase($key) }}", "customerNumber eq {{ $settings.draft_customer }}"';

/** Those whose check no mistake in the small ERP needs come first. */
export const businessCentralMistakes: readonly Mistake[] = [
  {
    what: 'what was invoiced of an order counts twice',
    id: 'columns/invoiced-usage',
    path: '/sales-orders/usage',
    edits: [['$subtract(quantity, invoicedQuantity)', 'quantity']],
  },
  {
    what: 'prices of price groups are left out',
    id: 'columns/special-prices',
    path: '/pricing/resolve',
    edits: [[groupPrices, '']],
  },
  {
    what: 'prices in other currencies count',
    id: 'unrelated rows/other-prices',
    path: '/pricing/resolve',
    edits: [["_lines[(Currency_Code ?? '') = $in])", '_lines)']],
  },
  {
    what: 'a limit of 0 is taken for 0',
    id: 'agreement/zero-limits',
    path: '/credit/customer',
    edits: [[creditLimit, 'creditLimit']],
  },
  {
    what: 'credit used is what is overdue',
    id: 'agreement/credit-used',
    path: '/credit/customer',
    edits: [['creditUsed: customerFinancialDetail.balance', 'creditUsed: customerFinancialDetail.overdueAmount']],
  },
  {
    what: 'the statement is in the currency of the documents',
    id: 'statement/sums',
    path: '/customer-statement/get',
    edits: [['amount: Amount_LCY', 'amount: Amount']],
  },
  {
    what: 'payments are in the currency of the company',
    id: 'agreement/payments-within',
    path: '/payments/list',
    edits: [['amount: $multiply(Amount, -1)', 'amount: $multiply(Amount_LCY, -1)']],
  },
  {
    what: 'the day of a payment is that of its application',
    id: 'agreement/statement-payments',
    path: '/customer-statement/get',
    edits: [['paymentDate: _payments[0].Posting_Date', 'paymentDate: Posting_Date']],
  },
  {
    what: 'lines are without tax',
    id: 'agreement/lines',
    path: '/invoices/list',
    edits: [["'amount': amountIncludingTax }", "'amount': amountExcludingTax }"]],
  },
  {
    what: 'credit memos are positive',
    id: 'statement/sides',
    path: '/customer-statement/get',
    edits: [
      [
        'amountTotal: $multiply(totalAmountIncludingTax, -1)\n          amountOpen',
        'amountTotal: totalAmountIncludingTax\n          amountOpen',
      ],
    ],
  },
  {
    what: 'the last day of a price is ignored',
    id: 'time/price-days',
    path: '/pricing/resolve',
    edits: [[" and (Ending_Date = '0001-01-01' or Ending_Date >= $today)", '']],
  },
  {
    what: 'the quantity of a price is ignored',
    id: 'time/price-quantities',
    path: '/pricing/resolve',
    edits: [[' and Minimum_Quantity <= 1', '']],
  },
  {
    what: 'blocked items are found',
    id: 'sku/exact-first',
    path: '/catalog/products/by-sku',
    edits: [
      [
        '$filter: [blocked eq false, { $each: $words, $item: "contains(tolower(displayName)',
        '$filter: [{ $each: $words, $item: "contains(tolower(displayName)',
      ],
    ],
  },
  {
    what: 'the ship-to addresses of all customers are listed',
    id: 'agreement/own-locations',
    path: '/catalog/customers/addresses',
    edits: [
      [
        `$filter: ["Customer_No eq {{ $request.kind = 'billing' ? '' : $uppercase(customerId) }}"]`,
        `$filter: ["Code gt {{ $request.kind = 'billing' ? 'zzzz' : '' }}"]`,
      ],
    ],
  },
  {
    what: 'a draft is found for any customer',
    id: 'read-back/number-of-another-customer',
    path: '/sale-draft',
    edits: [
      [draftOfCustomer, '"externalDocumentNumber eq {{ $uppercase($key) }}"'],
      ['              - customerNumber eq {{ $settings.draft_customer }}\n', ''],
    ],
  },
  {
    what: 'applications that were undone are listed as payments',
    id: 'agreement/payments-within',
    path: '/payments/list',
    edits: [[', Unapplied eq false', '']],
  },
  {
    what: 'the unit price of a draft is not sent',
    id: 'read-back/stored-lines',
    path: '/sale-draft',
    edits: [['                  unitPrice: "{{ unitPrice }}"\n', '']],
  },
  {
    what: 'orders are those of the customer that they are sold to',
    id: 'lookups/customer-invoices',
    path: '/customer-invoices/list',
    edits: [
      [
        '"billToCustomerNumber eq {{ $uppercase(customerErpId) }}", &posted',
        '"customerNumber eq {{ $uppercase(customerErpId) }}", &posted',
      ],
    ],
  },
];
