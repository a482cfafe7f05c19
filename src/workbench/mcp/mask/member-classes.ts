/** The members of an ERP's answers over HTTP whose values are masked. */
import { parseBody } from '../../../../engine/index.ts';
import { ExactNumber, isJsonObject } from '../../../../engine/tools/index.ts';
import type { MaskClass } from '../../masking/index.ts';
import type { ShownStep } from '../../operations/protocol/call.ts';
import type { SessionMasker } from './session-masker.ts';

interface Member {
  readonly owner: string;
  readonly values: string[];
}

const scalarText = (value: unknown): string | undefined =>
  value instanceof ExactNumber
    ? value.text
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : undefined;

/** Adds the values under each name. The name of the member around it says what a record is about. */
function collect(
  value: unknown,
  name: string,
  owner: string,
  into: { readonly members: Map<string, Member>; readonly containers: Set<string> },
): void {
  const { members, containers } = into;
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) containers.add(name);
  const text = scalarText(value);
  if (text !== undefined) {
    const member = members.get(name) ?? { owner, values: [] };
    members.set(name, member);
    if (text.trim() !== '') member.values.push(text);
  }
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    const parsed = parseBody(value);
    if (parsed.ok) collect(parsed.body, name, owner, into);
  }
  if (Array.isArray(value)) for (const item of value) collect(item, name, owner, into);
  if (isJsonObject(value)) for (const [key, inner] of Object.entries(value)) collect(inner, key, name, into);
}

export interface AnsweredMembers {
  /** The class of each member whose values are masked. */
  readonly masked: ReadonlyMap<string, MaskClass>;
  /** All names, in small letters. */
  readonly names: ReadonlySet<string>;
  /** Values of ids and codes, in small letters. */
  readonly ids: ReadonlySet<string>;
}

/** The members of all answers of a call, by their names. */
export function answeredMembers(steps: readonly ShownStep[], masker: SessionMasker): AnsweredMembers {
  const members = new Map<string, Member>();
  const containers = new Set<string>();
  const into = { members, containers };
  for (const step of steps) {
    if (step.kind !== 'exchange' || step.reply === undefined) continue;
    const parsed = parseBody(step.reply.body);
    if (parsed.ok) collect(parsed.body, '', '', into);
    // Elements and attributes of XML.
    else
      for (const [, name = '', text = ''] of step.reply.body.matchAll(/<?([\w.-]+)(?:[^<>]*>|=")([^<>"]*)/g))
        collect(text, name, '', into);
  }
  const masked = new Map<string, MaskClass>();
  const ids = new Set<string>();
  for (const [name, { owner, values }] of members) {
    const kind = values.length > 0 && values.every((one) => /^-?\d+(?:\.\d+)?$/.test(one)) ? 'number' : 'text';
    const { maskClass, isOpen } = masker.judge({ name, owner, kind, values });
    if (isOpen || maskClass === 'id' || maskClass === 'code') for (const value of values) ids.add(value.toLowerCase());
    if (!isOpen && values.length > 0) masked.set(name, maskClass);
  }
  // A record or a list can be taken as a whole, with the masked values in it.
  for (const name of containers) if (name !== '' && !masked.has(name)) masked.set(name, 'bank');
  return { masked, names: new Set([...members.keys()].map((name) => name.toLowerCase())), ids };
}
