/** An operation with the function behind it. */
import { z } from 'zod';
import type { Operation } from './protocol/operation.ts';
import type { OperationName } from './protocol/operations.ts';

export interface Answered {
  readonly status: number;
  readonly answer: unknown;
}

/** Takes the body of a request. Rejects with `Refused` for what the user has to know. */
type Route = (body: unknown) => Promise<Answered>;

export type Routes = { readonly [Name in OperationName]: Route };

/** Checks a request before the handler runs, and its answer afterwards: a member that the protocol does not have is not sent. */
export function route<Request extends z.ZodType, Answer extends z.ZodType>(
  { request, answer }: Operation<string, Request, Answer>,
  handler: (given: z.output<Request>) => z.input<Answer> | Promise<z.input<Answer>>,
): Route {
  return async (body) => {
    const given = request.safeParse(body);
    if (!given.success) return { status: 400, answer: { error: z.prettifyError(given.error) } };
    return { status: 200, answer: answer.parse(await handler(given.data)) };
  };
}
