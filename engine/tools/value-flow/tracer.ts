/** The parts of a trace call each other through this interface: values contain queries, and queries contain values. */
import { isMap } from '../../base/members.ts';
import type { Flow, FlowOutput } from './flow.ts';
import type { ColumnsOf, Scope } from './scope.ts';

export interface Tracer {
  readonly columnsOf: ColumnsOf;
  /** Whether `+` joins texts. */
  readonly plusJoins: boolean;
  /** Whether the type `char` without a length has one letter. */
  readonly charIsOneLetter: boolean;
  /** Notes that a part of the statement is traced: one that is not is refused at the end. */
  reached(node: unknown): void;
  /** The flow of a placeholder. */
  given(placeholder: unknown): Flow;
  value(node: unknown, scope: Scope): Flow;
  /** Notes what a condition reveals about columns. */
  condition(node: unknown, scope: Scope): void;
  /** The result of a query. Throws `Untraceable`. */
  query(node: unknown, outer: Scope | undefined): readonly FlowOutput[];
  /**
   * Notes that the result depends on these values: whether they are equal, or which comes first. Where only one of two columns is
   * masked, equal values reveal it.
   */
  compare(flows: readonly Flow[], how: 'equal' | 'order'): void;
  /** Notes that the result depends on these values in a way that reveals more than their masked form. `reason`: a clause. */
  refuse(flow: Flow, reason: string): void;
}

/** A node of the library's tree: one key, which is its kind, and its content. */
export function kindOf(node: unknown): readonly [kind: string, content: unknown] | undefined {
  if (!isMap(node)) return undefined;
  const entries = Object.entries(node);
  const [first] = entries;
  return entries.length === 1 && first !== undefined ? first : undefined;
}
