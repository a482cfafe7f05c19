/** `$apply` and `$compute`: faults, and the members of the records that result. Expected values follow from the protocol and the document. */
import { describe, expect, it } from 'vitest';
import { anyValue, type DescribedType } from '../../../engine/description/model.ts';
import { applied } from '../../../engine/description/odata-apply.ts';
import { readDescription } from '../../../engine/description/read.ts';
import { metadata4 } from './metadata.ts';

const resolution = readDescription(metadata4, 'acme.xml').resolve('GET', '/customers', '');
if (resolution.kind !== 'operation' || resolution.operation.protocol !== 'odata') throw new Error('no operation');
const { target } = resolution.operation;

const apply = (text: string) => applied({ record: target, version: 4 }, { apply: text, compute: undefined });

/** The members with their kinds; those of records in brackets. */
function shown(type: DescribedType): string {
  switch (type.kind) {
    case 'record':
      return [...type.members].map(([name, member]) => `${name}:${shown(member.type)}`).join(' ');
    case 'scalar':
      return type.scalar;
    case 'list':
    case 'tuple':
      return 'list';
    case 'unknown':
      return 'unknown';
  }
}

describe('$apply', () => {
  it.each([
    ['aggregate(creditLimit with sum as total,$count as number)', 'total:number number:number'],
    ['groupby((blocked,address/city))', 'blocked:boolean address:city:text'],
    [
      'filter(blocked eq false)/groupby((number),aggregate(creditLimit with max as most,number with countdistinct as n))',
      'number:text most:number n:number',
    ],
    ['groupby((number),aggregate(balance with sum as s))/filter(s gt 5)/topcount(3,s)', 'number:text s:number'],
    ['aggregate(creditLimit mul 2 with average as double)', 'double:number'],
    ['groupby((rollup($all,number)))', 'unknown'],
    ['concat(identity,aggregate($count as n))', 'unknown'],
    [`filter(number eq ${anyValue})/groupby((number))`, 'number:text'],
  ])('%s makes %s', (text, members) => {
    const { applyFaults, record } = apply(text);
    expect(applyFaults).toEqual([]);
    expect(record.kind === 'record' ? shown(record) : record.kind).toBe(members);
  });

  it.each([
    ['filter(blockd eq false)/groupby((number))', 'property', 'blockd'],
    ['groupby((number,town))', 'property', 'town'],
    ['groupby((number),aggregate(limit with sum as x))', 'property', 'limit'],
    ['groupby((number))/filter(creditLimit gt 5)', 'property', 'creditLimit'],
    ["groupby((address))/filter(address/town eq 'Leeds')", 'property', 'town'],
    ['aggregate(number with sum as x)', 'type', 'number'],
    ['aggregate(creditLimit with total as x)', 'function', 'total'],
    ['aggregate(creditLimit with sum)', 'syntax', 'creditLimit with sum'],
    ['group((number))', 'function', 'group'],
  ])('%s has a fault of kind %s at %s', (text, kind, at) => {
    const faults = apply(text).applyFaults.map(({ kind, offset, length }) => [
      kind,
      text.slice(offset, offset + length),
    ]);
    expect(faults).toEqual([[kind, at]]);
  });

  it('$compute adds members to what $apply makes', () => {
    const text = 'groupby((number),aggregate(creditLimit with sum as s))';
    const { record, computeFaults } = applied(
      { record: target, version: 4 },
      { apply: text, compute: 's mul 2 as twice,toupper(number) as big' },
    );
    expect(computeFaults).toEqual([]);
    expect(shown(record)).toBe('number:text s:number twice:number big:text');
    const wrong = applied({ record: target, version: 4 }, { apply: text, compute: 'creditLimit as limit' });
    expect(wrong.computeFaults.map(({ kind }) => kind)).toEqual(['property']);
  });
});
