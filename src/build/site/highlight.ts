/** Colours of code, by the grammars that the editor of the studio uses. */
import { jsonLanguage } from '@codemirror/lang-json';
import { StandardSQL } from '@codemirror/lang-sql';
import { yamlLanguage } from '@codemirror/lang-yaml';
import { classHighlighter, highlightCode } from '@lezer/highlight';

const parsers = {
  json: jsonLanguage.parser,
  sql: StandardSQL.language.parser,
  yaml: yamlLanguage.parser,
} as const;

const isKnown = (language: string): language is keyof typeof parsers => Object.hasOwn(parsers, language);

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Comments of shells. Other words of commands have one colour: they are words of many programs. */
const shell = (code: string): string =>
  escapeHtml(code).replaceAll(/(^|\s)(#.*)$/gm, '$1<span class="tok-comment">$2</span>');

/** HTML of a block of code. Unknown languages have one colour. */
export function highlight(code: string, language: string): string {
  if (['sh', 'bash', 'powershell'].includes(language)) return shell(code);
  if (!isKnown(language)) return escapeHtml(code);
  let html = '';
  highlightCode(
    code,
    parsers[language].parse(code),
    classHighlighter,
    (text, classes) => {
      html += classes === '' ? escapeHtml(text) : `<span class="${classes}">${escapeHtml(text)}</span>`;
    },
    () => {
      html += '\n';
    },
  );
  return html;
}
