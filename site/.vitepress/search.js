/** How the search splits and weighs words. VitePress sends these functions to the page as text, so that they use nothing outside of themselves. */
export const search = {
  options: {
    /** Words of questions find nothing. Some words have another spelling in the pages. A plural is found by its singular. */
    processTerm: (term) => {
      const word = term.toLowerCase();
      const ignored =
        'a an and are as at be can do does for from how i in is it my of on or the to what when where which with you';
      if (ignored.split(' ').includes(word)) return null;
      if (/^timezones?$/.test(word)) return ['time', 'zone'];
      if (word === 'sqlserver') return ['sql', 'server'];
      if (/^(?:paging|pagination)$/.test(word)) return 'page';
      return word.replace(/ies$/, 'y').replace(/([^su])s$/, '$1');
    },
  },
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, text: 2, titles: 1 },
    /** Guides explain; lists and summaries repeat them. */
    boostDocument: (id) => {
      if (/\/(?:howto|tutorial)\/|\/(?:faq|language)\b/.test(id)) return 2;
      if (/\/(?:compact|comparison|dependencies)\b|CHANGELOG|CONTRIBUTING/.test(id)) return 0.3;
      return /\/(?:diagnostics|reference)\b/.test(id) ? 0.5 : 1;
    },
  },
};
