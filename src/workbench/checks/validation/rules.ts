/** The rules that a service must follow. Each has the clause of the contract that it comes from, or the ruling where the contract is silent. */

export interface Rule {
  /** `contract 4.5`: part and point of the contract. `ruling: answers`: a section of docs/contract.md. */
  readonly clause: string;
  /** What the rule demands, for people. */
  readonly demands: string;
}

export const rules = {
  'no-answer': { clause: 'contract 4.1', demands: 'Every request gets an answer within the time-out.' },
  status: { clause: 'contract 4.5', demands: 'A valid request is answered with status 200.' },
  'content-type': { clause: 'contract 4.5', demands: 'Answers are application/json.' },
  json: { clause: 'contract 4.5', demands: 'The body is JSON.' },
  'schema-version': { clause: 'contract 9.2', demands: 'Every answer and every error echoes schemaVersion "1".' },
  'missing-field': { clause: 'contract 2', demands: 'Required fields are in every answer and every row.' },
  'unknown-field': { clause: 'ruling: answers', demands: "Answers have only the contract's fields." },
  'field-type': { clause: 'contract 2', demands: 'Fields have their types; money and quantities are JSON numbers.' },
  'field-value': { clause: 'contract 2', demands: 'Fields have a value that the contract allows.' },
  'empty-text': { clause: 'ruling: answers', demands: 'Identifiers, names, numbers and states are not empty.' },
  'padded-text': {
    clause: 'ruling: requests',
    demands: 'Identifiers, SKUs and numbers have no blanks around them: requests are trimmed.',
  },
  date: { clause: 'contract 2', demands: 'Days are YYYY-MM-DD and exist.' },
  instant: { clause: 'ruling: answers', demands: 'Points in time are ISO 8601, in UTC with Z.' },
  email: { clause: 'contract 2', demands: 'An e-mail field holds one valid address, or is left out.' },
  currency: { clause: 'contract 2', demands: 'Currencies are three capital letters.' },
  'one-line': { clause: 'contract 2', demands: 'An address is one line.' },
  'number-noise': {
    clause: 'ruling: answers',
    demands: 'Numbers are decimals, without digits of binary rounding.',
  },
  limit: { clause: 'contract 8', demands: 'An answer has no more rows than the limit.' },
  'unique-id': { clause: 'ruling: requests', demands: 'No record is twice in one answer.' },
  filter: { clause: 'contract 4', demands: 'An answer has only rows of the customer, or of the kind, in the request.' },
  'newest-first': { clause: 'ruling: answers', demands: 'Orders and invoices are sorted newest first.' },
  'best-first': {
    clause: 'contract 4.7',
    demands: 'Better matches come first: equal to the text, beginning with it, containing it.',
  },
  'search-match': {
    clause: 'ruling: requests',
    demands: 'Hits of the customer search contain every word of the text.',
  },
  found: { clause: 'contract 4', demands: 'A record is found by its own name, number or SKU.' },
  wildcard: { clause: 'ruling: requests', demands: 'Wildcard characters such as % and _ are searched for literally.' },
  'sku-match': {
    clause: 'contract 4, /catalog/products/by-sku',
    demands: 'The SKU of a hit equals the text or begins with it, and the equal one comes first.',
  },
  'stable-order': { clause: 'ruling: requests', demands: 'Equal requests give equal answers, in the same order.' },
  'price-source': { clause: 'ruling: answers', demands: 'A price has the source "none" exactly when it is null.' },
  'statement-sum': {
    clause: 'ruling: answers',
    demands: 'Balance = previous + debit - credit, from opening to closing.',
  },
  'statement-period': { clause: 'contract 2, statement', demands: 'Lines lie within the period, both ends included.' },
  'statement-echo': {
    clause: 'contract 2, statement',
    demands: 'asOf, periodStart and periodEnd are the dates that were used.',
  },
  'statement-chain': {
    clause: 'ruling: answers',
    demands: 'The closing balance of one period is the opening balance of the next.',
  },
  'has-more': {
    clause: 'contract 4, receivables',
    demands: 'hasMore is true exactly while a further page has rows.',
  },
  paging: { clause: 'contract 8', demands: 'Pages of any size give the same rows, none lost and none twice.' },
  'full-set': {
    clause: 'contract 4, /invoices/list',
    demands: 'modifiedSince gives the changes since then, or the full set.',
  },
  'modified-since': {
    clause: 'contract 4, /invoices/list',
    demands:
      'All invoices that were created or changed at or after modifiedSince are in the answer, and none that changed before.',
  },
  repeat: { clause: 'contract 4', demands: 'A repeated write returns the same document and creates no second one.' },
  'new-key': { clause: 'ruling: writes', demands: 'Another number is another document.' },
  listed: {
    clause: 'ruling: answers',
    demands: 'A document that was pushed is listed under the id of the push, with its content.',
  },
  'connection-test': {
    clause: 'contract 1',
    demands: 'The sample draft is accepted, or refused with a clear validation error.',
  },
  unauthorized: {
    clause: 'contract 5.3',
    demands: 'A missing, malformed or unknown key is refused with 401 UNAUTHORIZED.',
  },
  'key-rotation': { clause: 'contract 5.4', demands: 'After a rotation the old key is refused at once.' },
  'other-app': {
    clause: 'ruling: order of the checks',
    demands: 'The key of the other app is refused with 403 FORBIDDEN.',
  },
  'invalid-json': { clause: 'contract 7', demands: 'A body that is not JSON is refused with 400 INVALID_JSON.' },
  'invalid-field': { clause: 'contract 7', demands: 'A field that breaks its rule is refused with 422 and named.' },
  'unknown-path': {
    clause: 'ruling: order of the checks',
    demands: 'An unknown path is 404, another method 405, both BAD_REQUEST.',
  },
  'ignored-field': { clause: 'contract 9.3', demands: 'Unknown fields of a request are ignored.' },
  'unknown-id': {
    clause: 'ruling: answers',
    demands: 'An unknown id gives an empty list, a null price, 0 units, or 422.',
  },
  'usage-sum': {
    clause: 'contract 2, usage result',
    demands: 'A period in two parts has the units of the whole, and one without an end has no upper bound.',
  },
  'period-days': {
    clause: 'contract 2, statement',
    demands: 'The first and the last day of a period belong to it.',
  },
  time: {
    clause: 'ruling: requests',
    demands: "Today is the day in the ERP's time zone. When it moves, only prices and default periods change.",
  },
  'price-days': { clause: 'ruling: answers', demands: 'A price counts from its first day to its last day.' },
  'erp-days': { clause: 'ruling: answers', demands: "Dates are the ERP's, and never shift by a time zone." },
  'erp-amounts': { clause: 'ruling: answers', demands: "Amounts are the ERP's, in units of the currency." },
  'erp-values': {
    clause: 'ruling: answers',
    demands: "A field has the value of the ERP's column, and is null or left out exactly where the ERP has none.",
  },
  'line-prices': {
    clause: 'ruling: answers',
    demands: "Prices are those that the customer pays, in the customer's currency, with all discounts.",
  },
  stored: { clause: 'contract 4', demands: 'Each member of a document that is written is stored in the ERP.' },
  'statement-side': {
    clause: 'ruling: answers',
    demands: 'An invoice is a debit of the statement, a credit note a credit.',
  },
  agreement: {
    clause: 'ruling: answers',
    demands: 'Endpoints agree: the same documents and amounts in every list, and sums that add up.',
  },
  'unrelated-rows': {
    clause: 'contract 4',
    demands: 'An answer depends on no rows of the ERP but those that it is about.',
  },
  'own-records': {
    clause: 'contract 4',
    demands: 'An answer about one customer has only what belongs to this customer.',
  },
  'dropped-row': {
    clause: 'ruling: answers',
    demands: 'Every row of the ERP follows the contract; one that does not is left out of a search, and is lost.',
  },
  description: {
    clause: 'no clause',
    demands:
      "Requests to the ERP and its answers are as the vendor's description has them (describedBy). The message says which of the two is wrong.",
  },
  'no-effect': {
    clause: 'ruling: writes',
    demands: 'A refused write, and the sample of the connection test, leave nothing in the ERP.',
  },
  'request-type': {
    clause: 'ruling: order of the checks',
    demands: 'A body of another content type is refused with 415 BAD_REQUEST.',
  },
  'body-size': {
    clause: 'ruling: order of the checks',
    demands: 'A body over the limit of the service is refused with 413 BAD_REQUEST.',
  },
  unavailable: {
    clause: 'ruling: failures behind the service',
    demands: 'An endpoint that the profile does not provide answers 501, or an empty list.',
  },
  'check-completed': {
    clause: 'no clause',
    demands: 'A check runs to its end. A fault of the fixture or of the ERP double aborts it.',
  },
  'error-body': { clause: 'contract 7.1', demands: "Every 4xx and 5xx has the contract's error body." },
  'error-code': { clause: 'contract 7', demands: 'The code of an error belongs to its status.' },
  'error-text': {
    clause: 'contract 7.2',
    demands: 'The message of an error is for users: it has no internal details and no key.',
  },
  'retry-after': { clause: 'contract 8', demands: '429 and 503 say in Retry-After when to try again.' },
  'www-authenticate': { clause: 'ruling: order of the checks', demands: '401 carries WWW-Authenticate: Bearer.' },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof rules;

/** A rule that a service breaks. */
export interface RuleViolation {
  readonly rule: RuleName;
  /** Where in the answer: `invoices[3].amountTotal`, the name of a header, or empty for all of it. */
  readonly path: string;
  readonly message: string;
  readonly clause: string;
}

/** A broken rule, with its clause. */
export function ruleViolation(rule: RuleName, path: string, message: string): RuleViolation {
  return { rule, path, message, clause: rules[rule].clause };
}
