/** How the search divides and weighs texts: the same when the index is built and when it is used. */
export const searchOptions = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading', 'begin'],
  // Names such as /invoices/list and db_password are found as a whole and by their words.
  tokenize: (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*/gu) ?? [],
  searchOptions: {
    prefix: true,
    fuzzy: 0.15,
    boost: { heading: 4, page: 2 },
    combineWith: 'AND' as const,
    // Lists of everything contain every word: pages that explain come first.
    boostDocument: (id: unknown): number =>
      /^docs\/(?:diagnostics|reference|commands|events|settings|compact)\./.test(String(id)) ? 0.4 : 1,
  },
};
