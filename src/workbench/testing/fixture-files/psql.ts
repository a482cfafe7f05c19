/**
 * What a dump by pg_dump has besides SQL: commands of psql, and rows behind `COPY ... FROM stdin`. Sources: the manual
 * of psql, "Meta-Commands", and of COPY, "Text Format".
 */

export interface CopiedRows {
  /** As written, with quotes: `public."Order"`. */
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly values: readonly (string | null)[]; readonly offset: number }[];
}

/** A line that may be a command of psql, or the start of rows. */
export const psqlLine = /^(?:\\[^\s\\].*|COPY[ \t].*[ \t]FROM[ \t]+stdin\b.*)$/gim;

/** Commands that change no data: settings of psql itself, and what it prints. */
const harmless =
  /^\\(?:restrict|unrestrict|echo|qecho|warn|timing|pset|set|unset|x|t|a|H|f|encoding[ \t]+["']?utf-?8["']?)(?=\s|$)/i;

/** The part that begins with a line, if there is one, and where the next one begins. */
export function psqlPart(
  script: string,
  offset: number,
  line: string,
): {
  readonly result:
    | ({ readonly kind: 'rows' } & CopiedRows)
    | { readonly kind: 'unusable'; readonly offset: number; readonly message: string }
    | undefined;
  readonly end: number;
} {
  const next = offset + line.length + 1;
  const unusable = (message: string, end = next) => ({ result: { kind: 'unusable', offset, message } as const, end });
  if (harmless.test(line)) return { result: undefined, end: next };
  if (line.startsWith('\\')) return unusable(`${/^\S+/.exec(line)?.[0]} is a command of psql that cannot be run here`);
  const ended = /^\\\.[ \t]*\r?$/m.exec(script.slice(next));
  const end = ended === null ? script.length : next + ended.index + ended[0].length + 1;
  const [, table, list] =
    /^COPY[ \t]+(\S.*?)[ \t]*\(([^()]*)\)[ \t]+FROM[ \t]+stdin[ \t]*;[ \t]*\r?$/i.exec(line) ?? [];
  if (table === undefined || list === undefined)
    return unusable('This form of COPY cannot be read here: dump with --inserts', end);
  if (ended === null) return unusable('The rows of COPY do not end with a line \\.', end);
  const columns = list.split(',').map((name) => unquoted(name.trim()));
  const rows: CopiedRows['rows'][number][] = [];
  let at = next;
  for (const text of script
    .slice(next, next + ended.index)
    .split('\n')
    .slice(0, -1)) {
    const values = text.replace(/\r$/, '').split('\t').map(copiedValue);
    if (values.length !== columns.length) {
      const message = `This row has ${values.length} values for ${columns.length} columns`;
      return { result: { kind: 'unusable', offset: at, message }, end };
    }
    rows.push({ values, offset: at });
    at += text.length + 1;
  }
  return { result: { kind: 'rows', table, columns, rows }, end };
}

/** A name as the catalogue has it. */
const unquoted = (name: string): string =>
  name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase();

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** One value of a row; null for \N. */
function copiedValue(text: string): string | null {
  if (text === '\\N') return null;
  return text.replaceAll(/\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|(.))/gi, (_whole, hex, octal, other) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return escapes[other] ?? other;
  });
}
