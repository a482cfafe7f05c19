/** A contract for the kinds of values: rows are stored, listed, and found by each of their ids. */
import type { Contract, Endpoint, Field, Fields } from '../../../../../engine/index.ts';
import type { DialectName } from '../../../../support/kinds.ts';
import { idCases } from './ids.ts';
import { text } from './kind.ts';
import { kindsOf } from './kinds.ts';

const required = { description: 'Identifies.', required: true } as const;
const batch: Field = { type: 'text', ...required };
const sale: Field = { type: 'id', idKind: 'sale', ...required };
const whole: Field = { type: 'integer', ...required };
const common = { app: 'both', title: 'Values', description: 'Generated values.', mustExist: [] } as const;

export const storePath = '/values/store';
export const listPath = '/values/list';
export const findPath = (idKind: string): string => `/values/by-${idKind.toLowerCase()}`;

function listOf(path: string, request: Fields, row: Fields): Endpoint {
  const answer = { kind: 'rows', property: 'rows', row, id: 'sale', paged: false, brokenRow: 'fail' } as const;
  return { ...common, path, request, answer };
}

export function contractFor(dialect: DialectName): Contract {
  const kinds = kindsOf(dialect);
  const idColumns = idCases.flatMap(({ columns }) => columns.map(({ name }) => [name, text] as const));
  const stored: Fields = {
    row: whole,
    ...Object.fromEntries(idColumns),
    ...Object.fromEntries(kinds.map(({ name, request }) => [name, request])),
  };
  const ids: Fields = Object.fromEntries(
    idCases.map(({ idKind }) => [idKind, { type: 'id', idKind, description: 'An id.', required: true } as const]),
  );
  const listed: Fields = {
    sale,
    ...ids,
    ...Object.fromEntries(kinds.map(({ name, answer }) => [name, answer])),
  };
  const store: Endpoint = {
    ...common,
    path: storePath,
    request: { batch, values: { type: 'list', ...required, items: stored } },
    answer: { kind: 'write', fields: { sale }, key: ['batch'], constants: {} },
  };
  const finders = Object.entries(ids).map(([idKind, id]) => listOf(findPath(idKind), { [idKind]: id }, { sale }));
  return { version: '1', endpoints: [store, listOf(listPath, { batch }, listed), ...finders], currencies: new Map() };
}
