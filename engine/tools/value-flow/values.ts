/** The flow of an expression of SQL. What is not listed here is an operation that changes values. */
import { isMap } from '../../base/members.ts';
import { at, listAt, textAt } from '../../sources/sql/grammar/references.ts';
import { computedFlow, type Flow, fixedFlow, generatedFlow, mergedFlow, noFlow, unknownFunctionFlow } from './flow.ts';
import { isPureFunction } from './pure-functions.ts';
import { allColumns, resolveColumn, type Scope } from './scope.ts';
import { kindOf, type Tracer } from './tracer.ts';

/** Expressions whose result is one of their arguments, or all of them side by side. */
const joining = new Set(['coalesce', 'if_null', 'nvl', 'concat', 'concat_ws', 'd_pipe', 'tuple', 'array_agg', 'array']);
/** Expressions whose result is their first argument: `this`. */
const passing = new Set(['paren', 'alias', 'annotated', 'collation', 'lower', 'upper']);
/** The same, of one row of a group. */
const picking = new Set(['any_value', 'first', 'last']);
const joinedTexts = new Set(['string_agg', 'group_concat', 'list_agg']);
const positional = new Set(['lag', 'lead', 'first_value', 'last_value', 'nth_value']);
/** A member of a document. The key says nothing about the value. */
const members = new Set([
  'json_extract',
  'json_extract_scalar',
  'j_s_o_n_extract',
  'j_s_o_n_extract_scalar',
  'j_s_o_n_b_extract',
  'j_s_o_n_b_extract_scalar',
]);
const conditions = new Set(
  'and or not xor eq neq lt lte gt gte null_safe_eq null_safe_neq is is_null is_true is_false in between like i_like exists glob similar_to'.split(
    ' ',
  ),
);
const constants = new Set(['null', 'data_type']);
const generated = new Set(['current_date', 'current_time', 'current_timestamp', 'row_number']);

/** Whether a literal can be compared with a value: it has letters, digits or a wildcard for one character. */
const hasLetters = (text: string): boolean => /[\p{L}\p{N}_]/u.test(text);

/** The arguments of an expression: all of its members that are expressions themselves. */
function argumentsOf(content: unknown): readonly unknown[] {
  const members = Array.isArray(content) ? content : isMap(content) ? Object.values(content) : [];
  return members.flatMap((one: unknown) => (kindOf(one) === undefined ? argumentsOf(one) : [one]));
}

/** A cast to a text without a length, or with a large one, changes nothing. `char` of PostgreSQL has one letter. */
function isWholeCast({ charIsOneLetter }: Tracer, content: unknown): boolean {
  const to = JSON.stringify(at(content, 'to') ?? '').toLowerCase();
  if (charIsOneLetter && /"char(?:acter)?"/.test(to) && !/"length":\d/.test(to)) return false;
  const length = /"length":(\d+)/.exec(to)?.[1];
  return /char|text|string|clob/.test(to) && (length === undefined || Number(length) >= 60);
}

/** Which order the rows of a window or of a list have. */
function orderOf(tracer: Tracer, terms: readonly unknown[], scope: Scope): void {
  const flows = terms.map((term) => tracer.value(at(term, 'this') ?? term, scope));
  for (const flow of flows) tracer.compare([flow], 'order');
}

function caseFlow(tracer: Tracer, content: unknown, scope: Scope): Flow {
  const operand = at(content, 'operand');
  const subject = isMap(operand) ? tracer.value(operand, scope) : undefined;
  const results = listAt(content, 'whens').flatMap((pair): readonly Flow[] => {
    const [when, then]: readonly unknown[] = Array.isArray(pair) ? pair : [];
    if (subject === undefined) tracer.condition(when, scope);
    else tracer.compare([subject, tracer.value(when, scope)], 'equal');
    return [tracer.value(then, scope)];
  });
  const other = at(content, 'else_');
  return mergedFlow([...results, ...(isMap(other) ? [tracer.value(other, scope)] : [])]);
}

function nullIfFlow(tracer: Tracer, content: unknown, scope: Scope): Flow {
  const flows = argumentsOf(content).map((one) => tracer.value(one, scope));
  tracer.compare(flows, 'equal');
  return flows[0] ?? noFlow;
}

/** Smallest and largest values: among fixed texts, they reveal which of both comes first. */
function extremeFlow(tracer: Tracer, content: unknown, scope: Scope): Flow {
  const flow = tracer.value(at(content, 'this'), scope);
  tracer.compare([flow], 'order');
  return flow;
}

