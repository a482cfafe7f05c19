/** How OData names things of AL. */

/** `Invoice Entity Aggregate Status` as `invoiceEntityAggregateStatus`: names of types and actions of API pages. */
export function camelCase(name: string): string {
  const words = name.split(/[^\p{L}\d]+/u).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

const codeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** A name as an identifier of OData. Other characters are written as their codes: `In_x0020_Review`, `Non_x002D_Inventory`. */
export const encoded = (name: string): string => name.replaceAll(/[^\p{L}\d_]|^\d/gu, codeOf);

/** `Salespers./Purch. Code` as `Salespers_Purch_Code`: the rule of `ExternalizeName` in codeunit 6710, which does what the compiler does. */
export const externalName = (name: string): string =>
  name
    .replaceAll('%', 'Percent')
    .replaceAll(/_*[ \\/'".():-]+/g, '_')
    .replace(/_+$/, '');
