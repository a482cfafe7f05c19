/** A value that does not print: not in logs, not in JSON, not in an inspected object, not in a template string. */
import { inspect } from 'node:util';

const shown = '[secret]';

export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** The value itself. Call this only where it is handed to what needs it. */
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
