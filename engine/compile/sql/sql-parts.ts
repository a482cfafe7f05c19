/** `{name}` in SQL: fragments of the profile's own, and tables whose names come from settings. */
import { interpolate } from '../../profile/settings.ts';
import type { Dialect } from '../../sources/sql/text/dialect.ts';
import { literalTemplate, parseTemplate, type Template } from '../../sources/sql/text/template.ts';
import type { CompileContext } from '../context/context.ts';

/** A table name with its schema, quoted: `dbo.CRONUS$Item` becomes "dbo"."CRONUS$Item". */
function quoteTable(table: string, dialect: Dialect): string {
  return table
    .split('.')
    .map((name) => dialect.quote(name))
    .join('.');
}

/** A look-up of parts for one dialect; a name that has no entry of its own takes the pattern under "*". */
export function partTemplates(context: CompileContext, dialect: Dialect): (name: string) => Template | undefined {
  const parts = context.profile.parts ?? {};
  return (name) => {
    const own = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const part = own ?? parts['*'];
    if (part === undefined) return undefined;
    if (context.openParts.has(own === undefined ? '*' : name)) context.usedOpenParts.add(name);
    if (typeof part === 'string') return parseTemplate(part, dialect.lexicon, name).template;
    const table = interpolate(part.table, context.settings).replaceAll('*', () => name);
    return literalTemplate(quoteTable(table, dialect), name);
  };
}
