/** `{name}` and `{name(a, b)}` in SQL: parts are inserted once, at start, before any value is known. */
import { enclosed, hiddenName, trimmed } from './arguments.ts';
import type { PartPiece, Piece, Template } from './template.ts';
import { type Origin, type TemplateFault, templateFault } from './template-fault.ts';

/** The text of a part, and the names of its parameters. */
export interface SqlPart {
  readonly template: Template;
  readonly parameters: readonly string[];
}

/** Where a piece is inserted: in which parts, with which arguments by the names of their parameters, and whether in an optional block. */
interface Scope {
  readonly inside: readonly string[];
  readonly args: ReadonlyMap<string, readonly Piece[]>;
  readonly inBlock: boolean;
}

const counted = (names: readonly string[]): string =>
  names.length === 0
    ? 'no parameters'
    : `${names.length === 1 ? 'the parameter' : 'the parameters'} ${names.join(', ')}`;

/**
 * `template` with every part replaced by the part that `lookup` gives for its name, also inside parts, and the parameters of parts by their
 * arguments. Pieces keep the place where they were written: an argument that of the use. Faults: unknown parts, parts that contain themselves, wrong numbers of arguments,
 * blocks inside blocks or arguments, and blocks without a value.
 */
export function expandParts(
  template: Template,
  lookup: (name: string) => SqlPart | undefined,
): { readonly template: Template; readonly faults: readonly TemplateFault[] } {
  const faults: TemplateFault[] = [];
  const quoted = [...template.quoted];

  const expandAll = (pieces: readonly Piece[], scope: Scope) => pieces.flatMap((piece) => expand(piece, scope));

  function expand(piece: Piece, scope: Scope): readonly Piece[] {
    switch (piece.kind) {
      case 'text':
      case 'value':
        return [piece];
      case 'block': {
        if (scope.inBlock) faults.push(templateFault('nestedBlock', piece.at));
        const blockScope: Scope = { ...scope, inBlock: true };
        const content = expandAll(piece.pieces, blockScope);
        const hasParts = piece.pieces.some(({ kind }) => kind === 'part');
        if (hasParts && !content.some(({ kind }) => kind === 'value')) {
          faults.push(templateFault('blockWithoutValue', piece.at));
        }
        const otherwise = piece.otherwise && expandAll(piece.otherwise, blockScope);
        return [{ ...piece, pieces: content, otherwise }];
      }
      case 'part':
        return expandPart(piece, scope);
    }
  }

  function expandPart(piece: PartPiece, scope: Scope): readonly Piece[] {
    const { name, at } = piece;
    const argument = scope.args.get(name);
    const part = argument === undefined && !scope.inside.includes(name) ? lookup(name) : undefined;
    if (argument === undefined && part === undefined) {
      faults.push(templateFault(scope.inside.includes(name) ? 'partCycle' : 'unknownPart', at));
      return [];
    }
    const parameters = part?.parameters ?? [];
    const isComplete = piece.args.every((one) => one.at.length > 0);
    if (isComplete && piece.args.length !== parameters.length) {
      const uses = piece.args.length === 1 ? '1 argument' : `${piece.args.length} arguments`;
      const what = part === undefined ? 'parameter' : 'part';
      const message = `The ${what} "${name}" has ${counted(parameters)}, and this use gives ${uses}.`;
      faults.push(templateFault('wrongArguments', at, message));
    }
    if (part === undefined) return argument ?? [];
    quoted.push(...part.template.quoted);
    const given = piece.args.map((one) => {
      const content = expandAll(trimmed(one), scope);
      if (content.some(({ kind }) => kind === 'block')) faults.push(templateFault('blockInArgument', one.at));
      return enclosed(content, one.at);
    });
    const content = expandAll(part.template.pieces, {
      inside: [...scope.inside, name],
      args: new Map(parameters.map((parameter, index) => [parameter, given[index] ?? []])),
      inBlock: scope.inBlock,
    });
    const inserted = new Set(given.flat());
    const partPieces = content.filter((one) => !inserted.has(one));
    for (const [index, argument] of given.entries()) {
      const hidden = hiddenName(argument, partPieces);
      if (hidden === undefined) continue;
      const message = `In the part "${name}" the name ${hidden} is that of a table of its own, so that this argument would mean that table.`;
      faults.push(templateFault('hiddenName', piece.args[index]?.at ?? at, message));
    }
    return content;
  }

  const pieces = expandAll(template.pieces, { inside: [], args: new Map(), inBlock: false });
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
        const insideBlock: Inside = { block: blocks++, blockAt: piece.at, otherwise: false };
        return [
          ...piece.pieces.flatMap((inner) => usesIn(inner, insideBlock)),
          ...(piece.otherwise ?? []).flatMap((inner) => usesIn(inner, { ...insideBlock, otherwise: true })),
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
