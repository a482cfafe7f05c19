/** One SQL text of a profile: parsed, its parts spliced in, its names resolved, its columns held against what the profile says of them. */

import type { Path } from '../../base/place.ts';
import type { QueryPlan, Resolve } from '../../plan/query.ts';
import type { OutputColumn } from '../../sources/source.ts';
import type { WordSpot } from '../../sources/sql/statement-rules.ts';
import { expandParts } from '../../sources/sql/text/parts.ts';
import type { Rendered } from '../../sources/sql/text/render.ts';
import { type CompiledStatement, compileStatement } from '../../sources/sql/text/statement.ts';
import { parseTemplate, type Template } from '../../sources/sql/text/template.ts';
import type { Wrap } from '../../sources/sql/text/wrap.ts';
import { knownValues } from '../columns/column-types.ts';
import { checkDistinct, checkWrap, type NamedAt } from '../columns/reported-columns.ts';
import { absence, compositesOf, rowCleaner, spelling } from '../columns/row-cleaner.ts';
import type { CompileContext } from '../context/context.ts';
import { coveredBlocks } from '../context/coverage-points.ts';
import { idOfField } from '../context/ids.ts';
import { databaseKindOf } from '../context/sources.ts';
import { pathKey, type StatementVariant, type TextOrigin } from '../context/statements.ts';
import { columnNames, type Names, namesInSql } from '../names/expression-names.ts';
import { type ParameterScope, resolveName } from '../names/parameter-scope.ts';
import { reportUnknownParameter } from '../names/unknown-parameter.ts';
import { checkDecimals } from './decimal-parameters.ts';
import { findWriting, misspeltRead } from './read-only.ts';
import { partTemplates } from './sql-parts.ts';
import { checkLists, checkTemplates } from './sql-text-checks.ts';
import { reportTemplateFaults } from './template-faults.ts';

export interface QueryInput {
  readonly path: Path;
  readonly text: string;
  readonly source: string;
  readonly verb: 'read' | 'exec';
  readonly scope: ParameterScope;
  readonly wrap?: Wrap;
  /** Where the read names the columns of the wrap. */
  readonly namedAt?: NamedAt;
  /** Fields of the contract that this query may give, for the spelling of its columns. */
  readonly fields: readonly string[];
}

export interface CompiledQuery {
  readonly plan: QueryPlan;
  /** Names of the columns as the author means them, composite ids included; undefined while the database was not asked. */
  readonly columns: readonly string[] | undefined;
  /** What is known of the columns' values, less those that stand for none. */
  readonly values: readonly OutputColumn[];
  /** What expressions may read from its rows, as far as is known. */
  readonly names: Names;
}

function resolveNames(
  context: CompileContext,
  input: QueryInput,
  statement: CompiledStatement,
): Required<Pick<QueryPlan, 'values' | 'optional' | 'decimals'>> {
  const values = new Map<string, Resolve>();
  const optionals = new Set<string>();
  const decimals = new Set<string>();
  for (const use of statement.bindingsNamed) {
    const at = {
      path: use.part === undefined ? input.path : ['parts', use.part],
      range: { offset: use.offset, length: use.length },
    };
    const name = resolveName(use.name, input.scope);
    if (!name.ok) {
      reportUnknownParameter(context, at, use.name, name);
      continue;
    }
    if (name.optional && use.block === undefined && !input.scope.optionalIsNull) {
      const hint = `Write it in an optional block: [[ AND column = :${use.name} ]].`;
      context.report('MAP232', {
        ...at,
        message: `The request field ${use.name} is optional, so :${use.name} may have no value here.`,
        hint,
      });
    }
    if (
      !name.optional &&
      use.block !== undefined &&
      !statement.bindingsNamed.some((other) => other.block === use.block && isOptional(other.name, input.scope))
    ) {
      context.report('MAP233', {
        ...at,
        severity: 'warning',
        message: `:${use.name} always has a value, so this block is always included.`,
        hint: 'Remove the brackets.',
      });
    }
    const { resolve, optional } = name;
    if (optional) optionals.add(use.name);
    if (name.decimal) decimals.add(use.name);
    values.set(use.name, optional && input.scope.optionalIsNull ? (state) => resolve(state) ?? null : resolve);
  }
  return { values, optional: optionals, decimals };
}

function isOptional(name: string, scope: ParameterScope): boolean {
  const resolved = resolveName(name, scope);
  return resolved.ok && resolved.optional;
}

