/** `{name}` in SQL: fragments from `parts`, and tables whose names come from settings. */
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { interpolate } from '../../base/setting-values.ts';
import { parametersOf } from '../../profile/schema/settings.ts';
import type { Dialect } from '../../sources/sql/text/dialect.ts';
import { expandParts, type SqlPart } from '../../sources/sql/text/parts.ts';
import { literalTemplate, parseTemplate, type Template } from '../../sources/sql/text/template.ts';
import type { CompileContext } from '../context/context.ts';
import { databaseKindOf } from '../context/sources.ts';
import { checkTemplates } from './sql-text-checks.ts';
import { reportTemplateFaults } from './template-faults.ts';

/** A table name with its schema, quoted: `dbo.CRONUS$Item` becomes "dbo"."CRONUS$Item". */
function quoteTable(table: string, dialect: Dialect): string {
  return table
    .split('.')
    .map((name) => dialect.quote(name))
    .join('.');
}

/** Looks up parts for one dialect. A name without its own part gets the table pattern under "*". Records the use of open parts. */
export function partTemplates(context: CompileContext, dialect: Dialect): (name: string) => SqlPart | undefined {
  const parts = context.profile.parts ?? {};
  return (name) => {
    const exactPart = ownMember(parts, name);
    const part = exactPart ?? parts['*'];
    if (part === undefined) return undefined;
    if (context.openParts.has(exactPart === undefined ? '*' : name)) context.usedOpenParts.add(name);
    const parameters = parametersOf(context.writtenProfile.parts?.[exactPart === undefined ? '*' : name]);
    if (typeof part === 'string') return { template: parseTemplate(part, dialect.lexicon, name).template, parameters };
    const table = interpolate(part.table, context.settings).replaceAll('*', () => name);
    return { template: literalTemplate(quoteTable(table, dialect), name), parameters };
  };
}

interface SqlText {
  readonly path: Path;
  readonly text: string;
  readonly source: string;
}

/** Parses a text and inserts its parts; undefined, and a report, where it is faulty. */
export function templateAt(context: CompileContext, { path, text, source }: SqlText): Template | undefined {
  const { dialect } = databaseKindOf(context, source);
  const parsed = parseTemplate(text, dialect.lexicon);
  const expanded = expandParts(parsed.template, partTemplates(context, dialect));
  const faults = [...parsed.faults, ...expanded.faults];
  if (!checkTemplates(context, path, text)) return undefined;
  reportTemplateFaults(context, path, text, faults);
  return faults.length > 0 ? undefined : expanded.template;
}
