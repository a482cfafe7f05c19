/** The same regular expressions for the library's interpreter. */
import { oncePer } from '../../base/once-per.ts';
import { LinearRegExp } from './linear-regexp.ts';
import type { Steps } from './steps.ts';

/** The interpreter creates an engine for each evaluation; its pattern stays the same object. */
const linear = oncePer((pattern: RegExp) => new LinearRegExp(pattern), new WeakMap<RegExp, LinearRegExp>());

class Engine extends RegExp {
  readonly #linear: LinearRegExp;
  /** For all searches of one evaluation in the same text. */
  #steps: { readonly text: string; readonly left: Steps } | undefined;

  constructor(pattern: RegExp) {
    super(pattern);
    this.#linear = linear(pattern);
  }

  override exec(text: string): RegExpExecArray | null {
    const steps = this.#steps?.text === text ? this.#steps : { text, left: this.#linear.stepsFor(text) };
    this.#steps = steps;
    const match = this.#linear.exec(text, this.lastIndex, steps.left);
    this.lastIndex = match?.end ?? 0;
    if (match === undefined) return null;
    const result: [string, ...string[]] = [match.match];
    // A group that does not take part has no element.
    result.length = match.groups.length + 1;
    for (const [index, group] of match.groups.entries()) if (group !== undefined) result[index + 1] = group;
    return Object.assign(result, { index: match.start, input: text });
  }
}

/** Creates engines where JSONata would create a RegExp. */
export const linearEngine: RegExpConstructor = new Proxy(RegExp, {
  construct: (_target, [pattern]: readonly unknown[]) => {
    if (!(pattern instanceof RegExp)) throw new TypeError('JSONata has changed how it creates regular expressions.');
    return new Engine(pattern);
  },
});
