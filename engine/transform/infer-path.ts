/** What a path of an expression gives: `lines[qty > 1].amount`, step by step. */
import { atoms, either, isMany, many, nothing, type Shape, unknown } from './shape.ts';
import { isNode, type Node, nodesOf, spotOf } from './tree.ts';

/** A name that is looked up in a value which has no such member. */
export interface MemberFault {
  readonly name: string;
  readonly offset: number;
  /** The members that there are; undefined where the value is none that has any. */
  readonly among: readonly string[] | undefined;
}

/** Where an expression is being read: what its names and variables stand for, and what was found wrong. */
export interface Scan {
  /** What names are looked up in. */
  readonly input: Shape;
  /** The input of the whole expression, whose own names are checked elsewhere. */
  readonly root: Shape;
  readonly variables: ReadonlyMap<string, Shape>;
  readonly faults: MemberFault[];
}

type Read = (node: Node, scan: Scan) => Shape;

/** How other nodes are read: as a whole, or as a step, without what the path does to its value. */
export interface Reader {
  readonly whole: Read;
  readonly step: Read;
}

function member(node: Node, value: Shape, scan: Scan): Shape {
  const name = String(node.value);
  const all = atoms(value);
  const values = all.filter(({ kind }) => kind !== 'nothing');
  if (values.length === 0) return nothing;
  const found: Shape[] = [];
  let isOpen = false;
  for (const one of values) {
    if (one.kind === 'object') {
      const own = one.members.get(name);
      if (own !== undefined) found.push(own.shape);
      else if (one.open) isOpen = true;
    } else if (one.kind === 'unknown' || one.kind === 'function') isOpen = true;
  }
  if (isOpen) return either([...found, unknown]);
  if (found.length === 0 && value === scan.root) return unknown;
  if (found.length === 0) {
    const objects = values.flatMap((one) => (one.kind === 'object' ? [...one.members.keys()] : []));
    const among = values.some(({ kind }) => kind === 'object') ? [...new Set(objects)] : undefined;
    scan.faults.push({ name, offset: spotOf(node).offset, among });
    return unknown;
  }
  return either(found.length < all.length ? [...found, nothing] : found);
}

/** What a filter leaves: one value where it counts, of each value of the step before; else some of them. */
function filtered(value: Shape, stage: Node, isMapped: boolean, scan: Scan, { whole }: Reader): Shape {
  const items = either(atoms(value));
  const { expr } = stage;
  if (!isNode(expr)) return value;
  if (expr.type === 'number') return isMapped ? many(items) : either([items, nothing]);
  whole(expr, { ...scan, input: items });
  return isMany(value) ? many(items) : either([items, nothing]);
}

function stepShape(node: Node, value: Shape, isFirst: boolean, scan: Scan, read: Reader): Shape {
  if (node.type === 'name') {
    const found = member(node, value, scan);
    // A list that is a member of one value is that list.
    return isMany(value) ? many(either(atoms(found))) : found;
  }
  if (node.type === 'sort') {
    const items = either(atoms(value));
    for (const { expression } of nodesOf(node.terms))
      if (isNode(expression)) read.whole(expression, { ...scan, input: items });
    return many(items);
  }
  if (isFirst) return read.step(node, scan);
  const given = read.step(node, { ...scan, input: either(atoms(value)) });
  if (!isMany(value)) return given;
  // Lists that are written out stay apart, unless there is one alone.
  const isWritten = node.type === 'unary' && node.value === '[';
  return isWritten ? unknown : many(given.kind === 'list' ? given.items : given);
}

/** Reads the steps of a path. Where a step binds its value (`@$x`) or asks for its parent (`%`), nothing is known from there on. */
export function pathShape(path: Node, scan: Scan, read: Reader): Shape {
  let value = scan.input;
  const variables = new Map(scan.variables);
  for (const [index, step] of nodesOf(path.steps).entries()) {
    if ('focus' in step || 'ancestor' in step || step.type === 'parent') return unknown;
    const here = { ...scan, variables };
    const isMapped = isMany(value);
    value = stepShape(step, value, index === 0, here, read);
    const stages = [...nodesOf(step.stages), ...nodesOf(step.predicate)];
    for (const stage of stages) if (stage.type === 'filter') value = filtered(value, stage, isMapped, here, read);
    if (typeof step.index === 'string') variables.set(step.index, { kind: 'number' });
  }
  if (path.group !== undefined) return unknown;
  return path.keepSingletonArray === true ? { kind: 'list', items: either(atoms(value)) } : value;
}
