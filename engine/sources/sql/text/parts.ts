/** `{name}` in SQL: parts are inserted once, at start, before any value is known. */
import { type Origin, type Piece, type Template, type TemplateFault, templateFault } from './template.ts';

/**
 * `template` with every part replaced by the template that `lookup` gives for its name, also inside parts. Pieces keep the place
 * where they were written. Faults: unknown parts, parts that contain themselves, blocks inside blocks, and blocks without a value.
 */
export function expandParts(
  template: Template,
  lookup: (name: string) => Template | undefined,
): { readonly template: Template; readonly faults: readonly TemplateFault[] } {
  const faults: TemplateFault[] = [];
  const quoted = [...template.quoted];

  const expandAll = (pieces: readonly Piece[], inside: readonly string[], inBlock: boolean) =>
    pieces.flatMap((piece) => expand(piece, inside, inBlock));

  function expand(piece: Piece, inside: readonly string[], inBlock: boolean): readonly Piece[] {
    switch (piece.kind) {
      case 'text':
      case 'value':
        return [piece];
      case 'block': {
        if (inBlock) faults.push(templateFault('nestedBlock', piece.at));
        const content = expandAll(piece.pieces, inside, true);
        const hasParts = piece.pieces.some(({ kind }) => kind === 'part');
        if (hasParts && !content.some(({ kind }) => kind === 'value')) {
          faults.push(templateFault('blockWithoutValue', piece.at));
        }
        const otherwise = piece.otherwise && expandAll(piece.otherwise, inside, true);
        return [{ ...piece, pieces: content, otherwise }];
      }
      case 'part': {
        const part = inside.includes(piece.name) ? undefined : lookup(piece.name);
        if (!part) {
          faults.push(templateFault(inside.includes(piece.name) ? 'partCycle' : 'unknownPart', piece.at));
          return [];
        }
        quoted.push(...part.quoted);
        return expandAll(part.pieces, [...inside, piece.name], inBlock);
      }
    }
  }

  const pieces = expandAll(template.pieces, [], false);
  return { template: { pieces, quoted }, faults };
}

/** One use of a value in a template. */
export interface ValueUse {
  readonly name: string;
  readonly part: string | undefined;
  readonly offset: number;
  readonly length: number;
  /** Number of its optional block, counted from 0; undefined outside of blocks. */
  readonly block: number | undefined;
  /** It is in the alternative of that block. */
  readonly otherwise: boolean;
  /** Where this block was written; the value may be in a part inside of it. */
  readonly blockAt: Origin | undefined;
}

/** The block that a value is in. */
interface Inside {
  readonly block: number | undefined;
  readonly blockAt: Origin | undefined;
  readonly otherwise: boolean;
}

/** Every use of a value in an expanded template, in order. */
export function valueUses(template: Template): readonly ValueUse[] {
  let blocks = 0;
  function usesIn(piece: Piece, inside: Inside): readonly ValueUse[] {
    switch (piece.kind) {
      case 'value':
        return [{ name: piece.name, ...piece.at, ...inside }];
      case 'block': {
        const own: Inside = { block: blocks++, blockAt: piece.at, otherwise: false };
        return [
          ...piece.pieces.flatMap((inner) => usesIn(inner, own)),
          ...(piece.otherwise ?? []).flatMap((inner) => usesIn(inner, { ...own, otherwise: true })),
        ];
      }
      case 'text':
      case 'part':
        return [];
    }
  }
  const outside: Inside = { block: undefined, blockAt: undefined, otherwise: false };
  return template.pieces.flatMap((piece) => usesIn(piece, outside));
}
