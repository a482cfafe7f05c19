/** What all parts of one write are compiled with. */
import type { Endpoint } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import type { AbsentFields } from '../context/optional-fields.ts';
import type { ParameterScope } from '../names/parameter-scope.ts';
import type { StepNames } from './step-names.ts';

export interface WriteInput {
  /** Path of the endpoint. */
  readonly path: Path;
  readonly endpoint: Endpoint;
  /** The source that the steps run on. */
  readonly source: string;
  readonly scope: ParameterScope;
  /** Variables of all expressions of the write. */
  readonly variables: readonly string[];
  /** The part of the contract that diagnostics name. */
  readonly coordinate: string;
  readonly absent: AbsentFields;
  readonly names: StepNames;
}
