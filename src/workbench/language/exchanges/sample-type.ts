/** The types of values in known exchanges, with an example of each member and where it is known from. */
import { isMap } from '../../../../engine/host/index.ts';
import { type KnownExchange, maskedForm, sentence } from '../types/known-exchange.ts';
import type { Member, ValueType } from '../types/members.ts';

/** A value, and where it is known from. */
export interface Sample extends Pick<KnownExchange, 'from' | 'isReal'> {
  readonly value: unknown;
}

/** Values of one member that are read at most: the others of a long list have the same form. */
const mostSamples = 100;
/** Characters of an example. */
const longestExample = 40;

const unknownType: ValueType = { kind: 'unknown' };

function scalarKind(value: unknown): 'number' | 'boolean' | 'date' | 'instant' | 'text' {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (/^\d{4}-\d{2}-\d{2}$/.test(String(value))) return 'date';
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(String(value)) ? 'instant' : 'text';
}

const isGiven = ({ value }: Sample): boolean => value !== undefined && value !== null;

/** `text`, `list of records`, `number or text`. */
function kindText(samples: readonly Sample[]): string {
  const kinds = samples.filter(isGiven).map(({ value }) => {
    if (Array.isArray(value)) return value.some(isMap) ? 'list of records' : 'list';
    return isMap(value) ? 'record' : scalarKind(value);
  });
  return [...new Set(kinds)].join(' or ') || 'null';
}

/** An example of a single value in Markdown, and where it is known from. */
function sampleText(samples: readonly Sample[]): string | undefined {
  const first = samples.find((sample) => isGiven(sample) && typeof sample.value !== 'object') ?? samples.find(isGiven);
  if (first === undefined) return undefined;
  const { value, from, isReal } = first;
  if (typeof value === 'object') return sentence(from);
  const text = String(value)
    .replaceAll(/[`\s]+/g, ' ')
    .slice(0, longestExample);
  const isMasked = isReal && typeof value !== 'boolean';
  return `Example: \`${isMasked ? maskedForm(text) : text}\`,${isMasked ? ' masked,' : ''} ${from}.`;
}

function memberOf(samples: readonly Sample[]): Member {
  return {
    get type() {
      return sampleType(samples);
    },
    get described() {
      return { detail: kindText(samples), documentation: sampleText(samples) };
    },
  };
}

function recordType(records: readonly (Sample & { readonly value: Readonly<Record<string, unknown>> })[]): ValueType {
  const byName = new Map<string, Sample[]>();
  for (const { value, ...sample } of records)
    for (const [name, member] of Object.entries(value)) {
      const samples = byName.get(name) ?? [];
      byName.set(name, samples);
      if (samples.length < mostSamples) samples.push({ ...sample, value: member });
    }
  return {
    kind: 'object',
    members: new Map([...byName].map(([name, samples]) => [name, memberOf(samples)])),
    open: true,
  };
}

/** The type of all of these values together: a record has the members of all records. Unknown if there is none. */
export function sampleType(samples: readonly Sample[]): ValueType {
  const records = samples.flatMap(({ value, ...sample }) => (isMap(value) ? [{ ...sample, value }] : []));
  const items = samples.flatMap(({ value, ...sample }) => {
    const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, mostSamples) : [];
    return list.map((one): Sample => ({ ...sample, value: one }));
  });
  const single = samples.find((sample) => isGiven(sample) && typeof sample.value !== 'object');
  const types: readonly ValueType[] = [
    ...(records.length === 0 ? [] : [recordType(records)]),
    ...(items.length === 0 ? [] : [{ kind: 'list', items: sampleType(items.slice(0, mostSamples)) } as const]),
    ...(single === undefined ? [] : [{ kind: scalarKind(single.value) } as const]),
  ];
  const [only, second] = types;
  if (only === undefined) return unknownType;
  return second === undefined ? only : { kind: 'union', types };
}
