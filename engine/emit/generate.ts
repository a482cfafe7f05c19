/** Makes functions from code, when they are first used. Nothing else in the program makes code from text. */
import { Bound, type Code } from './code.ts';

/** A function whose source is made for one statement, schema or expression: V8 optimises it for the rows that it sees. */
export interface Generated<F> {
  /** Makes the function on first use. */
  readonly run: F;
  /** Its source, for people: without the values that it refers to, which have the names `$0`, `$1` ... */
  readonly source: string;
}

interface Program {
  readonly text: string;
  readonly values: readonly object[];
}

/** The text of a program, in which each value has a number. */
function programOf(code: Code): Program {
  const places = new Map<object, number>();
  let text = '';
  const add = ({ pieces }: Code): void => {
    for (const piece of pieces) {
      if (typeof piece === 'string') text += piece;
      else if (piece instanceof Bound) {
        const place = places.get(piece.value) ?? places.size;
        places.set(piece.value, place);
        text += `$${place}`;
      } else add(piece);
    }
  };
  add(code);
  return { text, values: [...places.keys()] };
}

/** `write`: gives the function expression, with the type `F`. It is called when the function or its source is first used. */
export function generate<F>(write: () => Code): Generated<F> {
  let made: F | undefined;
  return {
    get run() {
      made ??= functionOf<F>(programOf(write()));
      return made;
    },
    get source() {
      return programOf(write()).text;
    },
  };
}

function functionOf<F>({ text, values }: Program): F {
  // One parameter for all values: a function has at most 65,535 of them.
  const names = values.map((_, place) => `$${place}`);
  const make = new Function('$', `"use strict";\nconst [${names.join()}] = $;\nreturn (${text});`);
  return make(values);
}

/** Remembers what `make` gives for a part of a plan: plans are compiled once, and their parts are used by many requests. */
export function madeOnce<Part extends object, More extends readonly unknown[], Made>(
  make: (part: Part, ...more: More) => Made,
): (part: Part, ...more: More) => Made {
  const known = new WeakMap<Part, Made>();
  return (part, ...more) => {
    const made = known.get(part) ?? make(part, ...more);
    known.set(part, made);
    return made;
  };
}
