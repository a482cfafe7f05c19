/** Which braces of an expression are parts. */
import { describe, expect, it } from 'vitest';
import { partUses } from '../../../../engine/profile/parts/part-uses.ts';
import { compileExpression } from '../../../../engine/transform/expression.ts';

const namesIn = (text: string): readonly string[] => partUses(text).map(({ name }) => name);

describe('a name in braces', () => {
  it.each([
    ['{open}', ['open']],
    ['{ open }', ['open']],
    ['$subtract({total}, {paid-so-far})', ['total', 'paid-so-far']],
    ['{option}(kind)', ['option']],
    ['lines.{net}', ['net']],
    ['amount > {limit}', ['limit']],
    ['kind ~> {option}', ['option']],
    ['a / {b} / c', ['b']],
    ['$split(x, /,/)[{last}]', ['last']],
    ["'a' in [{b}]", ['b']],
    ['x and /{no}/', []],
    ['(a) {no_function}', ['no_function']],
    ['{ größe }', ['größe']],
  ])('in %s is a part', (text, expected) => {
    expect(namesIn(text)).toEqual(expected);
  });

  it.each([
    "'{no}'",
    '"a \\" {no}"',
    '`{no}`.x',
    'x /* {no} */',
    '$replace(x, /{no}\\/{no}/, "")',
    '$replace(x, /[/]{no}/, "")',
    "{ 'a': b }",
    '{}',
    'rows{ id: $ }',
    'function($x) { x }',
    'function($x, $y)<n-n:n>{x}',
    'λ($x){x}',
  ])('in %s is none, because JSONata gives it a meaning', (text) => {
    expect(namesIn(text)).toEqual([]);
    expect(compileExpression(text)).toMatchObject({ ok: true });
  });

  it('has its place', () => {
    expect(partUses("'{no}' & { yes }")).toEqual([{ name: 'yes', offset: 9, length: 7 }]);
  });
});
