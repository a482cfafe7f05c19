/** The source of an expression while it is written: functions over `input` and `frame`, of which each is a constant of the program. */

import { type Code, code, local } from '../../emit/code.ts';
import type { Library } from '../library/library.ts';
import { isInheritedSomewhere, member } from '../runtime/list.ts';
import type { Scope } from './scope.ts';
import type { Node } from './tree.ts';

/** Writes a node as an expression of JavaScript that can be an operand. */
export type WriteNode = (node: Node, body: Body) => Code;

/** The program of an expression: its names and constants. */
export class Writer {
  readonly library: Library;
  readonly writeNode: WriteNode;
  readonly #constants: Code[] = [];
  #names = 0;

  constructor(library: Library, writeNode: WriteNode) {
    this.library = library;
    this.writeNode = writeNode;
  }

  /** A name that the program uses once. */
  name(): Code {
    this.#names += 1;
    return local(this.#names);
  }

  /** Adds a constant, and gives its name. */
  constant(value: Code): Code {
    const name = this.name();
    this.#constants.push(code`const ${name} = ${value};\n`);
    return name;
  }

  /** Adds a function that evaluates what `write` gives, and gives its name. `input` is the name of its context value, and `frame` that of its variables. */
  evaluate(scope: Scope, write: (body: Body) => Code): Code {
    const body = new Body(this, scope);
    const value = write(body);
    return this.constant(body.function(code`return ${value};`));
  }

  /** The program, whose value is `main`. */
  program(main: Code): Code {
    return code`(() => {\n${this.#constants}return ${main};\n})()`;
  }
}

/** The body of a function. Several nodes are written into one body if they have the same context value and variables. */
export class Body {
  readonly writer: Writer;
  readonly scope: Scope;
  readonly #begin: Code[] = [];
  #record: Code | undefined;

  constructor(writer: Writer, scope: Scope) {
    this.writer = writer;
    this.scope = scope;
  }

  /** The name of a variable that one expression uses. */
  variable(): Code {
    const name = this.writer.name();
    this.#begin.push(code`let ${name}; `);
    return name;
  }

  /** The name of the context value, if that is an object and no list; undefined otherwise. */
  record(): Code {
    if (this.#record === undefined) {
      this.#record = this.writer.name();
      const isRecord = code`typeof input === "object" && input !== null && !Array.isArray(input)`;
      this.#begin.push(code`const ${this.#record} = ${isRecord} ? input : undefined; `);
    }
    return this.#record;
  }

  node(node: Node): Code {
    return this.writer.writeNode(node, this);
  }

  /** The function. `before`: what comes first. */
  function(statements: Code, before = code``): Code {
    return code`(input, frame) => {\n  ${before}${this.#begin}\n  ${statements}\n}`;
  }
}

/** The value after a change that lists and objects need. */
export function changed(value: Code, change: (value: unknown) => unknown, body: Body): Code {
  const temporary = body.variable();
  return code`(typeof (${temporary} = ${value}) === "object" ? ${change}(${temporary}) : ${temporary})`;
}

/** An own member of an object, also if the object inherits one with this name. */
export const memberCode = (object: Code, name: string): Code =>
  isInheritedSomewhere(name) ? code`${member}(${object}, ${name})` : code`${object}[${name}]`;
