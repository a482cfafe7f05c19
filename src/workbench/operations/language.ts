/** Completion, meanings, definitions and cures for the editor of the profile. */
import type { z } from 'zod';
import type { FileFinding, LanguageService, Range } from '../language/index.ts';
import { type Lines, linesOf } from '../language/text/positions.ts';
import { editorSnippet } from './editor-snippet.ts';
import { placeOf, spanOf } from './places.ts';
import type { CallResult } from './protocol/call.ts';
import type {
  begunEndpointSchema,
  Checked,
  CheckedFinding,
  cursorSchema,
  definitionsSchema,
  formattedSchema,
  hoverSchema,
  proposalsSchema,
} from './protocol/language.ts';
import type { ProfileLanguage } from './workspace/language.ts';
import type { Workspace } from './workspace/workspace.ts';

type Cursor = z.output<typeof cursorSchema>;

/** The proposals at the cursor. */
export function complete(
  { profileFile }: Workspace,
  { withText }: ProfileLanguage,
  { text, at }: Cursor,
): z.input<typeof proposalsSchema> {
  const lines = linesOf(text);
  const indentAt = ({ start: { line } }: Range): string =>
    /^[ \t]*/.exec(text.slice(lines.offsetAt({ line, character: 0 })))?.[0] ?? '';
  const { items, isIncomplete } = withText(text).complete(profileFile, lines.positionAt(at));
  return {
    isIncomplete,
    items: items.map(({ label, kind, detail, documentation, insert, snippet, range, filter }) => ({
      ...{ label, kind, isSnippet: snippet, isFiltered: filter === undefined, ...spanOf(lines, range) },
      insert: snippet ? editorSnippet(insert, indentAt(range)) : insert,
      ...(detail === undefined ? {} : { detail }),
      ...(documentation === undefined ? {} : { documentation }),
    })),
  };
}

/** The first lines of an endpoint that the text does not have; nothing if it has the endpoint. */
export function beginEndpoint(
  { profileFile }: Workspace,
  { withText }: ProfileLanguage,
  { text, endpoint }: { readonly text: string; readonly endpoint: string },
): z.input<typeof begunEndpointSchema> {
  const begun = withText(text).beginEndpoint(profileFile, endpoint);
  if (begun === undefined) return {};
  const { range, snippet } = begun;
  return { begun: { ...spanOf(linesOf(text), range), insert: editorSnippet(snippet, '') } };
}

/** The changes that give the text the house style. */
export function format(
  { profileFile }: Workspace,
  { withText }: ProfileLanguage,
  text: string,
): z.input<typeof formattedSchema> {
  const lines = linesOf(text);
  const edits = withText(text).format(profileFile) ?? [];
  return { edits: edits.map(({ range, text: insert }) => ({ ...spanOf(lines, range), insert })) };
}

/** The result of a call, in which statements and requests name the line of the saved profile that writes them. */
export async function withPlaces(
  workspace: Workspace,
  { withText }: ProfileLanguage,
  endpoint: string,
  result: CallResult,
): Promise<CallResult> {
  if (result.kind !== 'ran') return result;
  const { profileFile } = workspace;
  const { text } = await workspace.read();
  const service = withText(text);
  const steps = result.steps.map((step) => {
    if (step.kind !== 'statement' && step.kind !== 'exchange') return step;
    const range =
      step.kind === 'statement'
        ? service.statementRange(profileFile, endpoint, step.sql)
        : service.requestRange(profileFile, endpoint, step.request);
    return range === undefined ? step : { ...step, place: placeOf(workspace, { file: profileFile, range }) };
  });
  return { ...result, steps };
}

/** The meaning of what is at the cursor, and the explanation of the findings there. */
export function hover(
  { profileFile }: Workspace,
  { withText }: ProfileLanguage,
  { text, at }: Cursor,
): z.input<typeof hoverSchema> {
  const lines = linesOf(text);
  const hoverAt = withText(text).hover(profileFile, lines.positionAt(at));
  return hoverAt === undefined ? {} : { hover: { text: hoverAt.text, ...spanOf(lines, hoverAt.range) } };
}

/** How the statement at the cursor names a column. Waits for the tables of the ERP: without them the alias of a table is not known. */
export async function columnText(
  { profileFile }: Workspace,
  { withText, tables }: ProfileLanguage,
  { text, at, ...column }: Cursor & { readonly table: string; readonly column: string },
): Promise<{ readonly text: string }> {
  await tables.settled();
  return { text: withText(text).columnText(profileFile, linesOf(text).positionAt(at), column) };
}

/** Where the name at the cursor is declared, in the profile and its bases. */
export function definition(
  workspace: Workspace,
  { withText }: ProfileLanguage,
  { text, at }: Cursor,
): z.input<typeof definitionsSchema> {
  const { profileFile } = workspace;
  const ranges = withText(text).definition(profileFile, linesOf(text).positionAt(at));
  return { places: ranges.map((one) => ({ place: placeOf(workspace, one), isOpen: one.file === profileFile })) };
}

function findingOf(
  workspace: Workspace,
  service: LanguageService,
  { finding, lines }: { readonly finding: FileFinding; readonly lines: Lines },
): CheckedFinding {
  const { code, title, severity, message, hint, coordinate, range } = finding;
  const fixes = service.fixes(workspace.profileFile, range).filter((fix) => fix.finding === finding);
  return {
    ...{ code, title, severity, message, hint, place: placeOf(workspace, finding) },
    ...(coordinate === undefined ? {} : { coordinate, endpoint: coordinate.split(' ')[0] ?? coordinate }),
    fixes: fixes.map(({ title: cure, isPreferred, edits }) => ({
      ...{ title: cure, isPreferred },
      edits: edits.map(({ range: replaced, text }) => ({ ...spanOf(lines, replaced), insert: text })),
    })),
  };
}

/** The findings of `engine check --connect` about a text of the profile, with their cures. Changes nothing in the databases. */
export async function checkTextWithDatabases(
  workspace: Workspace,
  language: ProfileLanguage,
  text: string,
): Promise<Pick<Checked, 'findings'>> {
  const { service, findings } = await language.checkWithDatabases(text);
  const lines = linesOf(text);
  return { findings: findings.map((finding) => findingOf(workspace, service, { finding, lines })) };
}

/** The findings of `engine check` about a text of the profile, with their cures, and what the editor highlights. Opens no connection for the check. */
export async function checkText(workspace: Workspace, language: ProfileLanguage, text: string): Promise<Checked> {
  const { profileFile } = workspace;
  const { service, findings } = await language.check(text);
  const lines = linesOf(text);
  return {
    findings: findings.map((finding) => findingOf(workspace, service, { finding, lines })),
    tokens: service.tokens(profileFile).map(({ range, type }) => ({ ...spanOf(lines, range), type })),
    tables: language.tables.state(),
  };
}
