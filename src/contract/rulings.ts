/** What an integrator must know beyond the shape of the fields, each with its reason. Markdown; the reference page prints it. */
import type { Path } from './types.ts';

export interface Rulings {
  readonly title: string;
  readonly points: readonly string[];
}

/** What holds on every endpoint. */
export const generalRulings: readonly Rulings[] = [
  {
    title: 'Order of the checks',
    points: [
      'The key comes first: a bad one answers 401 on any path and whatever else is wrong, so that a stranger learns nothing about the service. The word `Bearer` may be in capitals or not.',
      'Then path (404), method (405), content type (415) and size (413): they can be told without reading the body.',
      'Then the app: each app has a key of its own, and the key of one app gets 403 on the endpoints of the other. Any valid key may call `/health`, since both apps test their connection there. Keys are read again when their file changes, so a rotated key stops working at once.',
      'Then the JSON (400), then the fields (422). All broken fields come back together in `details.fields`, so that a caller corrects a request once; of more than a thousand, the first thousand.',
      'What the HTTP server refuses by itself (a malformed request, headers that are too long, a time-out) carries the same error body, as far as an answer can still be sent.',
    ],
  },
  {
    title: 'Requests',
    points: [
      'Types are strict, `"5"` is not a number: a service that guesses hides mistakes until they cost money. `1.0` is an integer, since JSON has one kind of number.',
      'Unknown fields are ignored at every depth, so that the platform can add some. `null` in an optional field means left out.',
      'Texts are trimmed. A required text must not be empty then. An optional identifier, date or choice must not be empty either, because taking an empty filter for "no filter" would show more than was asked for; an optional plain text may be, and counts as left out.',
      'A text that is too long for the ERP is refused and its field named. It is never cut: a cut number is a different number.',
      'The character U+0000 and broken Unicode are refused, since no ERP stores them. In the text of a search they are welcome and simply find nothing.',
      'Integers beyond 9007199254740991 are refused, since JSON readers disagree about them. Amounts, prices and quantities have at most 15 digits before the decimal point and 30 in all, written without an exponent; more is a mistake that no ledger must take in. Within that they keep all their digits.',
      'Numbers that were sent are never rounded: where the ERP keeps fewer decimals the request is refused and the field named, since a rounded amount is a different amount.',
      'A day is `YYYY-MM-DD` and must exist. It never shifts by a time zone.',
      'A time is ISO 8601 in the extended format; without an offset it is UTC, a day alone is its midnight in UTC.',
      'A currency is three letters in any case and is passed on in capitals. It must be one of ISO 4217 that has a smallest unit, since amounts could not be rounded otherwise; a code that a profile declares is one, too (a test company books in `XTS`, say).',
      'All that is wrong with a request and can be told without asking the ERP comes back in one answer, in the order of the fields: what breaks the contract, texts that are too long, numbers with too many digits, amounts that the profile refuses.',
      '`limit` outside its stated bounds is refused. Only the page size of the page-by-page lists has no upper bound in the contract; there a number over the maximum of the installation counts as that maximum, and pages are counted by it. A page past the end is empty.',
    ],
  },
  {
    title: 'Answers',
    points: [
      'Only the documented fields are sent. Identifiers, names, numbers, amounts, days, currencies and states are in every row; a field marked optional is left out where the ERP has nothing.',
      'Amounts are plain JSON numbers: what the ERP holds as 12.30 arrives as 12.3. Sums are taken in decimal, rounding is half away from zero.',
      'A row that breaks the contract is dropped from search hits and noted in the log, since an operator can still work with the other hits. Elsewhere the request fails with 502 naming the row, because half a ledger is worse than none. A profile can choose otherwise.',
      'An unknown identifier gives an empty list or a null price; credit, statement and writes refuse it with 422, because a made-up balance would be taken for a real one.',
      "Only the message and a request id go to the caller. The ERP's own texts, statements and addresses stay in the log under that id.",
      "The ERP's own 401 or 403 comes as 502: a 401 would make the platform believe that its own key fails.",
    ],
  },
];

