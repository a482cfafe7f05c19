/** How pages differ from what a repository browser shows: diagrams are drawn at the build, and files of the source are named instead of linked. */
import { renderMermaidSVG } from 'beautiful-mermaid';

/** The anchor of a heading, as the links of the pages expect it. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

/** The first page, before and after it gets its address. */
const isHome = ({ relativePath }) => relativePath === 'site/index.md' || relativePath === 'index.md';

/** HTML in the pages. Everything else in angle brackets, such as `<name>` in a heading, is text. */
const isHtml = /^\s*<\/?(?:details|summary|br|img|div)\b/;

/** A link to a file of the repository that is no page. */
const isSource = (href) => !/^(?:[a-z]+:|#)/.test(href) && !/\.(?:md|png)(?:#|$)/.test(href);

function nameSources(state) {
  const inlines = state.tokens.filter(({ type }) => type === 'inline');
  for (const { children } of inlines) {
    let isOpen = false;
    for (const token of children) {
      const href = token.type === 'link_open' ? token.attrGet('href') : undefined;
      if (href !== undefined && isSource(href)) {
        isOpen = true;
        token.attrs = [
          ['class', 'source'],
          ['title', `In the repository: ${href.replace(/^(?:\.\.\/)+/, '').replace(/#L/, ', line ')}`],
        ];
      }
      if (!isOpen) continue;
      if (token.type === 'link_open' || token.type === 'link_close') {
        isOpen = token.type === 'link_open';
        token.type = token.type.replace('link', 'source');
        token.tag = 'span';
      }
    }
  }
}

/** A drawing in black, which the style inverts in the dark. */
function diagram(text) {
  const svg = renderMermaidSVG(text, { bg: '#ffffff', fg: '#27272a', transparent: true });
  return `<img class="diagram" alt="Diagram" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">\n`;
}

export const markdown = {
  anchor: { slugify },
  // Braces behind a text are text.
  attrs: { disable: true },
  config(md) {
    const { escapeHtml } = md.utils;
    for (const type of ['html_inline', 'html_block'])
      md.renderer.rules[type] = (tokens, index, _options, env) => {
        const { content } = tokens[index];
        if (isHome(env) || isHtml.test(content)) return content;
        return content.trimStart().startsWith('<!--') ? '' : escapeHtml(content);
      };
    const { fence } = md.renderer.rules;
    md.renderer.rules.fence = (tokens, index, ...rest) =>
      tokens[index].info === 'mermaid' ? diagram(tokens[index].content) : fence(tokens, index, ...rest);
    md.core.ruler.push('name-sources', nameSources);
    // Braces of the profile language are not those of a template of Vue.
    md.core.ruler.push('without-templates', ({ env, tokens, Token }) => {
      if (isHome(env)) return;
      const html = (content) => Object.assign(new Token('html_block', '', 0), { content });
      tokens.unshift(html('<div v-pre>\n'));
      tokens.push(html('</div>\n'));
    });
  },
};
