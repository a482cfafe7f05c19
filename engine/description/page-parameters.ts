/** Usual names of the query parameters that ask for a page, in lower case without signs. */
export const pageNumberNames: readonly string[] = ['page', 'pagenumber', 'pageno'];
export const rowOffsetNames: readonly string[] = ['offset', 'skip', 'start'];
const cursorNames: readonly string[] = ['cursor', 'pagetoken', 'after'];
const pageNames = [...pageNumberNames, ...rowOffsetNames, ...cursorNames];

/** A name in lower case, without signs. */
export const lettersAndDigits = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** Whether a parameter of this name asks for a page. */
export const asksForPage = (name: string): boolean => pageNames.includes(lettersAndDigits(name));
