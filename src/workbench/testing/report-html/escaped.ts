/** Text in HTML. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that HTML does not allow, and those that turn the writing direction of what follows them. */
const replaced = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Text for an element or a quoted attribute. */
export function escaped(text: string): string {
  return text.replaceAll(replaced, '\ufffd').replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
