/** From which names an expression computes: by hand, for each construction of JSONata. */
import { expect, it } from 'vitest';
import { compileExpression } from '../../../engine/transform/expression.ts';

function computed(text: string): readonly string[] {
  const compiled = compileExpression(text);
  if (!compiled.ok) throw new Error(compiled.message);
  return [...compiled.expression.computedNames].sort();
}

it.each<[string, readonly string[]]>([
  ['name', []],
  ['contact.name', []],
  ['$', []],
  ["name & ', ' & city", []],
  ["name ? name : 'none'", []],
  ["name != '' ? name : id", []],
  ["$trim(name) & '-' & $string(id)", []],
  ['[first, second]', []],
  ["{ 'a': name, 'b': $length(city) }", ['city']],
  ["lines.{ 'description': text, 'amount': $round(price * quantity, 2) }", ['price', 'quantity']],
  ['$map(lines, function($v) { $v.name })', []],
  ['$map(lines, function($v) { $substring($v.name, 0, 1) })', ['name']],
  ["lines[kind = 'A'].name", ['kind']],
  ['lines[0].name', []],
  ['$sum(lines.amount)', ['amount']],
  ['$count(lines)', []],
  ['$length(name)', ['name']],
  ['name.$length()', ['name']],
  ['name ~> $substring(0, 2)', ['name']],
  ["$contains(name, 'Gir') ? 1 : 2", ['name']],
  ["name = 'Girard' ? 1 : 2", ['name']],
  ["name > 'B' ? 1 : 2", ['name']],
  ['$substring($string($), 0, 9)', ['*']],
  ['$length($$)', ['*']],
  ['**[0] ~> $length()', ['*']],
  ['$length($string(contact))', ['contact']],
  ['$a := $length(name)', ['name']],
  ["$replace(name, /\\s*[\\r\\n]+\\s*/, ', ')", []],
  ["$replace(name, /[^a]/, '')", ['name']],
  ["$replace(name, 'a', '-')", ['name']],
  ['-amount', ['amount']],
  ['{ name: 1 }', ['name']],
  ['name = guess ? 1 : 2', ['guess', 'name']],
  ["($g := 'Girard'; name = $g ? 1 : 2)", ['g', 'name']],
  ['($x := name; $substring($x, 0, 1))', ['name', 'x']],
  ['$map([name], function($n) { $substring($n, 0, 1) })', ['n', 'name']],
  ['$each($, function($v, $k) { $length($v) })', ['*', 'v']],
  ["$sort([name, 'M'])[0]", ['name']],
  ["$distinct([name, 'Girard'])", ['name']],
  ['$sort(lines.name)', []],
  ["name = '' ? id : name", []],
])('%s', (text, expected) => {
  expect(computed(text)).toEqual([...expected].sort());
});
