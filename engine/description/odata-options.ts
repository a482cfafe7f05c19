/** `$select` and `$expand`: their faults, and the form that they give to the records of an answer (OASIS OData 4.01, part 2, 5.1.3 and 5.1.4). */
import { suggest } from '../diagnostics/did-you-mean.ts';
import {
  anyValue,
  type DescribedMember,
  type DescribedType,
  factsOf,
  lazyMember,
  mayAlsoHave,
  type ODataVersion,
  type RecordType,
  shortName,
  unknownDescribed,
} from './model.ts';
import { verboseList } from './odata-answer.ts';
import { checkFilter, orderTermFaults } from './odata-expression.ts';
import { parseOrderTerm } from './odata-parser.ts';
import { moved, type Part, split } from './odata-parts.ts';
import type { OrderTerm } from './odata-tree.ts';
import { recordExtras } from './odata-types.ts';
import type { QueryFault } from './query-fault.ts';

/** System query options (OASIS OData 4.01, part 2, 5.1; 2.0, 4), and the option of Business Central that chooses the form of its metadata. */
export const systemOptions = [
  ...['$filter', '$select', '$expand', '$orderby', '$top', '$skip', '$count', '$search', '$apply', '$compute'],
  ...['$format', '$inlinecount', '$skiptoken', '$levels', '$index', '$schemaversion', '$deltatoken', '$crossjoin'],
];

/** Options of an expanded member, and the form of the values of those that are no expressions. */
const expandOptions: Readonly<Record<string, RegExp | undefined>> = {
  ...Object.fromEntries(
    ['$filter', '$select', '$expand', '$orderby', '$search', '$apply', '$compute'].map((name) => [name, undefined]),
  ),
  $top: /^\d+$/,
  $skip: /^\d+$/,
  $count: /^(?:true|false)$/,
  $levels: /^(?:\d+|max)$/,
};

/** The members that a request asks for. */
export interface Selection {
  /** Names under `$select`; undefined for all. */
  readonly select: readonly string[] | undefined;
  /** The expanded members, each with what is asked of it. */
  readonly expand: ReadonlyMap<string, Selection>;
  /** Values of the other options of an expanded member, such as `$filter`, by their names. `$ref` stands for links in place of records. */
  readonly options: ReadonlyMap<string, string>;
}

const everything: Selection = { select: undefined, expand: new Map(), options: new Map() };

interface OptionScope {
  readonly record: DescribedType;
  readonly version: ODataVersion;
}

function unknownName(record: RecordType, { text, offset }: Part, among: readonly string[]): QueryFault {
  const owner = shortName(record.name);
  return {
    kind: 'property',
    offset,
    length: Math.max(1, text.length),
    message: `${owner === '' ? 'The type' : owner} has no property "${text}"${among.length < record.members.size ? ' to expand' : ''}.`,
    hint: suggest(text, among),
  };
}

/** The member that a name means; undefined, and a fault, where the type does not have it. */
function memberAt(
  type: DescribedType,
  part: Part,
  isRelated: boolean,
  faults: QueryFault[],
): DescribedMember | undefined {
  if (type.kind !== 'record' || part.text.includes(anyValue)) return undefined;
  const member = type.members.get(part.text);
  const isUsable = member !== undefined && (!isRelated || member.isRelated || member.type.kind === 'record');
  if (!isUsable && !mayAlsoHave(type, part.text)) {
    const names = [...type.members].flatMap(([name, one]) => (!isRelated || one.isRelated ? [name] : []));
    faults.push(unknownName(type, part, names));
  }
  return isUsable ? member : undefined;
}

const itemOf = (type: DescribedType): DescribedType => (type.kind === 'list' ? type.items : type);

/** The names of `$select`. A path, as in `address/city`, selects its first part. */
function selectNames(part: Part, record: DescribedType, faults: QueryFault[]): readonly string[] | undefined {
  const parts = split(part, ',');
  if (parts.some(({ text }) => text === '*')) return undefined;
  return parts.flatMap((one) => {
    let type = record;
    // A cast leads to a type that is based on this one.
    const steps = split(one, '/').filter(({ text }) => !text.includes('.'));
    for (const step of steps) {
      const member = memberAt(type, step, false, faults);
      type = member === undefined ? { kind: 'unknown' } : itemOf(member.type);
    }
    return steps[0]?.text ?? [];
  });
}

