/** Orders that are entered on Dolibarr's own page, and the lines that it writes for them. */
import { askForm } from './form-prices.ts';
import type { Dolibarr } from './installation.ts';
import type { Pages } from './pages.ts';

interface Wanted {
  readonly product: string;
  readonly quantity: number;
}

/** Columns of a line that a user sees on the order. */
const lineColumns = [
  ...['tva_tx', 'vat_src_code', 'qty', 'remise_percent', 'subprice', 'total_ht', 'total_tva', 'total_ttc'],
  ...['multicurrency_code', 'multicurrency_subprice', 'multicurrency_total_ht', 'multicurrency_total_ttc', 'info_bits'],
];
const orderColumns = ['total_ht', 'total_tva', 'total_ttc', 'multicurrency_total_ttc', 'multicurrency_code'];

type Columns = Readonly<Record<string, string | null>>;

export interface Written {
  readonly order: Columns;
  readonly lines: readonly Columns[];
}

/** An order with its lines, as they are in the tables. */
export async function writtenOrder(erp: Dolibarr, id: string): Promise<Written> {
  const [order] = await erp.sql(`SELECT ${orderColumns.join(', ')} FROM llx_commande WHERE rowid = ${Number(id)}`);
  const lines = await erp.sql(
    `SELECT ${lineColumns.join(', ')} FROM llx_commandedet WHERE fk_commande = ${Number(id)} ORDER BY rang, rowid`,
  );
  return { order: order ?? {}, lines };
}

interface OrderForm {
  readonly customer: string;
  readonly currency: string;
  /** Percent, as the form fills it in. */
  readonly discount: string;
  readonly lines: readonly Wanted[];
}

/** Enters an order: the form of the order, then the form of each line with what the page fills in. Returns its id. */
export async function enterOrder(erp: Dolibarr, pages: Pages, form: OrderForm): Promise<string> {
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-');
  const { url } = await pages.post('/commande/card.php', {
    ...{ action: 'add', socid: form.customer, reday: day ?? '', remonth: month ?? '', reyear: year ?? '' },
    ...{ cond_reglement_id: '1', multicurrency_code: form.currency, create_mode: '', cancel: '' },
  });
  const id = new URL(url).searchParams.get('id');
  if (id === null) throw new Error(`Dolibarr did not take the order of customer ${form.customer}: ${url}`);
  for (const { product, quantity } of form.lines) {
    const { field, price, vat } = await askForm(pages, form.customer, product);
    await pages.post(`/commande/card.php?id=${id}`, {
      ...{ action: 'addline', id, prod_entry_mode: 'predef', idprod: product, qty: String(quantity), type: '' },
      ...{
        [field]: price,
        tva_tx: vat,
        remise_percent: form.discount === '0' ? '' : form.discount,
        usenewaddlineform: '1',
      },
    });
  }
  const [{ written } = { written: null }] = await erp.sql(
    `SELECT COUNT(*) AS written FROM llx_commandedet WHERE fk_commande = ${Number(id)}`,
  );
  if (Number(written) !== form.lines.length)
    throw new Error(`Dolibarr took ${written} of ${form.lines.length} lines of order ${id}.`);
  return id;
}
