/** The target of a read: the fields that its rows provide, and the names that its expressions and statements may use. */
import type { Fields } from '../../base/contract.ts';
import { memberCoordinate } from '../context/contract-coordinate.ts';
import { type AbsentFields, absentFieldsIn } from '../context/optional-fields.ts';
import type { ParameterScope } from './parameter-scope.ts';

/** Days that requests may use as variables, and which of them they do use. */
export interface PeriodUse {
  readonly variables: readonly string[];
  readonly used: Set<string>;
}

export interface ReadTarget {
  /** Fields of the contract that its rows provide; undefined for rows that only other steps read, such as those of `prepare`. */
  readonly fields: Fields | undefined;
  /** Further columns that the engine reads: `key` in `find`, `amount` in the entries of an account statement. */
  readonly extra: readonly string[];
  /** The fields that the profile declares absent. */
  readonly absent?: AbsentFields | undefined;
  readonly scope: ParameterScope;
  /** The source of the read around it, which it uses where it names none and the kind fits. */
  readonly source?: string | undefined;
  /** The database in whose transaction the read runs, because it is a step of `prepare` of a write into it. */
  readonly transactionOf?: string | undefined;
  /** Further variables of its expressions. */
  readonly variables: readonly string[];
  /** Days that its requests may use, and may leave out. */
  readonly period?: PeriodUse | undefined;
  /** The part of the contract that diagnostics name: `/invoices/list -> invoices[]`. */
  readonly coordinate: string;
}

/** The target of a read inside another: the items of the contract's list with its name, or rows that only other steps read. */
export function innerTarget(name: string, target: ReadTarget): ReadTarget {
  const field = target.fields?.[name];
  const fields = field?.type === 'list' ? field.items : undefined;
  const absent = absentFieldsIn(target.absent, name);
  return { ...target, fields, extra: [], absent, coordinate: memberCoordinate(target.coordinate, `${name}[]`) };
}
