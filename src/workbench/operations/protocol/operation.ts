/** The form of an operation: a POST of one JSON object that is answered with one JSON object. Server and page use the same schemas. */
import type { z } from 'zod';

export interface Operation<
  Name extends string = string,
  Request extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly name: Name;
  readonly request: Request;
  readonly answer: Answer;
}

/** An operation with its literal schemas. */
export const operation = <Name extends string, Request extends z.ZodType, Answer extends z.ZodType>(
  name: Name,
  request: Request,
  answer: Answer,
): Operation<Name, Request, Answer> => ({ name, request, answer });
