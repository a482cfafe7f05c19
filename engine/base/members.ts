/** Members of objects: read without those that are inherited, set, and changed without a copy where nothing changes. */

export type Members = Readonly<Record<string, unknown>>;

/** Whether the value is an object, but no list. */
export function isMap(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All texts inside of a value, at every depth. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The member with this name; undefined also for names that every object inherits, such as `constructor`. */
export const ownMember = <T>(map: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;

/** The member with this name where it is a text; also an inherited one. */
export function textMember(value: object, name: string): string | undefined {
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'string' ? member : undefined;
}

/** The member with this name where it is a number; also an inherited one. */
export function numberMember(value: object, name: string): number | undefined {
  const member: unknown = Reflect.get(value, name);
  return typeof member === 'number' ? member : undefined;
}

/** Sets an own member, also if it is called `__proto__`. */
export function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** The map with changed members; a member that becomes undefined is left out. It is the map itself if nothing changes. */
export function changedMembers(map: Members, change: (value: unknown) => unknown): Members {
  let copy: Record<string, unknown> | undefined;
  // Object.keys would make a list for each map of an answer.
  for (const name in map) {
    if (!Object.hasOwn(map, name)) continue;
    const item = map[name];
    const value = change(item);
    if (copy === undefined) {
      if (value === item && value !== undefined) continue;
      copy = membersBefore(map, name);
    }
    if (value !== undefined) setMember(copy, name, value);
  }
  return copy ?? map;
}

function membersBefore(map: Members, last: string): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(map)) {
    if (name === last) break;
    setMember(copy, name, map[name]);
  }
  return copy;
}

/** The list with changed items; the list itself if nothing changes. */
export function changedItems(list: readonly unknown[], change: (value: unknown) => unknown): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let at = 0; at < list.length; at += 1) {
    const item = list[at];
    const value = change(item);
    if (copy === undefined && value !== item) copy = list.slice();
    if (copy !== undefined) copy[at] = value;
  }
  return copy ?? list;
}
