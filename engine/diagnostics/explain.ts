/** The table of codes, for reading. */
import { type Code, codes } from './codes.ts';

function block(label: string, text: string): string {
  return `${label}:\n${text.replaceAll(/^/gm, '    ')}`;
}

/** What a code means, with a wrong and a right example; several lines, ends with a line break. */
export function explain(code: Code): string {
  const { title, explanation, wrong, right } = codes[code];
  return `${code}: ${title}\n\n${explanation}\n\n${block('Wrong', wrong)}\n${block('Right', right)}\n`;
}

/** One line for each code, in groups by phase; ends with a line break. */
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

/** All codes as a page of Markdown. */
export function codesPage(): string {
  const pages = Object.entries(codes).map(([code, { title, explanation, wrong, right }]) => {
    const example = (text: string): string => `\`\`\`\n${text}\n\`\`\``;
    return `## ${code}: ${title}\n\n${explanation}\n\nWrong:\n\n${example(wrong)}\n\nRight:\n\n${example(right)}\n`;
  });
  return `# What the engine says of a profile or a configuration\n\n${pages.join('\n')}`;
}
