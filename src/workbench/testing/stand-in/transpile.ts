/** Transpiles T-SQL to PostgreSQL with polyglot, for the stand-in only. */

/** A node of the parser's tree, or a list of them, as plain data. */
export type Tree = null | boolean | number | string | readonly Tree[] | { readonly [name: string]: Tree };

export type Transpiled =
  | { readonly ok: true; readonly sql: string }
  /** The parser or the writer does not support the statement. `reason` has no full stop. */
  | { readonly ok: false; readonly reason: string };

/** Changes the tree of a statement before it is written in the other dialect. May throw: the message is the reason then. */
type Rewrite = (tree: Tree) => Tree;

const failed = (reason: string | undefined): Transpiled => ({ ok: false, reason: (reason ?? '').replace(/\.$/, '') });

/** Loads the parser: about 100 MB and half a second. Returns a function that transpiles one statement. */
export async function tsqlTranspiler(): Promise<(sql: string, rewrite: Rewrite) => Transpiled> {
  const { fetch } = globalThis;
  const { Dialect, generate, parse, transpile } = await import('@polyglot-sql/sdk');
  // The package replaces the global function by one that reads files, to load itself.
  globalThis.fetch = fetch;
  return (sql, rewrite) => {
    try {
      const read = parse(sql, Dialect.TSQL);
      if (!read.success) return failed(read.error);
      const tree: Tree = JSON.parse(JSON.stringify(read.ast));
      const changed = generate(rewrite(tree), Dialect.TSQL);
      if (!changed.success || changed.sql === undefined) return failed(changed.error);
      const written = transpile(changed.sql.join(';\n'), Dialect.TSQL, Dialect.PostgreSQL);
      if (!written.success || written.sql === undefined) return failed(written.error);
      const [only, ...more] = written.sql;
      return only === undefined || more.length > 0 ? failed('it is not one statement') : { ok: true, sql: only };
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  };
}
