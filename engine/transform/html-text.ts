/** HTML as plain text, in linear time: texts of an ERP can have tags and comments that never end. */
import { withoutEnd } from '../base/without-end.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntity(whole: string, name: string): string {
  const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (code === null) return entities[name.toLowerCase()] ?? whole;
  const point = code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
}

const hidden = ['script', 'style'] as const;

/** Removes one kind of element with its content. An element without an end is kept. */
function withoutElements(html: string, name: (typeof hidden)[number]): string {
  const begin = new RegExp(`<${name}\\b[^>]*>`, 'gi');
  const end = new RegExp(`</${name}\\s*>`, 'gi');
  let text = '';
  let from = 0;
  for (let opened = begin.exec(html); opened !== null; opened = begin.exec(html)) {
    end.lastIndex = begin.lastIndex;
    if (end.exec(html) === null) break;
    text += html.slice(from, opened.index);
    from = end.lastIndex;
    begin.lastIndex = from;
  }
  return text + html.slice(from);
}

/** Lines without spaces at their ends, and without empty ones. */
function narrowLines(text: string): string {
  const [first = '', ...others] = text.split('\n');
  const more = others.map((line) => line.trimStart()).filter((line) => line !== '');
  return [first, ...more].map((line) => withoutEnd(line, ' \t')).join('\n');
}

/** HTML as plain text: line breaks for blocks and breaks, no tags, character references decoded. */
export function htmlText(html: string): string {
  // A tag that begins behind the last bracket has no end: each search for an end below finds one.
  const behind = html.lastIndexOf('>') + 1;
  const withoutTags = hidden
    .reduce<string>(withoutElements, html.slice(0, behind))
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z!][^>]*>/gi, '');
  return narrowLines((withoutTags + html.slice(behind)).replaceAll(/&(#?\w{1,10});/g, decodeEntity)).trim();
}
