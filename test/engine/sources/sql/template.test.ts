import { describe, expect, it } from 'vitest';
import { expandParts, valueUses } from '../../../../engine/sources/sql/text/parts.ts';
import { literalTemplate, type Piece, parseTemplate } from '../../../../engine/sources/sql/text/template.ts';
import { type DialectName, dialects } from '../../../support/kinds.ts';

const all: readonly DialectName[] = ['sqlite', 'postgres', 'mssql', 'mysql'];

/** A template in one line: values as <name>, parts as <{name}> or <{name(argument)(argument)}>, blocks in <[ ]>. */
function show(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      if (piece.kind === 'value') return `<${piece.name}>`;
      if (piece.kind === 'part') return `<{${piece.name}${piece.args.map((one) => `(${show(one.pieces)})`).join('')}}>`;
      return `<[${show(piece.pieces)}${piece.otherwise === undefined ? '' : `|${show(piece.otherwise)}`}]>`;
    })
    .join('');
}

function parsed(sql: string, dialect: DialectName): string {
  const { template, faults } = parseTemplate(sql, dialects[dialect].lexicon);
  return faults.length > 0 ? faults.map(({ kind }) => kind).join() : show(template.pieces);
}

describe('values', () => {
  const cases: readonly (readonly [string, string, readonly DialectName[]])[] = [
    ['a = :b', 'a = <b>', all],
    ['a=:b.c.d+1', 'a=<b.c.d>+1', all],
    ['(:a,:a)', '(<a>,<a>)', all],
    [':a::int', '<a>::int', all],
    ["x::text = ':b'", "x::text = ':b'", all],
    ["'it''s :b' || :c", "'it''s :b' || <c>", all],
    ['"a :b" = :c', '"a :b" = <c>', all],
    ['1 -- :b\n + :c', '1 -- :b\n + <c>', all],
    ['1 -- :b', '1 -- :b\n', all],
    ['/* :b */ :c', '/* :b */ <c>', all],
    ['/* /* :b */ */ :c', '/* /* :b */ */ <c>', ['postgres', 'mssql']],
    ['/* /* :b */ :c', '/* /* :b */ <c>', ['sqlite', 'mysql']],
    ['[a :b] = :c', '[a :b] = <c>', ['sqlite', 'mssql']],
    ['a[:b]', 'a[<b>]', ['postgres']],
    ['a[1:2]', 'a[1:2]', ['postgres']],
    ['[a]]:b] = :c', '[a]]:b] = <c>', ['mssql']],
    ['`a :b` = :c', '`a :b` = <c>', ['sqlite', 'mysql']],
    ["E'it\\'s :b' = :c", "E'it\\'s :b' = <c>", ['postgres']],
    ["'\\' = :c", "'\\' = <c>", ['postgres', 'sqlite', 'mssql']],
    ["'\\' :b' = :c", "'\\' :b' = <c>", ['mysql']],
    ['$$ :b $$ = :c', '$$ :b $$ = <c>', ['postgres']],
    ['$x$ $$ :b $x$ = :c', '$x$ $$ :b $x$ = <c>', ['postgres']],
    ['a$x$ = :c', 'a$x$ = <c>', ['postgres']],
    ['1 # :b', '1 # :b\n', ['mysql']],
    ['a --:b', 'a --<b>', ['mysql']],
    ["a ? 'b' = :c", "a ? 'b' = <c>", ['postgres']],
    ["'ü 中 😀' = :c", "'ü 中 😀' = <c>", all],
  ];
  for (const [sql, expected, dialects] of cases) {
    for (const dialect of dialects) it(`${dialect}: ${sql}`, () => expect(parsed(sql, dialect)).toBe(expected));
  }
});