function compile(
  template: Template,
  wrap: Wrap,
  source: string,
  context: CompileContext,
  columns?: readonly string[],
): CompiledStatement {
  return compileStatement(template, wrap, databaseKindOf(context, source).dialect, columns);
}

/** Reports what makes a read no read: it writes, or its first word is misspelt. */
function reportWriting(
  context: CompileContext,
  { path, offset }: ReturnType<TextOrigin>,
  { word, length }: WordSpot,
): void {
  const at = { path, range: { offset, length } };
  const meant = misspeltRead(word);
  if (meant === undefined) {
    const hint = 'A read is a SELECT. Statements that change the ERP belong under `write`, as `exec`.';
    context.report('SQL407', { ...at, message: `A read must not run "${word}".`, hint });
  } else {
    context.report('SQL405', {
      ...at,
      message: `No statement begins with "${word}".`,
      hint: `Did you mean "${meant}"?`,
    });
  }
}

/** Compiles a query, or reports why it cannot be and gives undefined. */
export function compileQuery(context: CompileContext, input: QueryInput): CompiledQuery | undefined {
  const databaseKind = databaseKindOf(context, input.source);
  const { dialect } = databaseKind;
  const parsed = parseTemplate(input.text, dialect.lexicon);
  const expanded = expandParts(parsed.template, partTemplates(context, dialect));
  const faults = [...parsed.faults, ...expanded.faults];
  if (!checkTemplates(context, input.path, input.text)) return undefined;
  reportTemplateFaults(context, input.path, input.text, faults);
  if (faults.length > 0) return undefined;

  checkLists(context, input.path, input.text, dialect.lexicon);
  const bare = compile(expanded.template, {}, input.source, context);
  const originIn =
    (text: Rendered): TextOrigin =>
    (position) => {
      const at = text.locate(position);
      return { path: at?.part === undefined ? input.path : ['parts', at.part], offset: at?.offset ?? 0 };
    };
  const origin = originIn(bare.sample);
  // With its parts in place: a part may hold the words that write, as well as the SELECT itself.
  const writing = input.verb === 'read' ? findWriting(bare.sample.sql, databaseKind) : undefined;
  if (writing !== undefined) {
    reportWriting(context, origin(writing.offset), writing);
    return undefined;
  }
  const { values, optional, decimals } = resolveNames(context, input, bare);
  let framed: StatementVariant | undefined;
  context.statements.push({
    path: input.path,
    source: input.source,
    verb: input.verb,
    variants: () => {
      const texts = bare.variants().filter(({ sql }) => sql.trim() !== '');
      return texts.map((text) => ({ ...text, origin: originIn(text) }));
    },
    framed: () => framed,
  });

  const facts = context.facts.get(pathKey(input.path));
  const { path, text } = input;
  checkDecimals(context, { path, text, databaseKind, statement: bare, sample: bare.sample, decimals, facts });
  const columns = facts?.columns;
  const wrap = input.wrap ?? {};
  // That a read gives no columns at all is reported where the database was asked.
  if (columns?.length === 0 && input.verb === 'read') return undefined;
  if (columns !== undefined && !checkDistinct(context, input, columns)) return undefined;
  if (columns !== undefined && !checkWrap(context, input, wrap, columns)) return undefined;
  const named = (columns ?? []).map((given) => ({ given, name: spelling(given, input.fields, bare.sample.sql) }));
  const spelled = named.map(({ name }) => name);
  const composites = compositesOf(spelled, (field) => idOfField(context, field));
  const known = columns === undefined ? undefined : [...spelled, ...composites.map(({ field }) => field)];
  const statement = compile(expanded.template, wrap, input.source, context, columns);
  if (columns !== undefined && statement.framed)
    framed = { ...statement.sample, origin: originIn(statement.sample), without: [] };
  const isAbsent = absence(context.profile.sources[input.source]?.absent ?? []);
  const valued = knownValues(facts)
    .filter(({ literal }) => literal === undefined || !isAbsent(literal))
    .map((value) => ({ ...value, name: spelling(value.name, input.fields, bare.sample.sql) }));
  return {
    plan: {
      source: input.source,
      statement: coveredBlocks(context, input.path, bare, statement),
      values,
      optional,
      decimals,
      columns: named,
      clean: rowCleaner(named, composites, isAbsent),
    },
    columns: known,
    values: valued,
    names: known === undefined ? namesInSql(bare.sample.sql) : columnNames(known, valued),
  };
}
