/** Names of tables with prices, and of tables that only document what was agreed, bought or sold. */
const amountName = /pric|preis|prix|precio|prijs|prezz|tarif|rabat|remise|discount/i;
const customerName = /customer|client|kund/i;
const lineName = /line|position/i;
const otherName =
  /move|order|invoice|report|stat|hist|log|archiv|supplier|vendor|purchas|seller|lieferant|fourn|proveed/i;

/** Whether the name of a table is that of documents, statistics or purchases, which decide no selling price. The lines of a price list are none. */
export const isDocumentTable = (name: string): boolean =>
  otherName.test(name) || (lineName.test(name) && !amountName.test(name));

/** Whether the name of a table is one of prices or discounts, or of what customers have, and not one of documents. */
export const isPriceTable = (name: string): boolean =>
  (amountName.test(name) || customerName.test(name)) && !isDocumentTable(name);
