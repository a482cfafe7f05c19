/** The table of codes as text for the terminal and as Markdown. */
import { type Code, codes } from './codes.ts';

function block(label: string, text: string): string {
  return `${label}:\n${text.replaceAll(/^/gm, '    ')}`;
}

/** Title, explanation, wrong and right example of a code; ends with a line break. */
export function explain(code: Code): string {
  const { title, explanation, wrong, right } = codes[code];
  return `${code}: ${title}\n\n${explanation}\n\n${block('Wrong', wrong)}\n${block('Right', right)}\n`;
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
  const pages = Object.entries(codes).map(([code, { title, explanation, wrong, right }]) => {
    const example = (text: string): string => `\`\`\`\n${text}\n\`\`\``;
    return `## ${code}: ${title}\n\n${explanation}\n\nWrong:\n\n${example(wrong)}\n\nRight:\n\n${example(right)}\n`;
  });
  return `# Diagnostic codes\n\n${pages.join('\n')}`;
}
