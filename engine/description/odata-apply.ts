/** `$apply` and `$compute`: their faults, and the records that result (OASIS OData Data Aggregation 4.0; OData 4.01, part 2, 5.1.5). */
import { closest } from '../diagnostics/did-you-mean.ts';
import {
  anyValue,
  type DescribedMember,
  type DescribedType,
  lazyMember,
  type ODataVersion,
  type RecordType,
  unknownDescribed,
} from './model.ts';
import { checkFilter, checkOperand } from './odata-expression.ts';
import { isOpenKind, kindWords, operandKind } from './odata-operand.ts';
import { moved, type Part, split } from './odata-parts.ts';
import type { QueryFault } from './query-fault.ts';
import { withRemaining } from './remaining-values.ts';

interface ApplyScope {
  readonly record: DescribedType;
  readonly version: ODataVersion;
}

interface Applied {
  readonly faults: readonly QueryFault[];
  /** The type of the resulting records. */
  readonly record: DescribedType;
}

type NamedType = readonly [name: string, type: DescribedType];

const number: DescribedType = { kind: 'scalar', scalar: 'number', name: 'Edm.Decimal' };

/** Methods of `aggregate`, and whether they take numbers alone. */
const methods: Readonly<Record<string, boolean>> = {
  sum: true,
  average: true,
  min: false,
  max: false,
  countdistinct: false,
};

/** Transformations that keep the type of the records. */
const selecting = [
  ...['identity', 'orderby', 'search', 'skip', 'top', 'topcount', 'topsum', 'toppercent'],
  ...['bottomcount', 'bottomsum', 'bottompercent', 'ancestors', 'descendants'],
];
/** Transformations whose result is not followed. */
const open = ['concat', 'expand', 'join', 'outerjoin', 'nest', 'addnested', 'traverse'];
const all = ['filter', 'groupby', 'aggregate', 'compute', ...selecting, ...open];

const memberOf = (type: DescribedType): DescribedMember =>
  lazyMember(
    { isRequired: false, isReadOnly: true, isWriteOnly: false, isRelated: false, documentation: undefined },
    () => type,
  );

/** The record with further members. */
function withNamed(record: DescribedType, more: readonly NamedType[]): DescribedType {
  if (record.kind !== 'record') return record;
  return {
    ...record,
    members: new Map([...record.members, ...more.map(([name, type]) => [name, memberOf(type)] as const)]),
  };
}

/** A record that has these members alone. A path, as in `customer/name`, is a member of a member. */
function recordOf(
  of: RecordType,
  paths: readonly (readonly [path: readonly string[], type: DescribedType])[],
): RecordType {
  const names = [...new Set(paths.map(([[name = '']]) => name))];
  const members = names.map((name): readonly [string, DescribedMember] => {
    const pathsOfName = paths.filter(([[first]]) => first === name);
    const deeper = pathsOfName.filter(([path]) => path.length > 1);
    const type =
      deeper.length === 0
        ? (pathsOfName[0]?.[1] ?? unknownDescribed)
        : recordOf(
            of,
            deeper.map(([path, inner]) => [path.slice(1), inner] as const),
          );
    return [name, memberOf(type)];
  });
  return { ...of, members: new Map(members), key: [] };
}

class ApplyReader {
  readonly faults: QueryFault[] = [];
  private readonly version: ODataVersion;

  constructor(version: ODataVersion) {
    this.version = version;
  }

  /** The records after the transformations of the text, one after the other. */
  pipeline(part: Part, record: DescribedType): DescribedType {
    let type = record;
    for (const one of split(part, '/')) {
      const match = /^([\w.]+)\s*(?:\((.*)\))?$/s.exec(one.text);
      if (match === null) {
        this.report(
          'syntax',
          one,
          one.text,
          `"${one.text}" is no transformation.`,
          `Transformations are ${all.join(', ')}.`,
        );
        return unknownDescribed;
      }
      const [, name = '', inner = ''] = match;
      type = this.transformed(name, one, { text: inner, offset: one.offset + one.text.indexOf('(') + 1 }, type);
    }
    return type;
  }

  /** The record with the members of `expression as name`, with commas between them. */
  computed(part: Part, record: DescribedType): DescribedType {
    const added = split(part, ',').flatMap((one): readonly NamedType[] => {
      const match = /^(.*\S)\s+as\s+([\p{L}_][\p{L}\p{N}_]*)$/su.exec(one.text);
      if (match === null) {
        this.reportAlias(one);
        return [];
      }
      const [, text = '', name = ''] = match;
      return [[name, this.operand({ text, offset: one.offset }, record)]];
    });
    return withNamed(record, added);
  }

  private report(kind: QueryFault['kind'], { offset }: Part, text: string, message: string, hint: string): void {
    this.faults.push({ kind, offset, length: Math.max(1, text.length), message, hint });
  }

