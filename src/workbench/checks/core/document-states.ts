/** What the states of listed documents say. */

/** Whether a document was taken back: its open amount is no longer the total less payments. */
export const isTakenBack = ({ status }: { readonly status: string }): boolean =>
  /void|cancel|revers|delet|annul|storn/i.test(status);

/** Whether a sales order has nothing left to deliver or to invoice. A quotation is no order yet. */
export const isEnded = ({ status }: { readonly status: string }): boolean =>
  /^(closed|completed?|done|finished|invoiced|billed)$|cancel|void|storn|annul|reject|quot/i.test(status);