/** What one endpoint adds. */
export const endpointRulings: Readonly<Partial<Record<Path, readonly string[]>>> = {
  '/health': [
    'A background probe asks the ERP every few seconds; the answer is its last result and never waits. Before the ERP has answered, and when it stops answering, it is 503.',
  ],
  '/catalog/customers/search': [
    'Case does not matter, the words may come in any order, and all must occur. Accents compare as the ERP compares them. `%`, `_`, `[` and quotes are ordinary characters.',
    'An exact name comes first, then names that begin with the text, then the others; equals go by name, then by identifier, so that the same request always gets the same order.',
  ],
  '/catalog/customers/addresses': ['An unknown customer has no addresses: the list is empty.'],
  '/catalog/products/search': ['Words, order and special characters work as in the customer search.'],
  '/catalog/products/by-sku': [
    'The text is one SKU, not words: an exact match comes first, then SKUs that begin with it. A SKU that merely contains it is no hit, since a wrong product is worse than none.',
  ],
  '/pricing/resolve': [
    'An unknown customer or product and a product without a price all answer null with the source `none`, so that one line never blocks a purchase order.',
    "`source` names the rule of the ERP that gave the price; the wording is the profile's.",
  ],
  '/credit/customer': ['An unknown customer is refused with 422.'],
  '/sales-orders/usage': [
    'Units are counted in the unit in which the SKU is ordered, rounded up, and never below 0: an allocation must not be exceeded by a fraction. Nothing known about customer or SKU is 0 units.',
    '`periodStart` after `periodEnd` is refused.',
  ],
  '/purchase-orders/list': ['Newest first; equal days go by identifier.'],
  '/sales-orders/list': ['Newest first; equal days go by identifier.'],
  '/customer-invoices/list': [
    'Newest first. An invoice without a due day is due on its day of issue. Credit notes have negative amounts.',
  ],
  '/customer-statement/get': [
    '`asOf` only supplies `periodEnd` where that is missing, and is today in the time zone of the ERP where it is missing itself. `periodStart` is then the first day of the month of `periodEnd`, twelve months back. The answer says what was used.',
    'Positive amounts are owed by the customer. Each balance is the one before + debit - credit; the side that is not used is 0. The closing balance of a period is the opening balance of the next.',
    '`periodStart` after `periodEnd` is refused, an unknown customer too.',
  ],
  '/sale-draft': [
    'The purchase order number identifies the draft: a repeat gets the same `saleId`, `saleNumber` and `receivedAt` whatever its lines say now, and never creates a second order. Equal requests at the same moment wait for the one that does the work.',
    'A refused request leaves nothing behind; corrected, it may come again under the same number.',
    'The request names no customer. Drafts are booked to the customer that the installation is set to.',
    'Without `unitPrice` the price of the ERP applies. An unknown SKU is refused and named.',
    'The connection test sends a demo SKU. When a setting names it, a draft of that SKU alone is checked and answered with `connection-test` as its reference, and the ERP is not touched: saving a connection must leave no order behind.',
  ],
  '/debtors/list': ['Ask for page 1, 2, 3 ... while `hasMore` is true.'],
  '/invoices/list': [
    '`modifiedSince` includes the very moment and may reach back a little further, as far as the clock of the ERP is coarse: the platform removes duplicates, while a missed record is lost.',
    'A payment or credit that changes what is outstanding is a change of the invoice.',
    'Drafts are not listed. Voided invoices are, with their state, since the platform would otherwise keep them as open. Credit notes are listed with negative amounts.',
    'A debtor named here need not be in the list of debtors; the platform creates it from the name.',
  ],
  '/payments/list': [
    'A payment on several invoices is several rows, each with its own `erpPaymentId`, since the platform settles one invoice by one row. It is the identifier that the push returned.',
    'Reversed payments, and money that is not allocated to an invoice, are left out.',
  ],
  '/invoices/push': [
    'Invoice number and debtor identify the invoice: a repeat gets the same `erpInvoiceId`. A number that belongs to another kind of document, such as a credit note, is refused.',
    'Each line needs quantity and unit price; its description may be missing or empty. Its stated `amount` wins over quantity x unit price, because discounts exist; a difference is logged with both numbers, and a profile may refuse it instead. Half a smallest unit of the currency is no difference: that is rounding. Amounts are final: no tax is added.',
    'A line that states no `amount` gets quantity x unit price, rounded half away from zero to the smallest unit that ISO 4217 gives the currency: none for JPY, two decimals for EUR, three for KWD.',
    "Without `dueDate` the ERP's terms apply, without `status` its default.",
  ],
  '/payments/push': [
    'A payment has no number of its own, so invoice, amount, day and bank account identify it: a repeat gets the same `erpPaymentId` and is logged. A second equal payment on one day looks the same.',
    'To let one through, the operator makes the ERP forget what it finds the first one by, and deletes the row of its key from the table of claims in the database of the ERP (`engine_claims` unless the profile names another). The README of a profile has the statements.',
  ],
};