/** An item of `$expand`: a path, and the options in brackets after it. */
function expandItem(item: Part, faults: QueryFault[]): { readonly path: Part; readonly options: readonly Part[] } {
  const bracket = item.text.indexOf('(');
  if (bracket < 0) return { path: item, options: [] };
  const path: Part = { text: item.text.slice(0, bracket).trim(), offset: item.offset };
  if (!item.text.endsWith(')')) {
    const hint = 'Options of an expanded property are in brackets, with ; between them.';
    faults.push(optionFault('syntax', item, `"${path.text}" is not followed by options in brackets.`, hint));
    return { path, options: [] };
  }
  const inside: Part = { text: item.text.slice(bracket + 1, -1), offset: item.offset + bracket + 1 };
  return { path, options: split(inside, ';') };
}

const optionFault = (kind: QueryFault['kind'], { text, offset }: Part, message: string, hint: string): QueryFault => ({
  kind,
  offset,
  length: Math.max(1, text.length),
  message,
  hint,
});

/** Reads `$expand` of version 4, with options in brackets, or of the older ones, with paths. */
function expandOf(part: Part, scope: OptionScope, faults: QueryFault[]): ReadonlyMap<string, Selection> {
  const expand = new Map<string, Selection>();
  for (const item of split(part, ',')) {
    const { path, options } = expandItem(item, faults);
    const steps = split(path, '/').filter(({ text }) => text !== '');
    for (const [name, selection] of expandedAt(steps, options, scope, faults)) {
      const before = expand.get(name);
      const both = before && new Map([...before.expand, ...selection.expand]);
      expand.set(name, both === undefined ? selection : { ...selection, expand: both });
    }
  }
  return expand;
}

/** What a path of `$expand` asks for: `orders`, `orders/lines`, `NS.vip/agent`, `orders/$ref`, `orders/$count`, `*`. */
function expandedAt(
  [first, ...deeper]: readonly Part[],
  options: readonly Part[],
  scope: OptionScope,
  faults: QueryFault[],
): readonly (readonly [string, Selection])[] {
  // The number of related records is another member, such as `orders@odata.count`.
  if (first === undefined || deeper[0]?.text === '$count') return [];
  const isReference = deeper[0]?.text === '$ref';
  if (first.text === '*') {
    const { record } = scope;
    const related = record.kind === 'record' ? [...record.members].filter(([, { isRelated }]) => isRelated) : [];
    const selection = selectionIn(options, { ...scope, record: unknownDescribed }, isReference, faults);
    return related.map(([name]) => [name, selection]);
  }
  // A cast leads to a type that is based on this one.
  if (first.text.includes('.')) return expandedAt(deeper, options, { ...scope, record: unknownDescribed }, faults);
  const member = memberAt(scope.record, first, true, faults);
  const inner: OptionScope = { ...scope, record: member === undefined ? unknownDescribed : itemOf(member.type) };
  if (deeper.length === 0 || isReference) return [[first.text, selectionIn(options, inner, isReference, faults)]];
  return [[first.text, { ...everything, expand: new Map(expandedAt(deeper, options, inner, faults)) }]];
}

/** What the options of an expanded member ask for. `isReference`: links in place of records. */
function selectionIn(
  options: readonly Part[],
  outer: OptionScope,
  isReference: boolean,
  faults: QueryFault[],
): Selection {
  const named = options.map((option) => {
    const equals = option.text.indexOf('=');
    const name: Part = {
      text: (equals < 0 ? option.text : option.text.slice(0, equals)).trim(),
      offset: option.offset,
    };
    return { name, value: { text: option.text.slice(name.text.length + 1), offset: option.offset + equals + 1 } };
  });
  // What these make of the records is not followed.
  const isChanged = named.some(({ name }) => name.text === '$apply' || name.text === '$compute');
  const scope: OptionScope = isChanged ? { ...outer, record: unknownDescribed } : outer;
  let selection = isReference ? { ...everything, options: new Map([['$ref', '']]) } : everything;
  for (const { name, value } of named) {
    if (name.text === '$select') selection = { ...selection, select: selectNames(value, scope.record, faults) };
    else if (name.text === '$expand') selection = { ...selection, expand: expandOf(value, scope, faults) };
    else selection = { ...selection, options: new Map([...selection.options, [name.text, value.text]]) };
    if (name.text === '$filter') faults.push(...moved(checkFilter(value.text, scope).faults, value.offset));
    if (name.text === '$orderby') faults.push(...orderByFaults(value.text, scope, value.offset));
    faults.push(...formFaults(name, value));
  }
  return selection;
}

