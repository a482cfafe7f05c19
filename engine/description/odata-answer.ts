/** The body of an answer of OData: the records inside of what each version puts around them (OData JSON format 4.01, 11 and 13; 2.0, 4). */
import {
  type DescribedMember,
  type DescribedType,
  type ErrorBodies,
  type ODataOperation,
  type ODataVersion,
  unknownDescribed,
} from './model.ts';
import { anyText, protocolMember } from './odata-types.ts';

const number: DescribedType = { kind: 'scalar', scalar: 'any', name: 'Edm.Int64' };

/** A record that the protocol puts around others. */
function record(members: readonly (readonly [string, DescribedType])[]): DescribedType {
  const described = members.map(([name, type]): readonly [string, DescribedMember] => [name, protocolMember(type)]);
  return { kind: 'record', name: '', members: new Map(described), isOpen: false, own: undefined, key: [] };
}

/** Lists of version 2 are inside of a record, also those of `$expand`. */
export const verboseList = (list: DescribedType): DescribedType =>
  record([
    ['results', list],
    ['__count', number],
    ['__next', anyText],
  ]);

const anyScalar: DescribedType = { kind: 'scalar', scalar: 'any', name: 'a value' };

/** The error of OData 4 (OData JSON format 4.01, 21.1): services add members to the inner error alone. */
const error4 = record([
  [
    'error',
    record([
      ['code', anyText],
      ['message', anyText],
      ['target', anyText],
      [
        'details',
        {
          kind: 'list',
          items: record([
            ['code', anyText],
            ['message', anyText],
            ['target', anyText],
          ]),
        },
      ],
      ['innererror', unknownDescribed],
    ]),
  ],
]);

/** The error of the older versions (OData 2.0, JSON format, 10): the message has a language. Version 3 has another name for it without metadata. */
const olderError = record([
  ['code', anyScalar],
  [
    'message',
    record([
      ['lang', anyText],
      ['value', anyText],
    ]),
  ],
  ['innererror', unknownDescribed],
]);

/** The bodies of errors. */
export function odataErrors(version: ODataVersion): ErrorBodies {
  switch (version) {
    case 2:
      return [['default', record([['error', olderError]])]];
    case 3:
      return [
        [
          'default',
          record([
            ['error', olderError],
            ['odata.error', olderError],
          ]),
        ],
      ];
    case 4:
      return [['default', error4]];
  }
}

/** The answer to an operation whose records have the type. */
export function odataAnswer({ version, isCollection, target }: ODataOperation, item: DescribedType): DescribedType {
  if (!isCollection) {
    if (version !== 4 || target.kind !== 'scalar') return version === 2 ? record([['d', item]]) : item;
    return record([
      ['@odata.context', anyText],
      ['value', item],
    ]);
  }
  const list: DescribedType = { kind: 'list', items: item };
  const verbose = verboseList(list);
  switch (version) {
    case 2:
      return record([['d', verbose]]);
    case 3:
      return record([
        ['odata.metadata', anyText],
        ['odata.count', number],
        ['odata.nextLink', anyText],
        ['value', list],
        ['d', verbose],
      ]);
    case 4:
      return record([
        ['@odata.context', anyText],
        ['@odata.count', number],
        ['@odata.nextLink', anyText],
        ['@odata.deltaLink', anyText],
        ['value', list],
      ]);
  }
}
