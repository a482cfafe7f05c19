/** EXP3xx: JSONata expressions. */
import type { CodeEntry } from './code-entry.ts';

export const expressionCodes = {
  EXP301: {
    title: 'expression cannot be read',
    explanation: 'The text is not JSONata. The mark shows where reading failed; the fault is there or just before it.',
    wrong: 'fields: { city: "_town & " }',
    right: 'fields: { city: "_town & _zip" }',
  },
  EXP302: {
    title: 'unknown variable',
    explanation:
      'A name after a dollar sign is a variable: $settings, $request, the result of an earlier step, or one that the expression itself binds with :=. A column is written without the dollar sign.',
    wrong: 'fields: { city: $town }',
    right: 'fields: { city: _town }',
  },
  EXP303: {
    title: 'unknown function',
    explanation:
      'There is no such function, or it is switched off because it would run text as code. The decimal functions are $add, $subtract, $multiply, $total and $round.',
    wrong: 'fields: { amount: "$plus(_net, _tax)" }',
    right: 'fields: { amount: "$add(_net, _tax)" }',
  },
  EXP304: {
    title: 'word that is no column',
    explanation:
      "A word without quotes or $ in an expression is a column, and the rows have no such column; behind a dot or in a filter it is a member of what is joined to the row. When a constant is meant, it needs quotes of its own inside the quotes of YAML, since YAML removes the outer ones: source: 'web' reaches the expression as web.",
    wrong: "fields: { source: 'web' }",
    right: `fields: { source: '"web"' }`,
  },
  EXP305: {
    title: 'placeholder in a message is broken',
    explanation:
      'A placeholder in a message is {{, an expression, and }}. This one is not closed, or nothing stands in it.',
    wrong: 'one: "Unknown SKU {{ sku }"',
    right: 'one: "Unknown SKU {{ sku }}"',
  },
  EXP306: {
    title: 'wrong use of a function',
    explanation: 'The function is called with too many or too few arguments. The message says how many it takes.',
    wrong: 'fields: { amount: "$round()" }',
    right: 'fields: { amount: "$round(_amount, 2)" }',
  },
  EXP307: {
    title: 'value of another kind',
    explanation:
      'What the expression gives follows from its text and from the columns that it uses, and it can never be what the field of the contract wants: a list or a map where one value is wanted, true or false where a number is. Every answer would be refused.',
    wrong: 'fields: { amountTotal: "_net > 0" }',
    right: 'fields: { amountTotal: "$add(_net, _tax)" }',
  },
  EXP308: {
    title: 'call of a value',
    explanation:
      "The name is that of a variable, which holds a value: $now and $today by the ERP's clock, $settings, $request, or what an earlier step or read gave. A variable hides a function that has the same name.",
    wrong: 'fields: { day: "$substring($now(), 0, 10)" }',
    right: 'fields: { day: $today }',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
