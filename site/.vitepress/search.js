/** How the search splits and weighs words. VitePress sends these functions to the page as text, so that they use nothing outside of themselves. */
export const search = {
  options: {
    /** Words of questions find nothing. "timezone" is written in two words. */
    processTerm: (term) => {
      const word = term.toLowerCase();
      const ignored =
        'a an and are as at be can do does for from how i in is it my of on or the to what when where which with you';
      if (ignored.split(' ').includes(word)) return null;
      return /^timezones?$/.test(word) ? ['time', 'zone'] : word;
    },
  },
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, text: 2, titles: 1 },
    /** Guides explain; lists and summaries repeat them. */
    boostDocument: (id) =>
      /\/(?:howto|tutorial)\/|\/(?:faq|language)\b/.test(id)
        ? 2
        : /\/compact\b|CHANGELOG|CONTRIBUTING/.test(id)
          ? 0.3
          : 1,
  },
};
