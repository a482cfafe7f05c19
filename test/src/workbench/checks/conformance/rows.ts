import type { DecimalText } from './exact.ts';

/** The answers of the contract, with their numbers as the text they were written in. */
export interface CustomerHit {
  readonly erpId: string;
  readonly erpName: string;
  readonly city?: string;
}
export interface AddressHit {
  readonly erpLocationId: string;
  readonly erpLabel: string;
  readonly address: string;
  readonly addressKind: 'shipping' | 'billing';
}
export interface ProductHit {
  readonly erpSku: string;
  readonly erpDesc: string;
  readonly erpProductId: string;
}
export interface Price {
  readonly systemUnitPrice: DecimalText | null;
  readonly source: string;
}
export interface Credit {
  readonly creditLimit: DecimalText | null;
  readonly creditUsed: DecimalText | null;
  readonly currency: string;
}
export interface PurchaseOrder {
  readonly erpPoId: string;
  readonly customerErpId: string;
  readonly orderDate: string;
}
export interface SalesOrder {
  readonly erpSoId: string;
  readonly soNumber: string;
  readonly customerErpId: string;
  readonly orderDate: string;
}
export interface CustomerInvoice {
  readonly erpInvoiceId: string;
  readonly customerErpId: string;
  readonly issueDate: string;
}
export interface StatementLine {
  readonly date: string;
  readonly reference: string;
  readonly description: string;
  readonly debit: DecimalText;
  readonly credit: DecimalText;
  readonly balance: DecimalText;
}
export interface Statement {
  readonly currency: string;
  readonly asOf: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly openingBalance: DecimalText;
  readonly closingBalance: DecimalText;
  readonly lines: readonly StatementLine[];
}
export interface Draft {
  readonly saleId: string;
  readonly saleNumber?: string;
  readonly status: 'draft';
  readonly receivedAt: string;
}
export interface Debtor {
  readonly erpDebtorId: string;
  readonly name: string;
  readonly email?: string;
}
export interface InvoiceLine {
  readonly description: string;
  readonly quantity: DecimalText;
  readonly unitPrice: DecimalText;
  readonly amount: DecimalText;
}
export interface Invoice {
  readonly erpInvoiceId: string;
  readonly invoiceNumber: string;
  readonly erpDebtorId: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly currency: string;
  readonly amountTotal: DecimalText;
  readonly amountOutstanding: DecimalText;
  readonly status: string;
  readonly lines: readonly InvoiceLine[];
}
export interface Payment {
  readonly erpPaymentId: string;
  readonly erpInvoiceId: string;
  readonly amount: DecimalText;
  readonly paymentDate: string;
}
export interface Hits<T> {
  readonly hits: readonly T[];
}
export interface Orders<T> {
  readonly orders: readonly T[];
}