describe('blocks', () => {
  for (const dialect of all) {
    it(`${dialect}: open before and close after white space`, () => {
      expect(parsed('a [[ AND b = :c ]] d', dialect)).toBe('a <[ AND b = <c> ]> d');
    });
  }
  for (const dialect of all) {
    it(`${dialect}: with an alternative after white space and comments`, () => {
      expect(parsed('a [[ AND b = :c ]]\n /* or */ [[else AND b IS NULL ]] d', dialect)).toBe(
        'a <[ AND b = <c> | AND b IS NULL ]>\n /* or */  d',
      );
      expect(parsed('a [[ AND b = :c ]] [[ELSE AND b = :d ]]', dialect)).toBe('a <[ AND b = <c> | AND b = <d> ]> ');
    });
  }
  it('an alternative belongs to the block before it', () => {
    expect(parsed('[[ :a ]] [[ :b ]] [[else c ]]', 'postgres')).toBe('<[ <a> ]> <[ <b> | c ]> ');
    expect(parsed('a [[ AND b = :c || case when d then e else f end ]]', 'postgres')).toBe(
      'a <[ AND b = <c> || case when d then e else f end ]>',
    );
    expect(parsed('array[[elsewhere,2],[3,4]]', 'postgres')).toBe('array[[elsewhere,2],[3,4]]');
  });
  it('leaves array constructors alone', () => {
    expect(parsed('array[[1,2],[3,4]]', 'postgres')).toBe('array[[1,2],[3,4]]');
    expect(parsed('a [[ AND b = x[y[1]] + :c ]]', 'postgres')).toBe('a <[ AND b = x[y[1]] + <c> ]>');
  });
  it('keeps bracketed names inside', () => {
    expect(parsed('a [[ AND [b c] = :c ]]', 'mssql')).toBe('a <[ AND [b c] = <c> ]>');
  });
  it('does not see brackets in strings', () => {
    expect(parsed("' [[ x ]] ' [[ AND b = ' ]] ' || :c ]]", 'sqlite')).toBe("' [[ x ]] ' <[ AND b = ' ]] ' || <c> ]>");
  });
});

describe('faults', () => {
  const cases: readonly (readonly [string, DialectName, string, number])[] = [
    ["select 'a", 'sqlite', 'unclosedString', 7],
    ['select "a', 'postgres', 'unclosedString', 7],
    ['select $a$ b', 'postgres', 'unclosedString', 7],
    ['select /* a', 'mysql', 'unclosedComment', 7],
    ['select /* /* */ a', 'postgres', 'unclosedComment', 7],
    ['a [[ AND :b', 'sqlite', 'unclosedBlock', 2],
    ['a [[ AND :b]]', 'postgres', 'unclosedBlock', 2],
    ['a [[ :b [[ :c ]] ]]', 'postgres', 'nestedBlock', 8],
    ['a [[ AND b ]]', 'postgres', 'blockWithoutValue', 2],
    ['a [[else b ]]', 'postgres', 'elseWithoutBlock', 2],
    ['[[ :a ]] b [[else c ]]', 'mssql', 'elseWithoutBlock', 11],
    ['[[ :a ]] [[else b ]] [[else c ]]', 'mysql', 'elseWithoutBlock', 21],
    ['[[ :a [[else b ]] ]]', 'sqlite', 'nestedBlock', 6],
    ['[[ :a ]] [[else b', 'sqlite', 'unclosedBlock', 9],
    ['select 1; select 2', 'mssql', 'severalStatements', 9],
    ['select ?', 'sqlite', 'nativePlaceholder', 7],
    ['select $1', 'postgres', 'nativePlaceholder', 7],
    ['-- nothing', 'sqlite', 'emptyStatement', 0],
    [' ; ', 'sqlite', 'emptyStatement', 0],
  ];
  for (const [sql, dialect, kind, offset] of cases) {
    it(`${dialect}: ${sql}`, () => {
      const first = parseTemplate(sql, dialects[dialect].lexicon).faults.find((fault) => fault.kind === kind);
      expect(first).toMatchObject({ kind, offset, part: undefined });
    });
  }
  it('allows one semicolon at the end, and comments after it', () => {
    expect(parsed('select 1; -- done ; really\n', 'sqlite')).toBe('select 1');
  });
  it('does not take a semicolon in a string for an end', () => {
    expect(parsed("select ';'", 'sqlite')).toBe("select ';'");
  });
});

