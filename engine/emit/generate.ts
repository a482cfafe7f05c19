/** Makes functions from code, when they are first used. Nothing else in the program makes code from text. */
import { Bound, type Code } from './code.ts';

/** A function whose source is made for one statement, schema or expression: V8 optimises it for the rows that it sees. */
export interface Generated<F> {
  /** Makes the function on first use. */
  readonly run: F;
  /** Its source, for people: without the values that it refers to, which have the names `$0`, `isTrue$1` ... */
  readonly source: string;
}

interface Program {
  readonly text: string;
  /** By their names in the text. */
  readonly values: ReadonlyMap<string, object>;
}

/** A name for the n-th value; of a function, it begins with the name of this function. */
const nameOf = (value: object, n: number): string =>
  typeof value === 'function' && /^[a-z]\w*$/i.test(value.name) ? `${value.name}$${n}` : `$${n}`;

/** The text of a program, in which each value has a number. */
function programOf(code: Code): Program {
  const names = new Map<object, string>();
  let text = '';
  const add = ({ pieces }: Code): void => {
    for (const piece of pieces) {
      if (typeof piece === 'string') text += piece;
      else if (piece instanceof Bound) {
        const name = names.get(piece.value) ?? nameOf(piece.value, names.size);
        names.set(piece.value, name);
        text += name;
      } else add(piece);
    }
  };
  add(code);
  return { text, values: new Map([...names].map(([value, name]) => [name, value])) };
}

/**
 * `write`: gives the function expression, with the type `F`. It is called when the function or its source is first used. `origin`: what the function is made for, such
 * as `acme.yaml:12`; stack traces and CPU profiles have it as the name of its file.
 */
export function generate<F>(write: () => Code, origin?: string): Generated<F> {
  let made: F | undefined;
  return {
    get run() {
      made ??= functionOf<F>(programOf(write()), origin);
      return made;
    },
    get source() {
      return programOf(write()).text;
    },
  };
}

/** A comment that names the file of a function. V8 reads no name with spaces or quotes; a line break would end the comment. */
function originComment(origin: string | undefined): string {
  return origin === undefined ? '' : `\n//# sourceURL=${encodeURI(origin.toWellFormed()).replaceAll("'", '%27')}`;
}

function functionOf<F>({ text, values }: Program, origin: string | undefined): F {
  // One parameter for all values: a function has at most 65,535 of them.
  const make = new Function(
    '$',
    `"use strict";\nconst [${[...values.keys()].join()}] = $;\nreturn (${text});${originComment(origin)}`,
  );
  return make([...values.values()]);
}
