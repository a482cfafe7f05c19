/** The table of codes as text for the terminal and as Markdown. */
import type { CodeEntry } from './codes/code-entry.ts';
import { type Code, codes } from './codes.ts';

function block(label: string, text: string): string {
  return `${label}:\n${text.replaceAll(/^/gm, '    ')}`;
}

const atStarts: Readonly<Record<NonNullable<CodeEntry['atStart']>, string>> = {
  warning: 'It is an error of `engine check`, and a warning at the start of a service.',
  nothing: 'It is a warning of `engine check`; the start of a service does not report it.',
};

function explanationOf({ explanation, atStart, oneCause }: CodeEntry): string {
  const grouped = oneCause && 'The same mistake at several places is one finding that lists them.';
  return [explanation, atStart && atStarts[atStart], grouped].filter((text) => text !== undefined).join(' ');
}

/** Title, explanation, wrong and right example of a code; ends with a line break. */
export function explain(code: Code): string {
  const { title, wrong, right } = codes[code];
  return `${code}: ${title}\n\n${explanationOf(codes[code])}\n\n${block('Wrong', wrong)}\n${block('Right', right)}\n`;
}

/** One line per code, grouped by prefix; ends with a line break. */
export function codeIndex(): string {
  let group = '';
  const lines: string[] = [];
  for (const [code, { title }] of Object.entries(codes)) {
    const prefix = code.replace(/\d+$/, '');
    if (group !== '' && prefix !== group) lines.push('');
    group = prefix;
    lines.push(`${code.padEnd(8)} ${title}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The Markdown page of all codes (docs/diagnostics.md). */
export function codesPage(): string {
  const pages = Object.entries(codes).map(([code, entry]) => {
    const { title, wrong, right } = entry;
    const example = (text: string): string => `\`\`\`\n${text}\n\`\`\``;
    return `## ${code}: ${title}\n\n${explanationOf(entry)}\n\nWrong:\n\n${example(wrong)}\n\nRight:\n\n${example(right)}\n`;
  });
  return `# Diagnostic codes\n\n${pages.join('\n')}`;
}
