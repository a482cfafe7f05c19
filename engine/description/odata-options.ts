/** `$select` and `$expand`: their faults, and the form that they give to the records of an answer (OASIS OData 4.01, part 2, 5.1.3 and 5.1.4). */
import { suggest } from '../diagnostics/did-you-mean.ts';
import {
  anyValue,
  type DescribedMember,
  type DescribedType,
  factsOf,
  mayAlsoHave,
  type ODataVersion,
  type RecordType,
  shortName,
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

/** The members that a request asks for. */
export interface Selection {
  /** Names under `$select`; undefined for all. */
  readonly select: readonly string[] | undefined;
  /** The expanded members, each with what is asked of it. */
  readonly expand: ReadonlyMap<string, Selection>;
  /** Values of the other options of an expanded member, such as `$filter`, by their names. */
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
  if (type.kind !== 'record') return undefined;
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
    const steps = split(one, '/');
    for (const step of steps) {
      if (step.text.includes('.')) continue;
      const member = memberAt(type, step, false, faults);
      type = member === undefined ? { kind: 'unknown' } : itemOf(member.type);
    }
    return steps[0]?.text ?? [];
  });
}

/** Reads `$expand` of version 4, with options in brackets, or of the older ones, with paths. */
function expandOf(part: Part, scope: OptionScope, faults: QueryFault[]): ReadonlyMap<string, Selection> {
  const expand = new Map<string, Selection>();
  for (const one of split(part, ',')) {
    if (one.text === '*') continue;
    const bracket = one.text.indexOf('(');
    const path: Part = { text: (bracket < 0 ? one.text : one.text.slice(0, bracket)).trim(), offset: one.offset };
    const [first, ...deeper] = split(path, '/').filter(({ text }) => !text.startsWith('$'));
    if (first === undefined) continue;
    const member = memberAt(scope.record, first, true, faults);
    const inner: OptionScope = { ...scope, record: member === undefined ? { kind: 'unknown' } : itemOf(member.type) };
    const [next] = deeper;
    const rest = next && { text: path.text.slice(next.offset - path.offset), offset: next.offset };
    const options =
      bracket < 0 ? [] : split({ text: one.text.slice(bracket + 1, -1), offset: one.offset + bracket + 1 }, ';');
    const selection =
      rest === undefined ? optionsOf(options, inner, faults) : { ...everything, expand: expandOf(rest, inner, faults) };
    const before = expand.get(first.text);
    expand.set(
      first.text,
      before === undefined ? selection : { ...selection, expand: new Map([...before.expand, ...selection.expand]) },
    );
  }
  return expand;
}

/** The options of an expanded member. */
function optionsOf(options: readonly Part[], scope: OptionScope, faults: QueryFault[]): Selection {
  let selection = everything;
  for (const option of options) {
    const equals = option.text.indexOf('=');
    const name = option.text.slice(0, equals).trim();
    const value: Part = { text: option.text.slice(equals + 1), offset: option.offset + equals + 1 };
    if (name === '$select') selection = { ...selection, select: selectNames(value, scope.record, faults) };
    else if (name === '$expand') selection = { ...selection, expand: expandOf(value, scope, faults) };
    else selection = { ...selection, options: new Map([...selection.options, [name, value.text]]) };
    if (name === '$filter') faults.push(...moved(checkFilter(value.text, scope).faults, value.offset));
    if (name === '$orderby') faults.push(...orderByFaults(value.text, scope, value.offset));
  }
  return selection;
}

/** The faults of `$orderby`. `offset`: the place of the text in a longer one. */
export function orderByFaults(text: string, scope: OptionScope, offset = 0): readonly QueryFault[] {
  return split({ text, offset }, ',').flatMap((part) => moved(orderTermFaults(part.text, scope), part.offset));
}

/** The terms of `$orderby`. Throws `QuerySyntaxError`. */
export const orderTerms = (text: string): readonly OrderTerm[] =>
  split({ text, offset: 0 }, ',').map((part) => parseOrderTerm(part.text));

/** The record as an answer has it: the selected members, and the related ones that are expanded. */
function project(type: DescribedType, selection: Selection, version: ODataVersion): DescribedType {
  if (type.kind === 'list') return { kind: 'list', items: project(type.items, selection, version) };
  if (type.kind !== 'record') return type;
  const { select, expand } = selection;
  const members = [...type.members].flatMap(([name, member]): readonly (readonly [string, DescribedMember])[] => {
    const expanded = expand.get(name);
    if (expanded !== undefined) {
      const inner = project(member.type, expanded, version);
      const type = version === 2 && inner.kind === 'list' ? verboseList(inner) : inner;
      return [[name, { ...factsOf(member), type }]];
    }
    return member.isRelated || (select !== undefined && !select.includes(name)) ? [] : [[name, member]];
  });
  return { ...type, members: new Map([...members, ...recordExtras(version)]) };
}

/** `$select` and `$expand` of a request; undefined where a request does not have them, or where their text is only known when it is sent. */
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
  if ([options.select, options.expand].some((text) => text?.includes(anyValue) === true))
    return { selectFaults: [], expandFaults: [], type: { kind: 'unknown' } };
  const { selection, selectFaults, expandFaults } = selectionOf(scope, options);
  return { selectFaults, expandFaults, type: project(scope.record, selection, scope.version) };
}
