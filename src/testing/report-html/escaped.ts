/** Text in HTML. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute. Control characters, which HTML does not allow, are replaced. */
export function escaped(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '\ufffd').replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
