/**
 * The values of a rendering. Rendering is synchronous, because compiled expressions are. Where the interpreter evaluates an expression, rendering stops, and
 * starts again when the value is known.
 */
import type { Bindings, Expression } from '../transform/expression.ts';

/** Stops a rendering until values are known. */
export class Pending extends Error {
  /** Each resolves when its value is known. */
  readonly values: readonly Promise<void>[];
  constructor(values: readonly Promise<void>[]) {
    super('A value is not known yet.');
    this.values = values;
  }
}

type Settled = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown };

/** The values of the expressions of one rendering. Those that the interpreter gives are kept, by expression and input. */
export class Evaluation {
  readonly #settled = new Map<Expression, Map<unknown, Settled>>();

  /** The value of an expression. Throws its error, or `Pending` if the value is not known yet. */
  valueOf(expression: Expression, input: unknown, bindings: Bindings): unknown {
    const settledResult = this.#settled.get(expression)?.get(input);
    if (settledResult?.ok === false) throw settledResult.error;
    if (settledResult !== undefined) return settledResult.value;
    const value = expression.evaluate(input, bindings);
    if (!(value instanceof Promise)) return value;
    const values = this.#settled.get(expression) ?? new Map<unknown, Settled>();
    this.#settled.set(expression, values);
    const settle = (settled: Settled): void => {
      values.set(input, settled);
    };
    throw new Pending([
      value.then(
        (resolvedValue: unknown) => settle({ ok: true, value: resolvedValue }),
        (error: unknown) => settle({ ok: false, error }),
      ),
    ]);
  }
}

function isPending(error: unknown): error is Pending {
  if (error instanceof Pending) return true;
  throw error;
}

/** Renders each item. Values that are not known yet are awaited together for all items. */
export function renderEach<Item, Result>(items: readonly Item[], render: (item: Item) => Result): readonly Result[] {
  const results: Result[] = [];
  const waiting: Promise<void>[] = [];
  for (const item of items) {
    try {
      results.push(render(item));
    } catch (error) {
      if (isPending(error)) waiting.push(...error.values);
    }
  }
  if (waiting.length > 0) throw new Pending(waiting);
  return results;
}

/** The result of a rendering; a promise of it only where the interpreter evaluates an expression. Throws or rejects with the error of the rendering. */
export function rendered<Result>(render: (evaluation: Evaluation) => Result): Result | Promise<Result> {
  const evaluation = new Evaluation();
  const attempt = (): { readonly result: Result } | Pending => {
    try {
      return { result: render(evaluation) };
    } catch (error) {
      if (isPending(error)) return error;
      throw error;
    }
  };
  const first = attempt();
  return first instanceof Pending ? repeated(first, attempt) : first.result;
}

async function repeated<Result>(first: Pending, attempt: () => { readonly result: Result } | Pending): Promise<Result> {
  let next: { readonly result: Result } | Pending = first;
  while (next instanceof Pending) {
    await Promise.all(next.values);
    next = attempt();
  }
  return next.result;
}
