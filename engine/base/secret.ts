/** A value that is not printed in logs, JSON, inspected objects and template strings. */
import { inspect } from 'node:util';

const shown = '[secret]';

export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** The value. Call this only where the value is passed on to its user. */
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return shown;
  }
  toJSON(): string {
    return shown;
  }
  [inspect.custom](): string {
    return shown;
  }
}
