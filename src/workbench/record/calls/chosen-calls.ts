/** The calls of a session that are recorded: the first of each endpoint, and all that reach a part of the profile which no other one reaches. */
import { jsonText } from '../../../../engine/tools/index.ts';
import type { CallToRecord, RecordedCall } from '../session.ts';
import { unusableFor } from '../unusable.ts';

export interface ChosenCalls {
  /** Chooses the call, or leaves it out. Returns whether it reaches new points. */
  offer(call: RecordedCall): boolean;
  /** Whether a call with this request has been offered. */
  has(call: CallToRecord): boolean;
  /** In the order in which they ran. */
  calls(): readonly RecordedCall[];
}

const callKey = ({ path, request }: CallToRecord): string => `${path} ${jsonText(request)}`;

/** `reached`: points that other calls have reached; this object adds to them. `most`: calls of one endpoint that are chosen whatever they reach. */
export function createChosenCalls(reached: Set<string>, most: number): ChosenCalls {
  const offered = new Set<string>();
  const chosen: RecordedCall[] = [];
  const counts = new Map<string, number>();
  return {
    offer(call) {
      const key = callKey(call);
      if (offered.has(key)) return false;
      offered.add(key);
      const isUsable = unusableFor(call) === undefined;
      const isNew = isUsable && [...call.points].some((point) => !reached.has(point));
      const count = counts.get(call.path) ?? 0;
      const hasSteps = call.statements.length + call.exchanges.length > 0;
      if (!isNew && (!hasSteps || count >= most)) return false;
      chosen.push(call);
      counts.set(call.path, count + 1);
      if (isUsable) for (const point of call.points) reached.add(point);
      return isNew;
    },
    has: (call) => offered.has(callKey(call)),
    calls: () => chosen,
  };
}
