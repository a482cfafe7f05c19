/** What a read is compiled for: the fields that its rows give, and what its expressions and statements may name. */
import type { Fields } from '../../base/contract.ts';
import { memberCoordinate } from '../context/contract-coordinate.ts';
import { type AbsentFields, absentFieldsIn } from '../context/optional-fields.ts';
import type { ParameterScope } from './parameter-scope.ts';

export interface PeriodUse {
  readonly variables: readonly string[];
  readonly used: Set<string>;
}

/** What a read is compiled for. */
export interface ReadTarget {
  /** Fields of the contract that its rows give; undefined for work rows (`prepare`, attached rows without a field of their own). */
  readonly fields: Fields | undefined;
  /** Further names that rows may give besides the contract's: `key` in `find`, `amount` in a statement's entries. */
  readonly extra: readonly string[];
  /** What the profile says of fields that nothing gives. */
  readonly absent?: AbsentFields | undefined;
  readonly scope: ParameterScope;
  /** The source of what the read stands in, which is its own where it names none and can have this one. */
  readonly source?: string | undefined;
  /** Variables that expressions may use besides those of every expression. */
  readonly variables: readonly string[];
  /** Days that requests may name, and be without: those that they use are noted. */
  readonly period?: PeriodUse | undefined;
  /** For diagnostics: `/invoices/list -> invoices[]`. */
  readonly coordinate: string;
}

/** What the rows of a read that stands inside of another one are for: the items of a list of the contract, or work. */
export function innerTarget(name: string, target: ReadTarget): ReadTarget {
  const field = target.fields?.[name];
  const fields = field?.type === 'list' ? field.items : undefined;
  const absent = absentFieldsIn(target.absent, name);
  return { ...target, fields, extra: [], absent, coordinate: memberCoordinate(target.coordinate, `${name}[]`) };
}
