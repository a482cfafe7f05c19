/** The kinds of literals that the values of a request are written as in a query language with quotes. */
import type { Fields } from '../../../base/contract.ts';
import { ownMember } from '../../../base/members.ts';
import type { OperandKind } from '../../../description/odata-functions.ts';
import { type Literals, literals } from '../../../template/literals.ts';
import type { Hole, Piece } from '../../../template/text.ts';
import { numberAtom } from '../../../template/value.ts';
import { singleTypes } from '../../../transform/value-type.ts';
import type { CompileContext } from '../../context/context.ts';
import { idOfField } from '../../context/ids.ts';
import type { ExpressionScope } from '../../expressions/expression-scope.ts';
import { typeOf } from '../../expressions/expressions.ts';

/** What the values of a request may name, and how they are written. */
export interface ValueScope extends ExpressionScope {
  readonly literals: Literals;
  /** The fields that names refer to. */
  readonly fields: Fields;
}

/** The functions that declare the type of a value. Dates have several forms, which services take for one another. */
const byFunction: Readonly<Record<string, OperandKind>> = {
  guid: 'guid',
  decimal: 'number',
  date: 'any',
  datetime: 'any',
  localtime: 'any',
};

function kindOf(context: CompileContext, { expression, typed }: Hole, scope: ValueScope | undefined): OperandKind {
  if (typed !== undefined) return typed === numberAtom ? 'number' : 'any';
  const declared = ownMember(byFunction, expression.bareCall ?? '');
  if (declared !== undefined || scope === undefined) return declared ?? 'any';
  const field = expression.bareName === undefined ? undefined : ownMember(scope.fields, expression.bareName);
  if (field?.type === 'id') {
    const id = idOfField(context, expression.bareName ?? '');
    return id?.parts === undefined && id?.type !== 'integer' ? 'text' : 'any';
  }
  const types = singleTypes(typeOf(expression, scope)).filter(({ kind }) => kind !== 'nothing');
  const [first] = types;
  const kind = first?.kind === 'text' || first?.kind === 'number' || first?.kind === 'boolean' ? first.kind : 'any';
  return types.every((one) => one.kind === kind) ? kind : 'any';
}

/** The kinds by the offsets of the values in the text. `pieces`: of the compiled text. `scope`: undefined for an item of a list, whose members are not known. */
export function holeKinds(
  context: CompileContext,
  text: string,
  pieces: readonly Piece[],
  written: Literals,
  scope: ValueScope | undefined,
): ReadonlyMap<number, OperandKind> {
  const offsets = [...text.matchAll(/\{\{.*?\}\}/gs)].map(({ index }) => index);
  const holes = pieces.flatMap((piece) => (piece.kind === 'hole' ? [piece.hole] : []));
  const isQuoted = written === literals.odata || written === literals['odata-v2'];
  if (!isQuoted || offsets.length !== holes.length) return new Map();
  return new Map(holes.map((hole, index) => [offsets[index] ?? 0, kindOf(context, hole, scope)]));
}
