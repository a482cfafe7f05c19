/** What the compilers of the parts of the language use of each other. */

import type { Library } from '../library/library.ts';
import type { Evaluate } from './frame.ts';
import type { Scope } from './scope.ts';
import type { Node, NodeOf } from './tree.ts';

export interface Compiler {
  /** Compiles a node with its filters and its group. */
  compile(node: Node, scope: Scope): Evaluate;
  /** Compiles a condition whose parts are compiled already. */
  condition(node: NodeOf<'condition'>, scope: Scope, then: Evaluate, otherwise: Evaluate | undefined): Evaluate;
  readonly library: Library;
}
