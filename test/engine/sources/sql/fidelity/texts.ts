/** Kinds of texts: every plane of Unicode, what SQL and JSON have a meaning for, padding, and old code pages. */
import type { Random } from '../../../../src/workbench/checks/conformance/random.ts';
import { between, type Kind, oneLine, pick, sentAsText, text } from './kind.ts';

/** What programs stumble over: quotes, wildcards, placeholders, comments, line ends, signs that change the direction. */
const troublesome: readonly string[] = [
  ...[
    '"',
    "'",
    '`',
    '\\',
    '%',
    '_',
    '[',
    ']',
    '{',
    '}',
    '?',
    '$1',
    ':name',
    '@p1',
    '--',
    '/*',
    '*/',
    ';',
    '||',
    '&amp;',
  ],
  ...[
    '\t',
    '\n',
    '\r\n',
    '\r',
    '\u0001',
    '\u001f',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u200d',
    '\u2028',
  ],
  ...[
    'e\u0301',
    'n\u0303o',
    '\u1112\u1161\u11ab',
    'ﬀ',
    'İi̇ıI',
    'ßẞss',
    'ΣΑΣ',
    'שלום',
    'مرحبا',
    '\u202eabc\u202c',
    '\u2067x\u2069',
  ],
  ...[
    '東京',
    'กรุงเทพ',
    '😀',
    '👩‍👩‍👧',
    '🇩🇪',
    '𝒜',
    '𠮷',
    '\u{2ffff}',
    '\u{e0001}',
    '\u{f0000}',
    '\u{10ffff}',
    '\ufffd',
    '\ufeff',
  ],
];
/** No white space: these may stand at the ends of a text. */
const solid: readonly string[] = ['a', 'Z', '0', 'é', '%', "'", '"', '\\', '😀', '東', '-', '\u{10fffd}'];

function someCharacter(random: Random): string {
  switch (random.below(4)) {
    case 0:
      return String.fromCharCode(between(random, 0x20, 0x7e));
    case 1:
      return String.fromCodePoint(between(random, 0xa1, 0xd7ff));
    case 2:
      return String.fromCodePoint(between(random, 0xe000, 0x10ffff));
    default:
      return pick(random, troublesome);
  }
}

/** A text of up to `most` pieces that has no white space at its ends. */
export function someText(random: Random, most: number): string {
  const middle = Array.from({ length: random.below(most) }, () => someCharacter(random)).join('');
  return `${pick(random, solid)}${middle}${pick(random, solid)}`;
}

/** Code page 1252, which MySQL calls latin1: all its characters. */
const page1252 = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)),
  ...'€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ',
  ...Array.from({ length: 96 }, (_, at) => String.fromCharCode(0xa0 + at)),
] as const;

/** A text of code page 1252 without white space at its ends. */
export function someLatin(random: Random, most: number): string {
  const characters = Array.from({ length: random.below(most) }, () => page1252[random.below(page1252.length)] ?? '');
  return `x${characters.join('')}ÿ`;
}

const asIs = (value: string) => sentAsText(value, JSON.stringify(value));

export const textKinds: readonly Kind[] = [
  {
    name: 'anyText',
    column: { sqlite: 'text', postgres: 'text', mysql: 'text', mssql: 'nvarchar(max)' },
    request: text,
    answer: text,
    generate: (random) => asIs(someText(random, 30)),
  },
  {
    name: 'ignoringCase',
    column: {
      sqlite: 'text collate nocase',
      postgres: 'varchar(200)',
      mysql: 'varchar(200) collate utf8mb4_unicode_ci',
      mssql: 'nvarchar(200) collate Latin1_General_100_CI_AS',
    },
    request: text,
    answer: text,
    generate: (random) => asIs(someText(random, 20)),
  },
  {
    name: 'padded',
    column: { sqlite: 'text', postgres: 'char(200)', mysql: 'char(200)', mssql: 'nchar(400)' },
    request: text,
    answer: text,
    generate: (random) => asIs(someText(random, 20)),
  },
  {
    name: 'spaced',
    column: { sqlite: 'text', postgres: 'varchar(200)', mysql: 'varchar(200)', mssql: 'nvarchar(200)' },
    request: text,
    answer: text,
    write: (slot, dialect) =>
      dialect === 'mysql'
        ? `concat('  ', ${slot}, '   ')`
        : `'  ' ${dialect === 'mssql' ? '+' : '||'} ${slot} ${dialect === 'mssql' ? '+' : '||'} '   '`,
    generate: (random) => asIs(someText(random, 20)),
  },
  {
    name: 'codePage',
    column: {
      sqlite: 'text',
      postgres: 'varchar(40)',
      mysql: 'varchar(40) character set latin1',
      mssql: 'varchar(40) collate SQL_Latin1_General_CP1_CI_AS',
    },
    request: text,
    answer: text,
    generate: (random) => asIs(someLatin(random, 30)),
  },
  {
    name: 'basicPlane',
    column: { mysql: 'varchar(60) character set utf8mb3 collate utf8mb3_bin' },
    request: text,
    answer: text,
    generate(random) {
      const inner = Array.from({ length: random.below(20) }, () =>
        String.fromCharCode(random.below(2) === 0 ? between(random, 0xa1, 0xd7ff) : between(random, 0xe000, 0xffff)),
      );
      return asIs(`a${inner.join('')}z`);
    },
  },
  {
    name: 'withNul',
    column: { sqlite: 'text', mysql: 'varchar(60)', mssql: 'nvarchar(60)' },
    request: text,
    answer: text,
    // No request may hold the character: another one goes in its place.
    write(slot, dialect) {
      if (dialect === 'mysql') return `replace(${slot}, char(1 using utf8mb4), char(0 using utf8mb4))`;
      const name = dialect === 'mssql' ? 'nchar' : 'char';
      return `replace(${slot}, ${name}(1), ${name}(0))`;
    },
    generate(random) {
      const sent = `${someLatin(random, 5)}\u0001${random.below(2) === 0 ? '\u0001' : ''}${someLatin(random, 5)}`;
      return sentAsText(sent, JSON.stringify(sent.replaceAll('\u0001', '\u0000')));
    },
  },
  {
    name: 'joined',
    column: { sqlite: 'text', postgres: 'text', mysql: 'text', mssql: 'nvarchar(max)' },
    request: text,
    answer: oneLine,
    generate(random) {
      const lines = Array.from({ length: between(random, 1, 4) }, () => `s${random.below(1000)} ü`);
      const ends: readonly string[] = ['\n', '\r\n', '\r', '\n\n', ', \n', ' \r\n '];
      const sent = lines.map((line, at) => (at === 0 ? line : `${pick(random, ends)}${line}`)).join('');
      return sentAsText(sent, JSON.stringify(lines.join(', ')));
    },
  },
];
