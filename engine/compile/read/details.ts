/** Compiles `details`: a request for each record of a list, whose rows take the place of the record. */
import type { Path } from '../../base/place.ts';
import type { ExchangeBranch } from '../../plan/read.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { BranchSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { compileJoined } from '../http/joined-request.ts';
import { verbsOf } from '../http/verbs.ts';
import type { Names } from '../names/expression-names.ts';
import type { ReadTarget } from '../names/read-target.ts';

interface DetailsInput {
  readonly path: Path;
  readonly spec: Pick<BranchSpec, 'details'>;
  readonly source: string;
  readonly target: ReadTarget;
  /** The names of the records in the list, where these are known. */
  readonly list: Names | undefined;
}

interface CompiledDetails {
  readonly plan: NonNullable<ExchangeBranch['details']>;
  /** The names of the rows that take the place of a record, where these are known. */
  readonly names: Names | undefined;
}

/** The rows are processed as those of the list would be. */
const unprocessed: RowProcessing = {
  ...{ attach: [], each: [], where: undefined, fields: [], compute: undefined, finish: undefined, codes: [] },
  mapCodes: undefined,
};

/** Compiles the `details` of a read; undefined where there are none, or where they cannot be compiled, which is reported. */
export function compileDetails(context: CompileContext, input: DetailsInput): CompiledDetails | undefined {
  const { spec, source, target, list } = input;
  if (spec.details === undefined) return undefined;
  const path = [...input.path, 'details'];
  if (verbsOf(spec.details).length === 0) {
    const message = '`details` has no request: it sends one HTTP request for each record.';
    context.report('MAP112', { path, key: true, message, hint: 'Write `get: /path/{{ $row.id }}`.' });
    return undefined;
  }
  const joined = compileJoined(context, {
    path,
    spec: spec.details,
    source,
    inner: { ...target, source },
    rowsOf: () => unprocessed,
    variable: 'row',
    outer: list?.row,
    extent: 'some',
  });
  if (joined === undefined) return undefined;
  const { exchange, paging, names } = joined;
  return { plan: { exchange, paging, concurrency: spec.details.atOnce ?? 4 }, names };
}
