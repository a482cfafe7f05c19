/** EXP3xx: JSONata expressions and message templates. */
import type { CodeEntry } from './code-entry.ts';

export const expressionCodes = {
  EXP301: {
    title: 'invalid expression',
    explanation:
      'The text is not valid JSONata. The mark shows where parsing failed; the error is there or just before it.',
    wrong: 'fields: { city: "_town & " }',
    right: 'fields: { city: "_town & _zip" }',
  },
  EXP302: {
    title: 'unknown variable',
    explanation:
      'A name after a dollar sign is a variable: $settings, $request, the result of an earlier step, or a variable that the expression binds with :=. Columns are written without the dollar sign.',
    wrong: 'fields: { city: $town }',
    right: 'fields: { city: _town }',
    oneCause: true,
  },
  EXP303: {
    title: 'unknown function',
    explanation:
      'The function does not exist, or is disabled because it would execute text as code. The decimal functions are $add, $subtract, $multiply, $divide, $total and $round.',
    wrong: 'fields: { amount: "$plus(_net, _tax)" }',
    right: 'fields: { amount: "$add(_net, _tax)" }',
    oneCause: true,
  },
  EXP304: {
    title: 'unknown column in an expression',
    explanation:
      "A word without quotes or $ refers to a column, and the rows have no such column. After a dot or in a filter it refers to a member of the joined data. A text constant needs quotes inside the YAML quotes, because YAML removes the outer ones: source: 'web' reaches the expression as web.",
    wrong: "fields: { source: 'web' }",
    right: `fields: { source: '"web"' }`,
    oneCause: true,
  },
  EXP305: {
    title: 'invalid placeholder in a message',
    explanation: 'A placeholder in a message is {{, an expression, and }}. This placeholder is empty or not closed.',
    wrong: 'one: "Unknown SKU {{ sku }"',
    right: 'one: "Unknown SKU {{ sku }}"',
  },
  EXP306: {
    title: 'wrong number of arguments',
    explanation: 'The function is called with too many or too few arguments. The message states how many it takes.',
    wrong: 'fields: { amount: "$round()" }',
    right: 'fields: { amount: "$round(_amount, 2)" }',
  },
  EXP307: {
    title: 'expression type does not match the contract',
    explanation:
      'The type of the result follows from the expression and the columns it uses, and can never match the contract field: for example a list or a map instead of a single value, or a boolean instead of a number. Every answer would be rejected. The same is reported of a map in a message of `outcomes`, and as a warning of a text of OData that is an amount.',
    wrong: 'fields: { amountTotal: "_net > 0" }',
    right: 'fields: { amountTotal: "$add(_net, _tax)" }',
  },
  EXP308: {
    title: 'variable called as a function',
    explanation:
      'The name is a variable that holds a value, not a function: $now and $today on the clock of the ERP, $settings, $request, or the result of an earlier step or read. A variable hides a function of the same name.',
    wrong: 'fields: { day: "$substring($now(), 0, 10)" }',
    right: 'fields: { day: $today }',
    oneCause: true,
  },
  EXP309: {
    title: 'setting not replaced',
    explanation:
      'Requests and connections replace ${name} by the value of a setting. Expressions and messages do not: a text that contains it would be sent or shown literally. An expression reads a setting as $settings.name.',
    wrong: `fields: { source: "'\${branch}'" }`,
    right: 'fields: { source: $settings.branch }',
    oneCause: true,
  },
  EXP310: {
    title: 'regular expression that can fail',
    explanation:
      'Regular expressions of JSONata and the `pattern` of a setting are searched in a time that grows linearly with the text, unless they look ahead or behind, refer back to a group, or repeat a part that can be empty. Those try every way to divide a text. Where a text needs too many steps (250,000 and 20 for each character), the search ends with an error, so that it does not stop the service: a value of thirty characters can be enough. A pattern with more than 5,000 steps when its numbers of repetitions are written out, or with flags inside, is refused.',
    wrong: '$contains(reference, /^(\\w*)*$/)',
    right: '$contains(reference, /^\\w*$/)',
    atStart: 'nothing',
  },
  EXP311: {
    title: 'list that becomes a single value',
    explanation:
      'JSONata returns the value itself where a path, $distinct, $filter or $map finds exactly one: a body with a list of ids then has one id instead of a list, and the ERP refuses it, or reads something else. Put the expression in brackets, so that it is always a list. A `$each` needs no brackets.',
    wrong: 'json: { ids: "{{ $distinct($lines.product) }}" }',
    right: 'json: { ids: "{{ [$distinct($lines.product)] }}" }',
    atStart: 'nothing',
  },
  EXP313: {
    title: 'comparison with a value that never occurs',
    explanation:
      "The vendor's description lists the values of this member, and the text is none of them: the comparison never holds, and records are missing without an error.",
    wrong: "where: status = 'Opened'   # the values are Draft, Open and Paid",
    right: "where: status = 'Open'",
  },
  EXP314: {
    title: 'enumeration compared by a part of its names',
    explanation:
      "The vendor's description lists the values of this member. $contains selects some of them by their names, which is often one too few or one too many. Name the values that are meant.",
    wrong: "where: $contains(kind, 'Price')   # the values are Price, Discount and Any, which is both",
    right: "where: kind in ['Price', 'Any']",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