/** The conditions of FILTER, and the order of a list. */
function ofAggregate(tracer: Tracer, content: unknown, scope: Scope): void {
  const filter = at(content, 'filter');
  if (isMap(filter)) tracer.condition(filter, scope);
  orderOf(tracer, listAt(content, 'order_by'), scope);
}

function windowFlow(tracer: Tracer, content: unknown, scope: Scope): Flow {
  const over = at(content, 'over');
  for (const term of listAt(over, 'partition_by')) tracer.compare([tracer.value(term, scope)], 'equal');
  orderOf(tracer, listAt(over, 'order_by'), scope);
  return tracer.value(at(content, 'this'), scope);
}

function literalFlow(content: unknown): Flow {
  const isText = /string$/.test(textAt(content, 'literal_type') ?? '');
  return isText && !hasLetters(textAt(content, 'value') ?? '') ? noFlow : fixedFlow;
}

/** A counted column says how many values there are, and with DISTINCT how many different ones. */
function countFlow(tracer: Tracer, content: unknown, scope: Scope): Flow {
  const counted = at(content, 'this');
  if (isMap(counted) && kindOf(counted)?.[0] !== 'star') tracer.compare([tracer.value(counted, scope)], 'equal');
  ofAggregate(tracer, content, scope);
  return generatedFlow;
}

/** Functions that the parser keeps as names, whose result contains their arguments as they are. */
const joiningNames = /^(?:coalesce|ifnull|nvl|isnull|concat|concat_ws|group_concat|string_agg|listagg|array_agg)$/;
/** The same, of one argument. */
const passingNames = /^(?:upper|ucase|lower|lcase|trim|ltrim|rtrim|btrim|any_value)$/;

/** A text without letters and digits, or a function that gives one: `CHAR(10)`. */
function isSign(node: unknown): boolean {
  if (/string$/.test(textAt(node, 'literal', 'literal_type') ?? ''))
    return !hasLetters(textAt(node, 'literal', 'value') ?? '');
  const [code, ...others] = listAt(node, 'function', 'args');
  const number = Number(textAt(code, 'literal', 'value') ?? Number.NaN);
  const isChar = /^(?:char|chr|nchar)$/i.test(textAt(node, 'function', 'name') ?? '');
  return isChar && others.length === 0 && number < 48;
}

/** The flow of a function that the parser keeps as a name. */
function namedFunction(tracer: Tracer, content: unknown, scope: Scope): Flow {
  const name = (textAt(content, 'name') ?? '').toLowerCase();
  const flows = listAt(content, 'args').map((one) => tracer.value(one, scope));
  ofAggregate(tracer, content, scope);
  if (at(content, 'distinct') === true) tracer.compare(flows, 'equal');
  if (!isPureFunction(name)) return unknownFunctionFlow(name, flows);
  if (joiningNames.test(name)) return mergedFlow(flows);
  const [first] = flows;
  if (flows.length === 1 && first !== undefined && passingNames.test(name)) return first;
  if (name === 'nullif') {
    tracer.compare(flows, 'equal');
    return first ?? noFlow;
  }
  // Signs and line breaks that are replaced leave the words as they are.
  const isOfSigns = listAt(content, 'args').slice(1).every(isSign);
  return name === 'replace' && isOfSigns && first !== undefined ? first : computedFlow(flows);
}

/** Whole rows as one value: `ROW(c.*)`. */
function starFlow(content: unknown, scope: Scope): Flow {
  const qualifier = textAt(content, 'table', 'name')?.toLowerCase();
  const flows: Flow[] = [];
  for (let one: Scope | undefined = scope; one !== undefined; one = one.outer)
    for (const relation of one.relations)
      if (qualifier === undefined || relation.alias.toLowerCase() === qualifier)
        flows.push(...allColumns(relation).map(({ flow }) => flow));
  return computedFlow(flows);
}

/** Functions that take a share of the rows, or all of them. The others compare a value with those of the rows, as `rank('M')`. */
const orderedSet = /^(?:percentile_disc|percentile_cont|mode|string_agg|listagg|list_agg|group_concat)$/;

/** A function such as `percentile_disc` gives one of the values by which its rows are sorted. */
function withinGroupFlow(tracer: Tracer, content: unknown, scope: Scope): Flow {
  const terms = listAt(content, 'order_by');
  orderOf(tracer, terms, scope);
  const ordered = at(content, 'this');
  const flow = tracer.value(ordered, scope);
  const [kind, inner] = kindOf(ordered) ?? ['', undefined];
  if (!orderedSet.test((textAt(inner, 'name') ?? kind).toLowerCase())) {
    const by = terms.map((term) => tracer.value(at(term, 'this') ?? term, scope));
    tracer.compare([...argumentsOf(inner).map((one) => tracer.value(one, scope)), ...by], 'order');
    return computedFlow([flow, ...by]);
  }
  if (flow.columns.size > 0) return flow;
  return mergedFlow([flow, ...terms.map((term) => tracer.value(at(term, 'this') ?? term, scope))]);
}

