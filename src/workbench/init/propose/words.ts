/** Meanings of values in columns with few different values: document states, kinds of addresses. */

import type { Dialect } from '../../../../engine/host/index.ts';

const states = {
  draft: 'draft entwurf brouillon borrador concept bozza',
  open: 'open offen new neu ouvert nouveau abierto nuevo nieuw aperto nuovo processing',
  accepted: 'accepted angenommen accepte aceptado geaccepteerd',
  authorised:
    'authorised authorized posted gebucht released freigegeben approved bestaetigt confirmed comptabilise valide validee registrado geboekt',
  paid: 'paid bezahlt paye payee pagado betaald ausgeglichen pagato pagata',
  'partly paid': 'partial teilbezahlt teilweise',
  delivered: 'delivered geliefert livre livree entregado geleverd shipped versandt consegnato spedito versendet',
  closed: 'closed erledigt abgeschlossen completed done termine terminee cerrado gesloten chiuso evaso',
  rejected: 'rejected abgelehnt refuse refusee rechazado afgewezen rifiutato',
  cancelled: 'cancelled canceled storniert storno annule annulee anulado geannuleerd annullato cancel',
  voided: 'void voided',
} as const;

export type State = keyof typeof states;

const isState = (text: string): text is State => Object.hasOwn(states, text);

const withoutAccents = (value: string): string =>
  value.toLowerCase().replaceAll('ä', 'ae').replaceAll('ü', 'ue').normalize('NFD').replaceAll(/\p{M}/gu, '').trim();

/** The state that a word means; undefined if unknown. */
export function stateOf(value: string): State | undefined {
  return Object.keys(states)
    .filter(isState)
    .find((state) => states[state].split(' ').includes(withoutAccents(value)));
}

const kinds = {
  billing: 'inv invoice bill billing rechnung rech re rg facturation factura factuur haupt main',
  shipping: 'del delivery ship shipping liefer lieferung li livraison envio entrega levering bezorg',
} as const;

/** Whether an address of this kind is for billing or delivery; undefined if unknown. */
export function addressKindOf(value: string): keyof typeof kinds | undefined {
  const word = withoutAccents(value);
  if (kinds.billing.split(' ').includes(word)) return 'billing';
  return kinds.shipping.split(' ').includes(word) ? 'shipping' : undefined;
}

const sides = {
  sales:
    'out outinvoice outrefund outreceipt sale sales salesorder customer debtor kunde verkauf vente venta verkoop vendita ar receivable',
  purchases:
    'in ininvoice inrefund inreceipt purchase purchases supplier vendor lieferant einkauf achat compra inkoop acquisto ap payable entry',
} as const;

/** Whether a kind of documents belongs to sales or to purchases and entries without a document; undefined if unknown. */
export function sideOf(value: string): keyof typeof sides | undefined {
  const word = withoutAccents(value).replaceAll(/[^a-z]/g, '');
  if (sides.sales.split(' ').includes(word)) return 'sales';
  return sides.purchases.split(' ').includes(word) ? 'purchases' : undefined;
}

/** A value as an SQL literal; numbers without quotes. */
export const valueLiteral = (dialect: Dialect, value: string, isNumber: boolean): string =>
  isNumber ? value : dialect.textLiteral(value);
