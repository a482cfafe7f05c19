/** Cuts the schemas of an OpenAPI or OpenRPC document: those that are used, and the records inside of these. */
import { isMap, type Members } from '../../base/members.ts';
import { asList, asNode, asText, isArray, merged, referenceParts, resolved } from '../json-schema.ts';

/** Members of the document, of operations and of schemas that no reader of a cut needs. */
const isDropped = (key: string): boolean => key === 'example' || key === 'examples' || key.startsWith('x-ms-');

/** The members of these names that the node has. */
export const picked = (node: Members, keys: readonly string[]): Members =>
  Object.fromEntries(keys.flatMap((key) => (node[key] === undefined ? [] : [[key, node[key]]])));

/** What is kept of the head of a document. */
export const cutInfo = (root: Members): Members => picked(asNode(root.info), ['title', 'version', 'license']);

/** Copies parts of a document, and notes the schemas that these refer to. */
export class SchemaCut {
  /** By reference: whether it was used, so that the schemas it refers to are kept. */
  private readonly kept = new Map<string, boolean>();
  private readonly copies = new Map<string, unknown>();
  private readonly root: Members;
  private readonly used: ReadonlySet<Members>;

  /** `used`: the schemas that a type was made of. */
  constructor(root: Members, used: ReadonlySet<Members>) {
    this.root = root;
    this.used = used;
  }

  /** Adds what the copied parts refer to. */
  addTo(document: Record<string, unknown>): void {
    for (const [reference, copy] of this.copies) put(document, referenceParts(reference), copy);
  }

  /** A part of the document. `isUsed`: what it refers to is kept. */
  copy(value: unknown, isUsed: boolean): unknown {
    if (Array.isArray(value)) return value.map((one) => this.copy(one, isUsed));
    if (!isMap(value)) return value;
    const reference = asText(value.$ref);
    if (reference !== undefined) return this.reference(reference, value, isUsed);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        if (key === 'properties') return [[key, this.properties(one, isUsed)]];
        // A combined schema is a part of this one.
        const isPart = key === 'allOf' || key === 'oneOf' || key === 'anyOf';
        if (isPart) return [[key, asList(one).map((part) => this.part(part, isUsed))]];
        return isDropped(key) ? [] : [[key, this.copy(one, isUsed)]];
      }),
    );
  }

  private properties(value: unknown, isUsed: boolean): Members {
    return Object.fromEntries(Object.entries(asNode(value)).map(([name, one]) => [name, this.copy(one, isUsed)]));
  }

  private part(value: unknown, isUsed: boolean): unknown {
    const reference = asText(asNode(value).$ref);
    if (reference === undefined) return this.copy(value, isUsed);
    this.keep(reference, isUsed);
    return value;
  }

  /** Beyond the neighbours of what is used, a record is left open. */
  private reference(reference: string, value: Members, isUsed: boolean): Members {
    const target = resolved(this.root, value);
    const schema = merged(this.root, target);
    const isPlain = Object.keys(asNode(schema.properties)).length === 0 && !isArray(schema);
    const isSchema = /^#\/(?:components\/schemas|definitions)\//.test(reference);
    const isTargetUsed = isSchema ? this.used.has(target) : isUsed;
    if (!isUsed && !isTargetUsed && !isPlain) return {};
    this.keep(reference, isTargetUsed);
    return value;
  }

  private keep(reference: string, isUsed: boolean): void {
    const before = this.kept.get(reference);
    if (!reference.startsWith('#/') || before === true || before === isUsed) return;
    this.kept.set(reference, isUsed);
    let target: unknown = this.root;
    for (const part of referenceParts(reference)) target = asNode(target)[part];
    this.copies.set(reference, this.copy(target, isUsed));
  }
}

/** Sets a member deep inside of a document. */
export function put(root: Record<string, unknown>, parts: readonly string[], value: unknown): void {
  let at = root;
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1) {
      at[part] = value;
      return;
    }
    const next: unknown = at[part];
    const inner: Record<string, unknown> = isMap(next) ? { ...next } : {};
    at[part] = inner;
    at = inner;
  }
}
