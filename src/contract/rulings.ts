/** Rules of the contract that the types of the fields do not express, each with its reason. Markdown, printed in docs/contract.md. */
import type { Path } from './types.ts';

interface Rulings {
  readonly title: string;
  readonly points: readonly string[];
}

/** Rules of every endpoint. */
export const generalRulings: readonly Rulings[] = [
  {
    title: 'Order of the checks',
    points: [
      'First the API key. An invalid key answers 401 on every path, whatever else is wrong with the request, so that an unauthenticated caller gets no information about the service. The scheme `Bearer` is case-insensitive.',
      'Then path (404), method (405), content type (415) and size (413). These need only the head of the request.',
      'Then the app. Each app has its own key; the key of one app gets 403 on the endpoints of the other. Any valid key may call `/health`, because both apps test their connection there. Keys are read again when their file changes, so a replaced key stops working at once.',
      'Then the JSON (400), then the fields (422). `details.fields` lists all invalid fields, at most a thousand, so that a caller can correct all of them at once. The same limit holds for refusals of the ERP.',
      'Requests that the HTTP server refuses (malformed requests, headers that are too long, time-outs) get the same error body if an answer can still be sent.',
    ],
  },
  {
    title: 'Requests',
    points: [
      'Types are strict: `"5"` is not a number. Guessing would hide mistakes until they cost money. `1.0` is an integer, because JSON has only one number type.',
      'Unknown fields are ignored at every depth, so that the platform can add fields. `null` in an optional field means that it is missing.',
      'Texts are trimmed. A required text must then not be empty. An optional identifier, date or choice must not be empty either: treating an empty filter as "no filter" would return too much. An optional plain text may be empty, which means that it is missing.',
      'A text that is too long for the ERP is refused with the name of its field. It is never truncated: a truncated number is a different number.',
      'The character U+0000 and invalid Unicode are refused, because no ERP stores them. In the text of a search they are accepted and find nothing.',
      'Integers above 9007199254740991 are refused, because JSON parsers disagree about them. Amounts, prices and quantities have at most 15 digits before the decimal point and 30 in total, without an exponent. Within these limits they keep all digits.',
      'Numbers in a request are never rounded. If the ERP stores fewer decimals, the request is refused with the name of the field: a rounded amount is a different amount.',
      'A day is `YYYY-MM-DD` and must exist. Time zones never shift it.',
      'A time is ISO 8601 in the extended format. Without an offset it is UTC; a day alone is midnight UTC.',
      'A currency is three letters in any case; it is converted to upper case. It must be a currency of ISO 4217 with a minor unit, because amounts could not be rounded otherwise, or a code that the profile declares (for example `XTS` for a test company).',
      'All errors that can be found without the ERP are reported in one answer, in the order of the fields: violations of the contract, texts that are too long, numbers with too many digits, amounts that the profile refuses.',
      'A `limit` outside its bounds is refused. The page size of the paged lists has no upper bound in the contract: a number above the maximum of the installation is replaced by that maximum, which also determines where pages begin. A page after the last one is empty.',
    ],
  },
  {
    title: 'Answers',
    points: [
      'Only documented fields are sent. Identifiers, names, numbers, amounts, days, currencies and states are in every row. An optional field is missing where the ERP has no value.',
      'Amounts are JSON numbers: 12.30 in the ERP becomes 12.3. Sums are computed in decimal arithmetic and rounded half away from zero.',
      'A row that violates the contract is dropped from search hits, with a log event: the other hits are still useful. On all other endpoints the request fails with 502 and names the row, because an incomplete ledger is worse than none. A profile can change both.',
      'An unknown identifier gives an empty list or a null price. Credit, statement and writes refuse it with 422, because a balance of zero would look like a real one.',
      "The caller gets only the message and a request id. The ERP's own messages, statements and addresses are in the log under that id.",
      'A 401 or 403 of the ERP becomes 502: with 401 the platform would conclude that its own key is invalid.',
    ],
  },
];

