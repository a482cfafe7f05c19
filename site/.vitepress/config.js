/** The documentation as a site. The pages are the Markdown files of the repository, under the same paths. */
import { defineConfig } from 'vitepress';
import { markdown } from './markdown.js';
import { search } from './search.js';
import { sidebar } from './sidebar.js';

/** The pages are outside of the folder with the packages. Vite would look beside them for what the build of their HTML imports. */
const vueOfThisFolder = {
  name: 'vue-of-this-folder',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) => (ssr && /^vue(?:\/|$)/.test(id) ? { id, external: true } : null),
};

export default defineConfig({
  title: 'ERP engine',
  description: 'One YAML profile maps the contract of the platform to an ERP.',
  lang: 'en',
  // No icon: without this a browser asks for one.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: '..',
  srcExclude: ['bundles/**', 'test/**'],
  rewrites: { 'site/index.md': 'index.md' },
  outDir: '../dist/site',
  cacheDir: '../dist/.site-cache',
  markdown,
  vite: { plugins: [vueOfThisFolder] },
  themeConfig: {
    nav: [
      { text: 'Tutorial', link: '/docs/tutorial/1-first-endpoint' },
      { text: 'How-to', link: '/docs/howto/README' },
      { text: 'Language', link: '/docs/language' },
      { text: 'Operations', link: '/docs/operations' },
      { text: 'All pages', link: '/docs/README' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local', options: { miniSearch: search } },
  },
});