describe('parts', () => {
  const parts = new Map([
    ['Sales Order$x-1_', literalTemplate('"so"', 'Sales Order$x-1_')],
    ['open', parseTemplate('o.x = :y -- open', dialects.sqlite.lexicon, 'open').template],
    ['both', parseTemplate('{open} AND {Sales Order$x-1_}.z', dialects.sqlite.lexicon, 'both').template],
    ['me', parseTemplate('{you}', dialects.sqlite.lexicon, 'me').template],
    ['you', parseTemplate('{me}', dialects.sqlite.lexicon, 'you').template],
    ['block', parseTemplate('[[ AND :a ]]', dialects.sqlite.lexicon, 'block').template],
  ]);
  const expand = (sql: string) => {
    const { template, faults } = expandParts(parseTemplate(sql, dialects.sqlite.lexicon).template, (name) => {
      const part = parts.get(name);
      return part && { template: part, parameters: [] };
    });
    return { text: show(template.pieces), faults: faults.map(({ kind, part }) => [kind, part]), template };
  };
  it('splices parts inside parts, and nothing in strings', () => {
    const { text, faults } = expand("FROM {Sales Order$x-1_} WHERE '{open}' {both}");
    expect(faults).toEqual([]);
    expect(text).toBe(`FROM "so" WHERE '{open}' o.x = <y> -- open\n AND "so".z`);
  });
  it('keeps where a value was written', () => {
    expect(valueUses(expand('a = :b AND {open}').template)).toEqual([
      { name: 'b', part: undefined, offset: 4, length: 2, block: undefined, otherwise: false },
      { name: 'y', part: 'open', offset: 6, length: 2, block: undefined, otherwise: false },
    ]);
  });
  it('expands parts in alternatives, and counts these to their blocks', () => {
    const { template, text, faults } = expand('[[ :a ]] [[else {open} ]] [[ :c ]]');
    expect(faults).toEqual([]);
    expect(text).toBe('<[ <a> | o.x = <y> -- open\n ]>  <[ <c> ]>');
    expect(valueUses(template).map(({ name, block, otherwise }) => [name, block, otherwise])).toEqual([
      ['a', 0, false],
      ['y', 0, true],
      ['c', 1, false],
    ]);
    expect(expand('[[ :a ]] [[else {block} ]]').faults).toEqual([['nestedBlock', 'block']]);
  });
  it('numbers blocks', () => {
    const uses = valueUses(parseTemplate('[[ :a ]] :b [[ :c + :d ]]', dialects.sqlite.lexicon).template);
    expect(uses.map(({ name, block }) => [name, block])).toEqual([
      ['a', 0],
      ['b', undefined],
      ['c', 1],
      ['d', 1],
    ]);
  });
  it('reports unknown parts, cycles and blocks in blocks', () => {
    expect(expand('{nothing}').faults).toEqual([['unknownPart', undefined]]);
    expect(expand('{me}').faults).toEqual([['partCycle', 'you']]);
    expect(expand('[[ :x {block} ]]').faults).toEqual([['nestedBlock', 'block']]);
    expect(expand('[[ {Sales Order$x-1_} ]]').faults).toEqual([['blockWithoutValue', undefined]]);
  });
  it('leaves braces alone that are no part', () => {
    expect(parsed("{d '2020-01-01'} = {}", 'mssql')).toBe("{d '2020-01-01'} = {}");
  });
});

