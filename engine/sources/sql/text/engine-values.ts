/** Values that the engine itself adds to a query, and the names that they have in a frame until it is rendered. */

export type EngineValue =
  | { readonly kind: 'word' | 'ascii' | 'start' | 'after' | 'since'; readonly index: number }
  | { readonly kind: 'rest' | 'equals' | 'startsWith' | 'limit' | 'offset' };

/** Placeholders of these values in a frame. Those with a number come several times. */
export const engineSlots = {
  word: (index: number): string => `:engine_word${index}`,
  ascii: (index: number): string => `:engine_ascii${index}`,
  start: (index: number): string => `:engine_start${index}`,
  after: (index: number): string => `:engine_after${index}`,
  since: (index: number): string => `:engine_since${index}`,
  rest: ':engine_rest',
  equals: ':engine_equals',
  startsWith: ':engine_starts',
} as const;

const single: Readonly<Record<string, EngineValue>> = {
  engine_rest: { kind: 'rest' },
  engine_equals: { kind: 'equals' },
  engine_starts: { kind: 'startsWith' },
};

/** The value that a placeholder without its colon is for; undefined where it is a value of the profile. */
export function engineValue(name: string): EngineValue | undefined {
  const [, kind, number] = /^engine_(word|ascii|start|after|since)(\d+)$/.exec(name) ?? [];
  if (kind !== 'word' && kind !== 'ascii' && kind !== 'start' && kind !== 'after' && kind !== 'since')
    return single[name];
  return { kind, index: Number(number) };
}