  private reportAlias(part: Part): void {
    if (part.text.includes(anyValue)) return;
    this.report('syntax', part, part.text, `"${part.text}" has no name.`, 'Write `as` and a name after it.');
  }

  private operand(part: Part, record: DescribedType): DescribedType {
    const { faults, type } = checkOperand(part.text, { record, version: this.version });
    this.faults.push(...moved(faults, part.offset));
    return type;
  }

  private transformed(name: string, whole: Part, inner: Part, record: DescribedType): DescribedType {
    switch (name) {
      case 'filter': {
        const { faults, remaining } = checkFilter(inner.text, { record, version: this.version });
        this.faults.push(...moved(faults, inner.offset));
        return inner.text.includes(anyValue) ? record : withRemaining(record, remaining);
      }
      case 'groupby':
        return this.grouped(inner, record);
      case 'aggregate':
        return this.aggregated(inner, record);
      case 'compute':
        return this.computed(inner, record);
    }
    if (selecting.includes(name)) return record;
    if (!open.includes(name) && !name.includes('.')) {
      const near = closest(name, all);
      const hint = near === undefined ? `Transformations are ${all.join(', ')}.` : `Did you mean "${near}"?`;
      this.report('function', whole, name, `OData has no transformation "${name}".`, hint);
    }
    return unknownDescribed;
  }

  /** `groupby((a,b/c),aggregate(…))`. */
  private grouped(inner: Part, record: DescribedType): DescribedType {
    const [list, then] = split(inner, ',');
    if (record.kind !== 'record' || list === undefined) return unknownDescribed;
    const names = split({ text: list.text.replace(/^\(|\)$/g, ''), offset: list.offset + 1 }, ',');
    const isPlain = names.every(({ text }) => /^[\p{L}\p{N}_/]+$/u.test(text));
    const aggregated = then && this.pipeline(then, record);
    // `rollup` and names that are known only when the request is sent.
    if (!isPlain) return unknownDescribed;
    const grouped = names.map((one) => [one.text.split('/'), this.operand(one, record)] as const);
    const added = aggregated?.kind === 'record' ? [...aggregated.members] : [];
    if (aggregated !== undefined && aggregated.kind !== 'record') return unknownDescribed;
    const groups = recordOf(record, grouped);
    return { ...groups, members: new Map([...groups.members, ...added]) };
  }

  /** `aggregate(amount with sum as total,$count as number)`. */
  private aggregated(inner: Part, record: DescribedType): DescribedType {
    if (record.kind !== 'record') return unknownDescribed;
    const named = split(inner, ',').map((part) => this.aggregate(part, record));
    const resulting = named.flatMap((one) => (one === undefined ? [] : [one]));
    const type = recordOf(
      record,
      resulting.map(([name, type]) => [[name], type] as const),
    );
    return { ...type, isOpen: resulting.length < named.length };
  }

  private aggregate(part: Part, record: RecordType): NamedType | undefined {
    const counted = /^(?:.*\/)?\$count\s+as\s+(\w+)$/s.exec(part.text);
    if (counted !== null) return [counted[1] ?? '', number];
    const match = /^(.*\S)\s+with\s+([\w.]+)\s+as\s+(\w+)$/s.exec(part.text);
    if (match === null) {
      this.reportAlias(part);
      return undefined;
    }
    const [, text = '', method = '', name = ''] = match;
    const type = this.operand({ text, offset: part.offset }, record);
    const takesNumbers = methods[method];
    const at: Part = { text: method, offset: part.offset + part.text.indexOf(' with ') + ' with '.length };
    if (takesNumbers === undefined) {
      if (method.includes('.')) return [name, unknownDescribed];
      this.report(
        'function',
        at,
        method,
        `"${method}" is no method of \`aggregate\`.`,
        `Methods are ${Object.keys(methods).join(', ')}.`,
      );
      return [name, unknownDescribed];
    }
    const kind = operandKind(type);
    if (takesNumbers && !isOpenKind(kind) && kind !== 'number')
      this.report('type', part, text, `"${method}" takes numbers, but this is ${kindWords[kind]}.`, 'Use a number.');
    return [name, method === 'min' || method === 'max' ? type : number];
  }
}

/** The records that result of `$apply` and `$compute`; undefined where a request does not have the option. */
export function applied(
  { record, version }: ApplyScope,
  { apply, compute }: { readonly apply: string | undefined; readonly compute: string | undefined },
): { readonly applyFaults: readonly QueryFault[]; readonly computeFaults: readonly QueryFault[] } & Pick<
  Applied,
  'record'
> {
  const [applying, computing] = [new ApplyReader(version), new ApplyReader(version)];
  const after = apply === undefined ? record : applying.pipeline({ text: apply, offset: 0 }, record);
  const type = compute === undefined ? after : computing.computed({ text: compute, offset: 0 }, after);
  return { applyFaults: applying.faults, computeFaults: computing.faults, record: type };
}
