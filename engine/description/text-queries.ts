/** Query languages other than OData's, as far as their texts name properties: the `where` of Xero, and the statements of QuickBooks Online. */
import { closest } from '../diagnostics/did-you-mean.ts';
import { anyValue, type DescribedMember, type DescribedType, mayAlsoHave, shortName } from './model.ts';
import type { QueryFault } from './query-fault.ts';

interface Token {
  readonly kind: 'text' | 'name' | 'sign';
  readonly text: string;
  readonly offset: number;
}

const pattern = new RegExp(
  [
    `(?<text>"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*')`,
    '(?<name>[\\p{L}_][\\p{L}\\p{N}_]*(?:\\.[\\p{L}_][\\p{L}\\p{N}_]*)*)',
    `(?<other>\\d[\\w.:-]*|${anyValue}+)`,
    '(?<sign>[^\\s\\w])',
  ].join('|'),
  'gu',
);

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(pattern)].flatMap(({ index, groups = {}, 0: whole }): readonly Token[] => {
    const kind = (['text', 'name', 'sign'] as const).find((one) => groups[one] !== undefined);
    return kind === undefined ? [] : [{ kind, text: whole, offset: index }];
  });
}

const inner = (type: DescribedType): DescribedType => (type.kind === 'list' ? type.items : type);

interface PathResult {
  readonly fault: QueryFault | undefined;
  readonly member: DescribedMember | undefined;
}

/** Follows the parts of a name from a record. Both languages ignore case. */
function followed(record: DescribedType, { text, offset }: Token): PathResult {
  let type = record;
  let member: DescribedMember | undefined;
  let at = offset;
  for (const part of text.split('.')) {
    if (type.kind !== 'record') return { fault: undefined, member: undefined };
    const { members, name } = type;
    const memberName = [...members.keys()].find((one) => one.toLowerCase() === part.toLowerCase());
    member = memberName === undefined ? undefined : members.get(memberName);
    if (member === undefined) {
      if (mayAlsoHave(type, part)) return { fault: undefined, member: undefined };
      const near = closest(part, [...members.keys()]);
      const owner = name === '' ? 'The type' : shortName(name);
      const fault: QueryFault = {
        kind: 'property',
        offset: at,
        length: part.length,
        message: `${owner} has no property "${part}".`,
        hint: near === undefined ? `It has ${[...members.keys()].join(', ')}.` : `Did you mean "${near}"?`,
        ...(near === undefined ? {} : { replacement: near }),
      };
      return { fault, member: undefined };
    }
    type = inner(member.type);
    at += part.length + 1;
  }
  return { fault: undefined, member };
}

/** The fault of a text that a member with listed values is compared with. */
function valueFault(member: DescribedMember | undefined, token: Token | undefined): QueryFault | undefined {
  const type = member?.type;
  if (token?.kind !== 'text' || type?.kind !== 'scalar' || type.values === undefined) return undefined;
  const written = token.text.slice(1, -1);
  if (type.values.includes(written)) return undefined;
  const near = closest(written, type.values);
  return {
    kind: 'value',
    offset: token.offset,
    length: token.text.length,
    message: `"${written}" is no value of ${shortName(type.name)}.`,
    hint: near === undefined ? `Its values are ${type.values.join(', ')}.` : `Did you mean "${near}"?`,
  };
}

/** The faults of names, and of the texts that they are compared with. `skipped`: words of the language. */
function namesFaults(
  tokens: readonly Token[],
  record: DescribedType,
  skipped: readonly string[],
): readonly QueryFault[] {
  return tokens.flatMap((token, index): readonly QueryFault[] => {
    if (token.kind !== 'name' || skipped.includes(token.text.toLowerCase())) return [];
    const isCalled = tokens[index + 1]?.text === '(';
    // `Name.Contains("x")` calls a method of a property, and `DateTime(2026,1,31)` makes a value.
    const path = isCalled ? token.text.split('.').slice(0, -1).join('.') : token.text;
    if (path === '') return [];
    const { fault, member } = followed(record, { ...token, text: path });
    const signs = tokens.slice(index + 1).findIndex(({ kind }) => kind !== 'sign');
    const isCompared = !isCalled && signs > 0 && tokens[index + 1]?.text !== ')';
    const wrong = isCompared ? valueFault(member, tokens[index + 1 + signs]) : undefined;
    return [fault, wrong].filter((one) => one !== undefined);
  });
}

/** The faults of a `where` of Xero, such as `Name == "x" AND Status == "ACTIVE"`, over the type of the records. */
export const whereFaults = (text: string, record: DescribedType): readonly QueryFault[] =>
  namesFaults(tokensOf(text), record, ['and', 'or', 'true', 'false', 'null', 'guid', 'datetime']);

const statementWords = [
  ...['select', 'from', 'where', 'and', 'in', 'like', 'order', 'by', 'orderby', 'asc', 'desc', 'true', 'false'],
  ...['startposition', 'maxresults', 'count'],
];

/** The faults of a statement of QuickBooks Online, such as `select * from Customer where Active = true`. `entities`: a record with a member for each entity. */
export function statementFaults(text: string, entities: DescribedType): readonly QueryFault[] {
  const tokens = tokensOf(text);
  const at = tokens.findIndex((token) => token.text.toLowerCase() === 'from') + 1;
  const entity = tokens[at];
  if (at === 0 || entity?.kind !== 'name') return [];
  const { fault, member } = followed(entities, entity);
  if (fault !== undefined) return [fault];
  const others = tokens.filter((token) => token !== entity);
  return member === undefined ? [] : namesFaults(others, inner(member.type), statementWords);
}