describe('parts with parameters', () => {
  const parts: Readonly<Record<string, readonly [sql: string, parameters: readonly string[]]>> = {
    price: ['(SELECT p.price FROM price p WHERE p.customer = {customer} AND p.item = {item})', ['customer', 'item']],
    half: ['{amount} / 2', ['amount']],
    quarter: ['{half({half({amount})})}', ['amount']],
    wanted: ['[[ AND o.customer = {customer} ]]', ['customer']],
    me: ['{me({x})}', ['x']],
    plain: ['o.state < 40', []],
  };
  const expand = (sql: string, dialect: DialectName = 'sqlite') => {
    const { lexicon } = dialects[dialect];
    const written = parseTemplate(sql, lexicon);
    const { template, faults } = expandParts(written.template, (name) => {
      const [text, parameters] = parts[name] ?? [];
      return text === undefined
        ? undefined
        : { template: parseTemplate(text, lexicon, name).template, parameters: parameters ?? [] };
    });
    return {
      text: show(template.pieces),
      faults: [...written.faults, ...faults].map(({ kind, part, offset, length }) => [kind, part, offset, length]),
      template,
    };
  };

  it('inserts arguments, in parentheses unless one needs none', () => {
    const cases = {
      '{half(:a)}': '<a> / 2',
      '{half( i.id )}': 'i.id / 2',
      '{half(12.50)}': '12.50 / 2',
      "{half('a, b)}')}": "'a, b)}' / 2",
      '{half("my col")}': '"my col" / 2',
      '{half(i."my col")}': 'i."my col" / 2',
      '{half(a + b)}': '(a + b) / 2',
      '{half((a + b))}': '(a + b) / 2',
      '{half((a) + (b))}': '((a) + (b)) / 2',
      '{half(COALESCE(:a, 0))}': '(COALESCE(<a>, 0)) / 2',
      '{half(:a /* , */)}': '(<a> /* , */) / 2',
      '{half({plain})}': '(o.state < 40) / 2',
      '{quarter(:a + 1)}': '((<a> + 1) / 2) / 2',
      '{price(:a, (SELECT MAX(i.id, 0) FROM item i))}':
        '(SELECT p.price FROM price p WHERE p.customer = <a> AND p.item = (SELECT MAX(i.id, 0) FROM item i))',
      'x {wanted(:a)}': 'x <[ AND o.customer = <a> ]>',
      '[[ AND {half(:a)} > 1 ]]': '<[ AND <a> / 2 > 1 ]>',
      '{plain()}': 'o.state < 40',
    };
    for (const [sql, expected] of Object.entries(cases)) {
      const { text, faults } = expand(sql);
      expect([faults, text]).toEqual([[], expected]);
    }
    expect(expand('{half(ARRAY[1, 2])}', 'postgres').text).toBe('(ARRAY[1, 2]) / 2');
    expect(expand('{price(l.[my col, two], i.id)}', 'mssql').text).toContain('= l.[my col, two] AND');
  });

  it('keeps where a value was written: an argument at its use', () => {
    const uses = valueUses(expand('SELECT {price( :a , i.id)}').template);
    expect(uses.map(({ name, part, offset }) => [name, part, offset])).toEqual([['a', undefined, 15]]);
  });

  it('takes a parameter for the part of the use, and for nothing else', () => {
    expect(expand('{amount}').faults).toEqual([['unknownPart', undefined, 0, 8]]);
    expect(expand('{quarter({amount})}').faults[0]).toEqual(['unknownPart', undefined, 9, 8]);
  });

  it('reports a name that would mean a table of the part', () => {
    expect(expand('{price(:a, p.item_id)}').faults).toEqual([['hiddenName', undefined, 11, 9]]);
    expect(expand('{price(p.customer + 1, q.p)}').faults).toEqual([['hiddenName', undefined, 7, 14]]);
    expect(expand('{price(:a, price.item_id)}').faults).toEqual([]);
    expect(expand('{half(p.item_id)}').faults).toEqual([]);
  });

  it('reports wrong numbers of arguments, circles, blocks, and what is not closed', () => {
    const cases: Readonly<Record<string, readonly unknown[]>> = {
      '{price(:a)}': [['wrongArguments', undefined, 0, 11]],
      '{price}': [['wrongArguments', undefined, 0, 7]],
      '{plain(1)}': [['wrongArguments', undefined, 0, 10]],
      '{price(:a, )}': [['emptyArgument', undefined, 10, 3]],
      '{me(:a)}': [['partCycle', 'me', 0, 9]],
      '{half([[ :a ]])}': [['blockInArgument', undefined, 6, 2]],
      '{half({wanted(:a)})}': [['blockInArgument', undefined, 6, 12]],
      'x {half(:a': [['unclosedCall', undefined, 2, 6]],
      '[[ {half(:a ]]': [['unclosedCall', undefined, 3, 6]],
    };
    for (const [sql, expected] of Object.entries(cases)) expect([sql, expand(sql).faults]).toEqual([sql, expected]);
  });
});
