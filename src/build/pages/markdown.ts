/** Markdown helpers of the generated pages. */

/** A table. Escapes bars and replaces line breaks in cells. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const cell = (text: string): string => text.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll(/\s*\n\s*/g, ' ');

/** A text as inline code, between two backticks if it contains one. */
export function codeCell(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The anchor that Markdown renderers derive from a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
