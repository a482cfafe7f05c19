/** The limits of a run, and data that it cannot or must not find out from the service. */
import type { Deviation } from '../../../../engine/tools/index.ts';
import type { Path } from '../../../contract/types.ts';

export interface CheckSettings {
  /** Documents may be created in the ERP. */
  readonly writes: boolean;
  /** Documents that are created do not stay: an invoice that was pushed cannot be paid. */
  readonly rehearses?: true;
  /** `erpId` of the customer to ask about; undefined: customers that the search finds. */
  readonly customer: string | undefined;
  /** The SKU to ask about and to order; undefined: those of products that the search finds. */
  readonly sku: string | undefined;
  /** `erpDebtorId` of the debtor to push invoices for; undefined: debtors that the service lists. */
  readonly debtor: string | undefined;
  /** Currency of drafts, and of invoices for debtors without one; undefined: those of the ERP's invoices, then EUR, USD and GBP. */
  readonly currency: string | undefined;
  /** The SKU of the connection test's sample draft. */
  readonly demoSku: string;
  /** Codes of bank accounts that payments may name, in the order in which they are tried. */
  readonly banks: readonly string[];
  /** Rules across endpoints that the ERP does not follow, by their names. */
  readonly deviations: ReadonlyMap<string, Deviation>;
  /** Pages of a list that are read at most. */
  readonly maxPages: number;
  /** Rows of a page that checks ask for at most, by path, where the service may allow fewer than the contract. */
  readonly largestPage: (path: Path) => number;
  /** Records that a check looks at at most. */
  readonly mostSamples: number;
  /** Equal requests that are sent at the same time. */
  readonly concurrency: number;
}
