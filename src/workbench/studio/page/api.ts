/** Calls the server: typed operations, and its events. */
import type { z } from 'zod';
import { type StudioEvent, studioEventSchema } from '../../operations/protocol/events.ts';
import type { Operation } from '../../operations/protocol/operation.ts';
import { failureSchema } from '../../operations/protocol/operations.ts';

/** The server refused an operation, with a sentence for the user. */
class OperationFailed extends Error {}

const ended = 'The studio does not answer. It may have ended: start it again, and open the new address.';
const signedOut = 'This page has no session any more. Start the studio again, and open the new address.';

/** Rejects with `OperationFailed`. */
export async function call<Request extends z.ZodType, Answer extends z.ZodType>(
  { name, answer }: Operation<string, Request, Answer>,
  request: z.input<Request>,
): Promise<z.output<Answer>> {
  const response = await fetch(`/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  }).catch(() => {
    throw new OperationFailed(ended);
  });
  if (response.status === 401) throw new OperationFailed(signedOut);
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer.parse(body);
  const failure = failureSchema.safeParse(body);
  throw new OperationFailed(failure.success ? failure.data.error : `The studio answered ${response.status}.`);
}

type Listener = (event: StudioEvent) => void;
const listeners = new Set<Listener>();
let stream: EventSource | undefined;

/** Calls a listener for each event of the server, until the returned function is called. */
export function listen(listener: Listener): () => void {
  listeners.add(listener);
  if (stream === undefined) {
    stream = new EventSource('/api/events');
    stream.onmessage = ({ data }) => {
      const event = studioEventSchema.parse(JSON.parse(String(data)));
      for (const one of listeners) one(event);
    };
  }
  return () => void listeners.delete(listener);
}
