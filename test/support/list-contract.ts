/** Small contracts for tests of the engine: lists of rows. */
import type { Contract, Endpoint, Fields } from '../../engine/index.ts';

interface ListForm {
  /** Fields of a row; `id` identifies it. */
  readonly row: Fields;
  readonly request?: Fields;
  /** The member of the answer with the rows. */
  readonly property?: string;
  readonly paged?: boolean;
  readonly brokenRow?: 'fail' | 'drop';
}

/** An endpoint that answers a list. */
export const listEndpoint = (
  path: string,
  { row, request = {}, property = 'rows', paged = false, brokenRow = 'fail' }: ListForm,
): Endpoint => ({
  ...{ path, app: 'both', title: path, description: path, request, mustExist: [] },
  answer: { kind: 'rows', property, row, id: 'id', paged, brokenRow },
});

/** A contract without currencies. */
export const contractOf = (endpoints: readonly Endpoint[]): Contract => ({
  ...{ version: '1', currencies: new Map(), endpoints },
});

/** A contract of lists of the same form. */
export const listContract = (paths: readonly string[], form: ListForm): Contract =>
  contractOf(paths.map((path) => listEndpoint(path, form)));

/** The fields of requests for pages. */
export const pageFields: Fields = {
  page: { type: 'integer', required: false, minimum: 1, default: 1, description: '' },
  limit: { type: 'integer', required: false, minimum: 1, default: 500, description: '' },
};
