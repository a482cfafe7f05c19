/** What the texts of an expression may use, and what its checks need. */
import type { Path } from '../../base/place.ts';
import type { TextRange } from '../../diagnostics/reporter.ts';
import type { Functions } from '../../transform/expression.ts';
import type { Variables } from '../../transform/infer-type.ts';
import type { CompileContext } from '../context/context.ts';
import type { ProfileContext } from '../context/profile-context.ts';
import type { Names } from '../names/expression-names.ts';

/** What checking an expression needs: declared settings, a reporter, coverage where it is measured, and places where they are known. */
export type ExpressionContext = ProfileContext &
  Pick<CompileContext, 'cover' | 'onExpression' | 'onScope'> &
  Partial<Pick<CompileContext, 'placeOf'>>;

/** What an expression may use, besides the variables of every expression. */
export interface ExpressionScope {
  readonly variables: readonly string[];
  /** Undefined where its input is not known. */
  readonly names: Names | undefined;
  /** Types of some of the variables. */
  readonly types?: Variables | undefined;
  /** Variables of every expression that do not exist here. */
  readonly unavailable?: readonly string[] | undefined;
  /** Functions that exist only here. */
  readonly functions?: Functions | undefined;
}

/** Some characters of a text in the profile. */
export interface TextLocation {
  readonly path: Path;
  readonly range: TextRange;
}

/** Builds the location of some characters of an expression. */
export type LocationAt = (offset: number, length: number) => TextLocation;