/** The faults of the name of an option in brackets, and of a value that is no expression. */
function formFaults(name: Part, value: Part): readonly QueryFault[] {
  if (name.text.includes(anyValue) || name.text === '') return [];
  if (!Object.hasOwn(expandOptions, name.text)) {
    const hint = suggest(name.text, Object.keys(expandOptions));
    return [optionFault('property', name, `OData has no option "${name.text}" inside of $expand.`, hint)];
  }
  if (value.text.includes(anyValue) || expandOptions[name.text]?.test(value.text.trim()) !== false) return [];
  return [optionFault('syntax', value, `"${value.text}" is no value of ${name.text}.`, 'Give another value.')];
}

/** The faults of `$orderby`. `offset`: the place of the text in a longer one. */
export function orderByFaults(text: string, scope: OptionScope, offset = 0): readonly QueryFault[] {
  return split({ text, offset }, ',').flatMap((part) => moved(orderTermFaults(part.text, scope), part.offset));
}

/** The terms of `$orderby`. Throws `QuerySyntaxError`. */
export const orderTerms = (text: string): readonly OrderTerm[] =>
  split({ text, offset: 0 }, ',').map((part) => parseOrderTerm(part.text));

/** The selection of an expanded member. With `$levels` it expands the member of the same name in its records. */
function nextLevel(name: string, selection: Selection): Selection {
  const { $levels: levels, ...others } = Object.fromEntries(selection.options);
  if (levels === undefined || Number(levels) <= 1) return selection;
  const further = { ...others, $levels: levels === 'max' ? levels : String(Number(levels) - 1) };
  const next: Selection = { ...selection, options: new Map(Object.entries(further)) };
  return { ...selection, expand: new Map([...selection.expand, [name, next]]) };
}

/** Whether a name is only known when the request is sent. */
function hasOpenName({ select = [], expand, options }: Selection): boolean {
  const names = [...select, ...expand.keys(), ...options.keys()];
  return names.some((name) => name.includes(anyValue)) || [...expand.values()].some(hasOpenName);
}

/** The record as an answer has it: the selected members, and the related ones that are expanded. */
function project(type: DescribedType, selection: Selection, version: ODataVersion): DescribedType {
  if (type.kind === 'list') return { kind: 'list', items: project(type.items, selection, version) };
  if (type.kind !== 'record') return type;
  const { select, expand } = selection;
  if (selection.options.has('$ref')) return unknownDescribed;
  const members = [...type.members].flatMap(([name, member]): readonly (readonly [string, DescribedMember])[] => {
    const expanded = expand.get(name);
    if (expanded !== undefined) {
      const typeOf = (): DescribedType => {
        const inner = project(member.type, nextLevel(name, expanded), version);
        return version === 2 && inner.kind === 'list' ? verboseList(inner) : inner;
      };
      return [[name, lazyMember(factsOf(member), typeOf)]];
    }
    return member.isRelated || (select !== undefined && !select.includes(name)) ? [] : [[name, member]];
  });
  return { ...type, members: new Map([...members, ...recordExtras(version)]) };
}

/** `$select` and `$expand` of a request; undefined where a request does not have them. */
export interface ShapeOptions {
  readonly select: string | undefined;
  readonly expand: string | undefined;
}

interface CheckedSelection {
  readonly selection: Selection;
  readonly selectFaults: readonly QueryFault[];
  readonly expandFaults: readonly QueryFault[];
}

/** What both options ask for, and their faults by option. */
export function selectionOf(scope: OptionScope, { select, expand }: ShapeOptions): CheckedSelection {
  const selectFaults: QueryFault[] = [];
  const expandFaults: QueryFault[] = [];
  const selection: Selection = {
    ...everything,
    select: select === undefined ? undefined : selectNames({ text: select, offset: 0 }, scope.record, selectFaults),
    expand: expand === undefined ? new Map() : expandOf({ text: expand, offset: 0 }, scope, expandFaults),
  };
  return { selection, selectFaults, expandFaults };
}

/** The faults of both options, by option, and the type of a record in the answer. */
export function shapeOf(
  scope: OptionScope,
  options: ShapeOptions,
): Omit<CheckedSelection, 'selection'> & { readonly type: DescribedType } {
  const { selection, selectFaults, expandFaults } = selectionOf(scope, options);
  const type = hasOpenName(selection) ? unknownDescribed : project(scope.record, selection, scope.version);
  return { selectFaults, expandFaults, type };
}
