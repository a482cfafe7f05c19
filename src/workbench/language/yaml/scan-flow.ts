/** Reads maps and lists in brackets, also where brackets or quotes are not closed yet. */
import type { Path } from '../../../../engine/index.ts';
import type { Span } from '../text/positions.ts';
import type { Entry, ValueStyle } from './entry.ts';
import { closingQuote } from './quotes.ts';

interface FlowScan {
  readonly entries: readonly Entry[];
  /** The offset behind the closing bracket, or the end of the text that was read. */
  readonly end: number;
}

/** Reads the map or list whose bracket is at `from`; `end`: no character at or behind it belongs to it. */
export function scanFlow(text: string, from: number, end: number, path: Path, indent: number): FlowScan {
  const entries: Entry[] = [];
  let at = from;

  const skipBlanks = (): void => {
    while (at < end) {
      if (/\s/.test(text[at] ?? '')) at += 1;
      else if (text[at] === '#' && /\s/.test(text[at - 1] ?? '')) {
        while (at < end && text[at] !== '\n') at += 1;
      } else return;
    }
  };

  /** Skips the anchor in front of a map, a list or a quoted text: `&name {`. */
  const skipAnchor = (): void => {
    const [anchor = ''] = /^&[^\s,[\]{}]+\s+(?=[{["'])/.exec(text.slice(at, Math.min(end, at + 100))) ?? [];
    at += anchor.length;
  };

  /** A quoted or plain text; a plain one ends at a comma, a bracket, or a colon before a blank. */
  const readText = (isKey: boolean): { readonly span: Span; readonly style: ValueStyle } => {
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const start = at + 1;
      const close = closingQuote(text, start, end, quote);
      at = close === undefined ? end : close + 1;
      return { span: { start, end: close ?? end }, style: quote === '"' ? 'double' : 'single' };
    }
    const start = at;
    while (at < end) {
      const sign = text[at] ?? '';
      if (',]}'.includes(sign) || (isKey && '{['.includes(sign))) break;
      if (isKey && sign === ':' && /[\s,{}[\]]|^$/.test(text[at + 1] ?? '')) break;
      if (isKey && sign === '\n') break;
      at += 1;
    }
    return { span: { start, end: start + text.slice(start, at).trimEnd().length }, style: 'plain' };
  };

  /** Reads the value of a key or an item. `blank`: the offset behind its colon, comma or bracket. */
  const readValue = (entryPath: Path, key: Span | undefined, blank: number): void => {
    skipBlanks();
    skipAnchor();
    const sign = text[at] ?? '';
    const add = (value: Span, style: ValueStyle): void => {
      entries.push({ path: entryPath, key, value, style, indent, flow: true, bare: false });
    };
    if (at >= end || ',]}'.includes(sign)) add({ start: Math.min(blank, at), end: at }, 'none');
    else if (sign === '{' || sign === '[') {
      const start = at;
      const index = entries.length;
      readCollection(entryPath);
      entries.splice(index, 0, {
        path: entryPath,
        key,
        value: { start, end: at },
        style: sign === '{' ? 'map' : 'list',
        indent,
        flow: true,
        bare: false,
      });
    } else {
      const { span, style } = readText(false);
      add(span, style);
    }
  };

  const readPair = (pairPath: Path): void => {
    const { span } = readText(true);
    const name = text.slice(span.start, span.end);
    skipBlanks();
    if (text[at] === ':') {
      at += 1;
      readValue([...pairPath, name], span, text[at] === ' ' ? at + 1 : at);
      return;
    }
    const value = { start: span.end, end: span.end };
    entries.push({ path: [...pairPath, name], key: span, value, style: 'none', indent, flow: true, bare: true });
  };

  /** Reads from the opening bracket to the closing one. */
  function readCollection(collectionPath: Path): void {
    const isMap = text[at] === '{';
    at += 1;
    let position = 0;
    while (at < end) {
      const blank = at;
      skipBlanks();
      const sign = text[at] ?? '';
      if (at >= end) return;
      if (sign === '}' || sign === ']') {
        at += 1;
        return;
      }
      if (sign === ',') {
        at += 1;
        continue;
      }
      if (isMap) readPair(collectionPath);
      else {
        readValue([...collectionPath, position], undefined, blank);
        position += 1;
      }
      skipBlanks();
      // What can follow is a comma or a bracket; anything else is skipped.
      if (at < end && !',]}'.includes(text[at] ?? '')) at += 1;
    }
  }

  readCollection(path);
  return { entries, end: at };
}