/** A member of a document of the call is a part of its text. A computed key reveals what it is computed from. */
function memberFlow(tracer: Tracer, content: unknown, scope: Scope): Flow {
  const document = tracer.value(at(content, 'this'), scope);
  const { this: _, ...keys } = isMap(content) ? content : {};
  const flows = argumentsOf(keys).map((key) => tracer.value(key, scope));
  const isFixedKey = flows.every(({ columns, isGiven, isGenerated }) => columns.size === 0 && !isGiven && !isGenerated);
  if (!isFixedKey && (document.isFixed || document.isGiven || flows.some(({ columns }) => columns.size > 0)))
    return computedFlow([document, ...flows]);
  return document.isGiven ? computedFlow([document]) : document;
}

/** A length of time, such as `INTERVAL 1 DAY`. */
function intervalFlow(tracer: Tracer, content: unknown, scope: Scope): Flow {
  const flows = argumentsOf(content).map((part) => tracer.value(part, scope));
  return flows.some(({ columns, isGiven }) => columns.size > 0 || isGiven) ? computedFlow(flows) : noFlow;
}

/** The flow of an expression. Throws `Untraceable`. */
export function valueFlow(tracer: Tracer, node: unknown, scope: Scope): Flow {
  const [kind, content] = kindOf(node) ?? ['', node];
  tracer.reached(content);
  const first = (): Flow => tracer.value(at(content, 'this'), scope);
  const all = (): readonly Flow[] => argumentsOf(content).map((one) => tracer.value(one, scope));
  if (kind === '' || constants.has(kind)) return noFlow;
  if (generated.has(kind)) return generatedFlow;
  if (conditions.has(kind)) {
    tracer.condition(node, scope);
    return noFlow;
  }
  if (joining.has(kind) || (kind === 'add' && tracer.plusJoins)) return mergedFlow(all());
  if (members.has(kind)) return memberFlow(tracer, content, scope);
  if (passing.has(kind)) return first();
  if (picking.has(kind)) {
    ofAggregate(tracer, content, scope);
    return first();
  }
  if (joinedTexts.has(kind)) {
    ofAggregate(tracer, content, scope);
    if (at(content, 'distinct') === true) tracer.compare([first()], 'equal');
    return mergedFlow([first(), ...argumentsOf(at(content, 'separator')).map((one) => tracer.value(one, scope))]);
  }
  if (positional.has(kind)) return mergedFlow(all());
  switch (kind) {
    case 'column':
      return resolveColumn(textAt(content, 'table', 'name'), textAt(content, 'name', 'name') ?? '', scope);
    case 'identifier':
      return resolveColumn(undefined, textAt(content, 'name') ?? '', scope);
    case 'literal':
      return literalFlow(content);
    case 'boolean':
      return fixedFlow;
    case 'interval':
      return intervalFlow(tracer, content, scope);
    case 'parameter':
    case 'placeholder':
      return tracer.given(content);
    case 'cast':
    case 'try_cast':
    case 'safe_cast':
      return isWholeCast(tracer, content) ? first() : computedFlow([first()]);
    case 'trim':
    case 'l_trim':
    case 'r_trim':
      return isMap(at(content, 'characters')) ? computedFlow(all()) : first();
    case 'case':
      return caseFlow(tracer, content, scope);
    case 'if_func': {
      tracer.condition(at(content, 'condition'), scope);
      return mergedFlow([at(content, 'true_value'), at(content, 'false_value')].map((one) => tracer.value(one, scope)));
    }
    case 'nullif':
    case 'null_if':
      return nullIfFlow(tracer, content, scope);
    case 'min':
    case 'max':
      ofAggregate(tracer, content, scope);
      return extremeFlow(tracer, content, scope);
    case 'function':
    case 'aggregate_function':
      return namedFunction(tracer, content, scope);
    case 'count':
      return countFlow(tracer, content, scope);
    case 'window_function':
      return windowFlow(tracer, content, scope);
    case 'filter':
      tracer.condition(at(content, 'expression'), scope);
      return first();
    case 'within_group':
      return withinGroupFlow(tracer, content, scope);
    case 'star':
      return starFlow(content, scope);
    case 'subquery':
    case 'select':
    case 'union':
    case 'intersect':
    case 'except':
      return mergedFlow(tracer.query(node, scope).map(({ flow }) => flow));
    default:
      return computedFlow(all());
  }
}