/** Further rules by endpoint. */
export const endpointRulings: Readonly<Partial<Record<Path, readonly string[]>>> = {
  '/health': [
    'A background probe checks the ERP every few seconds. The answer is the result of the last probe and never waits. Until the ERP has answered for the first time, and while it does not answer, the status is 503.',
  ],
  '/catalog/customers/search': [
    'All words must occur, in any order and any case. Accents are compared as the ERP compares them. `%`, `_`, `[` and quotes are ordinary characters.',
    'Exact matches of the name come first, then names that begin with the text, then the others. Within each group the order is by name, then by identifier, so that the order is always the same.',
  ],
  '/catalog/customers/addresses': ['For an unknown customer the list is empty.'],
  '/catalog/products/search': ['Words, order and special characters work as in the customer search.'],
  '/catalog/products/by-sku': [
    'The text is one SKU, not a list of words. An exact match comes first, then SKUs that begin with the text. A SKU that only contains it is not a hit: a wrong product is worse than none.',
  ],
  '/pricing/resolve': [
    'For an unknown customer or product, and for a product without a price, the price is null and the source is `none`, so that one line never blocks a purchase order.',
    '`source` names the rule of the ERP that determined the price. The profile defines its wording.',
  ],
  '/credit/customer': ['An unknown customer is refused with 422.'],
  '/sales-orders/usage': [
    'Units are counted in the unit in which the SKU is ordered. The number is rounded up, so that an allocation is not exceeded by a fraction, and is never below 0. For an unknown customer or SKU it is 0.',
    '`periodStart` after `periodEnd` is refused.',
  ],
  '/purchase-orders/list': ['Newest first; documents of the same day are in the order of their identifiers.'],
  '/sales-orders/list': ['Newest first; documents of the same day are in the order of their identifiers.'],
  '/customer-invoices/list': [
    'Newest first. An invoice without a due date is due on its issue date. Credit notes have negative amounts.',
  ],
  '/customer-statement/get': [
    '`periodEnd` defaults to `asOf`, and `asOf` to today in the time zone of the ERP. `periodStart` defaults to the first day of the month of `periodEnd`, twelve months earlier. The answer contains the dates that were used.',
    'Positive amounts are owed by the customer. Each balance is the previous balance + debit - credit; the unused side is 0. The closing balance of a period is the opening balance of the next one.',
    'A `periodStart` after `periodEnd` and an unknown customer are refused.',
  ],
  '/sale-draft': [
    'The purchase order number is the idempotency key of the draft. A repeated request gets the same `saleId`, `saleNumber` and `receivedAt`, also if its lines differ, and never creates a second order. Concurrent requests with the same number wait for the first one.',
    'A refused request changes nothing. After a correction it can be sent again with the same number.',
    'The request has no customer. Drafts are booked for the customer that the installation configures.',
    'Without `unitPrice` the price of the ERP applies. An unknown SKU is refused and named.',
    'The connection test of the platform sends a draft with a demo SKU. If the setting `demoSku` names that SKU, a draft with it alone is checked and answered with `connection-test` as its reference, and nothing is written: saving a connection must not create an order.',
  ],
  '/debtors/list': ['Request page 1, 2, 3 and so on while `hasMore` is true.'],
  '/invoices/list': [
    '`modifiedSince` is inclusive, and may reach further back by the resolution of the clock of the ERP: the platform removes duplicates, but a missed record is lost.',
    'A payment or credit that changes the outstanding amount is a change of the invoice.',
    'Drafts are not listed. Voided invoices are listed with their state, because the platform would otherwise keep them as open. Credit notes are listed with negative amounts.',
    'A debtor of an invoice need not be in the list of debtors; the platform creates it from the name.',
  ],
  '/payments/list': [
    'A payment on several invoices is several rows, each with its own `erpPaymentId`, because the platform settles one invoice with one row. It is the identifier that the push returned.',
    'Reversed payments, and amounts that are not allocated to an invoice, are not listed.',
  ],
  '/invoices/push': [
    'Invoice number and debtor are the idempotency key of the invoice: a repeated request gets the same `erpInvoiceId`. A number that belongs to another kind of document, such as a credit note, is refused.',
    'Each line needs quantity and unit price; its description may be missing or empty. A given `amount` takes precedence over quantity x unit price, because of discounts. A difference is logged with both numbers; a profile can refuse it instead. A difference of up to half a minor unit of the currency is rounding and ignored. Amounts are final: no tax is added.',
    'A line without `amount` gets quantity x unit price, rounded half away from zero to the minor unit of the currency in ISO 4217: no decimals for JPY, two for EUR, three for KWD.',
    "Without `dueDate` the ERP's payment terms apply; without `status`, the ERP's default.",
  ],
  '/payments/push': [
    'A payment has no number in the contract, so invoice, amount, day and bank account are its idempotency key: a repeated request gets the same `erpPaymentId` and is logged. A second payment with equal values on the same day cannot be distinguished from a repeat.',
    'To allow a second payment, the operator removes the reference by which the ERP finds the first one, and deletes the row of its key from the table of claims in the database of the ERP (`engine_claims` unless the profile configures another name). The README of each profile has the statements.',
  ],
};
