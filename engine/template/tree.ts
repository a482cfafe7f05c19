/** JSON and XML bodies of requests as trees. Values keep their types; members without a value are omitted. */

import { ExactNumber } from '../base/exact-number.ts';
import { settingText } from '../base/setting-values.ts';
import type { Expression } from '../transform/expression.ts';
import { renderEach } from './evaluation.ts';
import type { Literals } from './literals.ts';
import { dependsOnUnknown, type Hole, type HoleScope, holeValue, renderText, type TextTemplate } from './text.ts';
import { type Atom, atomOf, plainText } from './value.ts';

export type TreeTemplate =
  | { readonly kind: 'constant'; readonly value: Tree }
  | { readonly kind: 'hole'; readonly hole: Hole }
  /** The value of a setting, in its type. */
  | { readonly kind: 'setting'; readonly name: string }
  /** `literals` is set if the text is a statement of the ERP's query language. */
  | { readonly kind: 'text'; readonly text: TextTemplate; readonly literals: Literals | undefined }
  | { readonly kind: 'map'; readonly members: readonly (readonly [string, TreeTemplate])[] }
  /** `term`: a list inside a list is a term of a filter. It is omitted as a whole if one of its values is missing. */
  | { readonly kind: 'list'; readonly items: readonly TreeTemplate[]; readonly term: boolean }
  /** Rendered once for each item of a list; inside a list the results are inserted in place. */
  | { readonly kind: 'each'; readonly list: Expression; readonly item: TreeTemplate };

/** A rendered body. Numbers keep all digits. */
export type Tree = null | boolean | string | ExactNumber | readonly Tree[] | { readonly [name: string]: Tree };

/** The value of a setting in a body. */
export function settingTree(value: unknown): Tree {
  if (typeof value === 'number') return new ExactNumber(String(value));
  return typeof value === 'boolean' ? value : settingText(value);
}

function treeOfAtom(atom: Atom): Tree {
  switch (atom.kind) {
    case 'boolean':
      return atom.value;
    case 'number':
      return new ExactNumber(atom.text);
    case 'text':
    case 'guid':
    case 'date':
    case 'instant':
    case 'local':
      return plainText(atom);
  }
}

/** The tree of any expression value; undefined if a body cannot hold it. */
function treeOf(value: unknown): Tree | undefined {
  if (value === null) return null;
  const atom = atomOf(value);
  if (atom !== undefined) return treeOfAtom(atom);
  if (Array.isArray(value)) return value.map((item) => treeOf(item) ?? null);
  if (typeof value !== 'object') return undefined;
  const members: Record<string, Tree> = {};
  for (const [name, item] of Object.entries(value ?? {})) {
    const tree = treeOf(item);
    if (tree !== undefined) members[name] = tree;
  }
  return members;
}

/** The scope of each item of a list. A preview shows one item of an unknown list. */
function itemScopes(list: Expression, scope: HoleScope): readonly HoleScope[] {
  const { preview, input, bindings, evaluation } = scope;
  const unknown = preview === undefined ? [] : [{ ...scope, input: {}, preview: { ...preview, inputUnknown: true } }];
  if (dependsOnUnknown(list, preview)) return unknown;
  const value = evaluation.valueOf(list, input, bindings);
  if (value === undefined || value === null) return unknown;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => ({
    ...scope,
    input: item,
    ...(preview === undefined ? {} : { preview: { ...preview, inputUnknown: false } }),
  }));
}

function eachTree({ list, item }: Extract<TreeTemplate, { kind: 'each' }>, scope: HoleScope): readonly Tree[] {
  return renderEach(itemScopes(list, scope), (itemScope) => renderTree(item, itemScope)).filter(
    (tree) => tree !== undefined,
  );
}

function listTree({ items, term }: Extract<TreeTemplate, { kind: 'list' }>, scope: HoleScope): Tree | undefined {
  const trees: Tree[] = [];
  for (const item of items) {
    if (item.kind === 'each') {
      trees.push(...eachTree(item, scope));
      continue;
    }
    const tree = renderTree(item, scope);
    if (tree !== undefined) trees.push(tree);
    else if (term && (item.kind === 'hole' || item.kind === 'text')) return undefined;
  }
  return trees;
}

/** Renders the tree; undefined if it is a missing optional value. */
export function renderTree(template: TreeTemplate, scope: HoleScope): Tree | undefined {
  switch (template.kind) {
    case 'constant':
      return template.value;
    case 'setting':
      return settingTree(scope.settings.get(template.name));
    case 'hole': {
      const { hole } = template;
      const value = holeValue(hole, scope);
      const atom = hole.typed?.(value);
      return atom === undefined ? treeOf(value) : treeOfAtom(atom);
    }
    case 'text':
      return renderText(template.text, scope, template.literals?.write ?? plainText);
    case 'list':
      return listTree(template, scope);
    case 'each':
      return eachTree(template, scope);
    case 'map': {
      const members: Record<string, Tree> = {};
      for (const [name, item] of template.members) {
        const tree = renderTree(item, scope);
        if (tree !== undefined) members[name] = tree;
      }
      return members;
    }
  }
}
