/** Documents as HTML. */
import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it';
import { anchorOf } from '../pages/markdown.ts';
import { diagramSvg } from './diagram.ts';
import { escapeHtml, highlight } from './highlight.ts';
import { type LinkInput, linkOf } from './links.ts';

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly title: string;
  /** The text of its section, without its subsections: for the search. */
  readonly text: string;
}

export interface RenderedPage {
  /** The text of the first heading. */
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

const plainText = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

/** Comments are for the tests of the documents. */
const withoutComments = (text: string): string => text.replaceAll(/^[ \t]*<!--[\s\S]*?-->[ \t]*\n/gm, '');

/** A block of code. `sh` blocks that a PowerShell block follows become two tabs: see `withTabs`. */
function fence({ info, content }: Token): string {
  const [language = ''] = info.trim().split(/\s+/);
  if (language === 'mermaid')
    return `<figure>${diagramSvg(content, 'A diagram of the parts and what flows between them')}</figure>\n`;
  const code = `<pre tabindex="0"><code>${highlight(content, language)}</code></pre>`;
  const label = language === '' || language === 'text' ? '' : ` data-language="${escapeHtml(language)}"`;
  return `<div class="code"${label}>${code}</div>\n`;
}

/** PowerShell in a `<details>` after a block for POSIX shells (and its output) belongs to that block. */
const withTabs = (html: string): string =>
  html.replaceAll(
    /<div class="code" data-language="sh">((?:(?!<div class="code")[\s\S])*?)<\/div>\n((?:<div class="code">(?:(?!<div class="code")[\s\S])*?<\/div>\n)?)<details>\s*<summary>PowerShell<\/summary>\s*<div class="code" data-language="powershell">([\s\S]*?)<\/div>\s*<\/details>/g,
    '<div class="tabs"><div class="code" data-language="sh" data-shell="posix">$1</div><div class="code" data-language="powershell" data-shell="powershell">$3</div></div>\n$2',
  );

function renderer(input: LinkInput, document: string): MarkdownIt {
  const markdown = createMarkdown({ html: true, linkify: false, typographer: false });
  const { rules } = markdown.renderer;
  rules.fence = (tokens, index) => {
    const token = tokens[index];
    return token === undefined ? '' : fence(token);
  };
  rules.table_open = () => '<div class="table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  rules.link_open = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const { href, title } = linkOf(input, document, String(token?.attrGet('href') ?? ''));
    const label = tokens[index + 1];
    // A file name says less than the title of the page.
    if (label?.type === 'text' && label.content.endsWith('.md') && title !== undefined) label.content = title;
    if (href === undefined)
      token?.attrs?.splice(0, token.attrs.length, ['class', 'file'], ['title', 'A file of the project']);
    else token?.attrSet('href', href);
    return self.renderToken(tokens, index, options);
  };
  rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const { href } = linkOf(input, document, String(token?.attrGet('src') ?? ''));
    token?.attrSet('src', href ?? '');
    token?.attrSet('alt', self.renderInlineAsText(token.children ?? [], options, env));
    token?.attrSet('loading', 'lazy');
    return self.renderToken(tokens, index, options);
  };
  return markdown;
}

/** Gives headings their ids, and collects them with their texts. Two equal headings get different ids, as on code hosts. */
function headingsOf(tokens: readonly Token[]): readonly Heading[] {
  const headings: { level: number; id: string; title: string; text: string }[] = [];
  const ids = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[index + 1]);
      const base = anchorOf(title);
      const count = ids.get(base) ?? 0;
      ids.set(base, count + 1);
      const id = count === 0 ? base : `${base}-${count}`;
      token.attrSet('id', id);
      headings.push({ level: Number(token.tag.slice(1)), id, title, text: '' });
      continue;
    }
    const last = headings.at(-1);
    const isTitle = tokens[index - 1]?.type === 'heading_open';
    if (last === undefined || isTitle) continue;
    if (token.type === 'inline') last.text += `${plainText(token)} `;
    else if (token.type === 'fence') last.text += `${token.content} `;
  }
  return headings;
}

/** Gives the terms of the glossary their ids: paragraphs that begin with a bold term. They are found like headings. */
function termsOf(tokens: readonly Token[]): readonly Heading[] {
  return tokens.flatMap((token, index) => {
    const inline = tokens[index + 1];
    const parts = (inline?.children ?? []).filter(({ type, content }) => type !== 'text' || content !== '');
    if (token.type !== 'paragraph_open' || parts[0]?.type !== 'strong_open') return [];
    const end = parts.findIndex(({ type }) => type === 'strong_close');
    const title = parts
      .slice(1, end)
      .map(({ content }) => content)
      .join('')
      .replace(/\.$/, '');
    const id = anchorOf(title);
    token.attrSet('id', id);
    return [{ level: 6, id, title, text: plainText(inline) }];
  });
}

/** Throws if a link leads to something that does not exist. */
export function renderPage(input: LinkInput, document: string, text: string): RenderedPage {
  const markdown = renderer(input, document);
  const tokens = markdown.parse(withoutComments(text), {});
  const headings = [...headingsOf(tokens), ...(document === 'docs/glossary.md' ? termsOf(tokens) : [])];
  // The corner of a table is no heading.
  const html = withTabs(markdown.renderer.render(tokens, markdown.options, {})).replaceAll('<th></th>', '<td></td>');
  return { title: headings[0]?.title ?? document, html, headings };
}
