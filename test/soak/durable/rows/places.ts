/** Every place in a write where its replica is killed. */
import type { Behaviour, Operation } from '../erp/behaviour.ts';
import type { Place } from '../replica/holds.ts';

/** How a write is brought to a place. */
export interface Scene {
  readonly name: string;
  /** Where one replica after the other is held and killed; a scene without any is reached by what the ERP does. */
  readonly places: readonly Place[];
  /** What the ERP does to the first request of a kind. */
  readonly erp?: { readonly operation: Operation; readonly behaviour: Behaviour };
  /** The first request is one that the ERP refuses, at once or when it is posted. */
  readonly refused?: 'created' | 'posted';
}

const at = (...places: readonly Place[]): Scene => ({ name: places.join(', then '), places });
const stall = (operation: Operation, stalledAt: 'effect' | 'answer'): Scene => ({
  name: `${operation} ${stalledAt === 'effect' ? 'committed and not answered' : 'half answered'}`,
  places: [],
  erp: { operation, behaviour: { kind: 'stall', at: stalledAt } },
});
const lost = (operation: Operation, place: Place): Scene => ({
  name: `${place} of a lost ${operation}`,
  places: [place],
  erp: { operation, behaviour: { kind: 'lost' } },
});

/** In the order in which a write comes to them. */
export const scenes: readonly Scene[] = [
  at('before claim'),
  at('after claim'),
  at('before lookup'),
  stall('find', 'answer'),
  at('after lookup'),
  ...(['create', 'post'] as const).flatMap((step) => [
    at(`before sent ${step}`),
    at(`after sent ${step}`),
    at(`before send ${step}`),
    at(`mid-request ${step}`),
    stall(step, 'effect'),
    stall(step, 'answer'),
    at(`answered ${step}`),
    lost(step, 'before unknown'),
    lost(step, 'after unknown'),
  ]),
  at('before done'),
  at('after done'),
  at('before answer'),
  { name: 'before absent', places: ['before absent'], refused: 'created' },
  { name: 'after absent', places: ['after absent'], refused: 'created' },
  at('after claim', 'before take-over'),
  at('after claim', 'after take-over'),
  at('after lookup', 'before lookup'),
];

/** Every place while a document is undone, because the ERP refuses to post it. */
export const undoScenes: readonly Scene[] = [
  at('before undoing'),
  at('after undoing'),
  at('before send remove'),
  at('mid-request remove'),
  stall('remove', 'effect'),
  stall('remove', 'answer'),
  at('answered remove'),
  lost('remove', 'before undo lost'),
  lost('remove', 'after undo lost'),
  at('before absent'),
  at('after absent'),
].map((scene): Scene => ({ ...scene, refused: 'posted' }));
