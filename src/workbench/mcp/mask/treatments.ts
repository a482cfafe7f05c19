/** How the values of a call are shown, by their names: what a column of a result is computed from decides, and not what the profile calls it. */
import type { EndpointFlow, Flow, FlowColumn, FlowExpression } from '../../../../engine/tools/index.ts';
import type { MaskClass } from '../../masking/index.ts';
import { commonClass, type FactOf } from './column-fact.ts';
import { type SearchedValues, searchedValues } from './searched-values.ts';
import { guessRefusals, withFilled } from './written-values.ts';

/** How the values under a name are shown. */
export type Treatment =
  /** Not at all: they are computed from values that are masked. A call with such a value is refused, because its rows and their order can reveal it, too. */
  | { readonly kind: 'withheld'; readonly from: string }
  /** As values of a class. `column`: the column of the ERP, if it is one. `isUnnamed`: its name is data, and not shown. */
  | { readonly kind: 'masked'; readonly maskClass: MaskClass; readonly column?: string; readonly isUnnamed?: boolean }
  /** A text of the request: a replacement of it is shown again. */
  | { readonly kind: 'given' }
  /** As they are: the profile itself states them. */
  | { readonly kind: 'stated' };

/** By the name in small letters. */
export type Treatments = ReadonlyMap<string, Treatment>;

/** What a call may show. */
export interface Disclosure extends SearchedValues {
  readonly treatments: Treatments;
  /** Why the call must not run, as sentences; empty if it may. */
  readonly refusals: readonly string[];
  /** Whether a write takes over masked values: the changed rows have other names for them. */
  readonly writesMasked: boolean;
}

/** What decides about a call. */
interface Known {
  readonly factOf: FactOf;
  /** Names of fields of the request with a translated replacement, in small letters. */
  readonly given: ReadonlySet<string>;
  /** Whether the person has agreed to a condition or a statement: it was in the profile when the session began. */
  readonly isAgreed: (text: string) => boolean;
}

const nameOf = ({ table, column }: FlowColumn): string => `${table}.${column}`;

function treatmentOf(source: string, flows: readonly Flow[], { factOf, given }: Known): Treatment | undefined {
  const columns = [...new Map(flows.flatMap((flow) => [...flow.columns])).values()];
  const facts = columns.map((column) => ({ column, ...factOf(source, column.table, column.column) }));
  const masked = facts.filter(({ isOpen }) => !isOpen);
  const isComputed = flows.some((flow) => flow.isComputed);
  const isOfRequest = given.size > 0 && flows.some((flow) => flow.isGiven);
  if (isOfRequest && isComputed) return { kind: 'withheld', from: 'a masked text of the request' };
  if (isOfRequest && columns.length === 0) return { kind: 'given' };
  if (masked.length > 0) {
    if (isComputed) return { kind: 'withheld', from: masked.map(({ column }) => nameOf(column)).join(', ') };
    const maskClass = commonClass(masked.map((one) => one.maskClass));
    const [only, ...others] = facts;
    return {
      kind: 'masked',
      maskClass,
      ...(only !== undefined && others.length === 0 ? { column: only.column.column } : {}),
    };
  }
  const [only, ...others] = facts;
  if (only !== undefined && others.length === 0 && !isComputed)
    return { kind: 'masked', maskClass: only.maskClass, column: only.column.column };
  return columns.length === 0 && flows.every((flow) => flow.isFixed && !flow.isGiven) ? { kind: 'stated' } : undefined;
}

/** Of two treatments of one name the one that shows less. */
function stricter(one: Treatment | undefined, other: Treatment | undefined): Treatment | undefined {
  if (one === undefined || other === undefined)
    return one?.kind === 'stated' || other?.kind === 'stated' ? undefined : (one ?? other);
  if (one.kind === 'withheld') return one;
  if (other.kind === 'withheld') return other;
  if (one.kind === 'masked' && other.kind === 'masked')
    return one.maskClass === other.maskClass
      ? one
      : { kind: 'masked', maskClass: commonClass([one.maskClass, other.maskClass]) };
  if (one.kind === 'stated') return other;
  return one.kind === 'masked' || other.kind === 'stated' ? one : other;
}

/** The columns of all results by name, in small letters. */
function resultTreatments({ statements }: EndpointFlow, known: Known): Map<string, Treatment> {
  const all = new Map<string, Treatment | undefined>();
  for (const { source, flow } of statements) {
    if (!flow.ok) continue;
    for (const [name, outputs] of Map.groupBy(flow.outputs, (one) => one.name.toLowerCase())) {
      const treatment = treatmentOf(
        source,
        outputs.map((one) => one.flow),
        known,
      );
      all.set(name, all.has(name) ? stricter(all.get(name), treatment) : treatment);
    }
  }
  return new Map([...all].flatMap(([name, one]) => (one === undefined ? [] : [[name, one] as const])));
}

/** The names in an expression, in small letters. A name of an attached read counts only where its rows are taken as a whole. */
function namesIn(text: string, attached: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
    const isPrefix =
      attached.includes(match[0]) &&
      /^`?(?:\s*\[[^\]]*\])?\s*\.\s*[(`\p{L}_]/u.test(text.slice(match.index + match[0].length));
    if (!isPrefix) names.add(match[0].toLowerCase());
  }
  return names;
}

interface Mentioned {
  /** What the expression computes from: columns, or what else is not shown as it is. */
  readonly computed: readonly string[];
  /** What it passes on. */
  readonly masked: readonly Extract<Treatment, { readonly kind: 'masked' | 'given' }>[];
}

type IsMasked = (treatment: Treatment) => boolean;

/** What a treatment is about, for a message. */
function originOf(name: string, treatment: Treatment): string {
  if (treatment.kind === 'withheld') return treatment.from;
  if (treatment.kind === 'given') return 'a masked text of the request';
  if (treatment.kind === 'masked' && treatment.isUnnamed === true) return 'a member whose name is masked';
  return treatment.kind === 'masked' ? (treatment.column ?? name) : name;
}

function mentionedIn(
  { text, computedNames }: FlowExpression,
  treatments: Treatments,
  attached: readonly string[],
  isMasked: IsMasked,
): Mentioned {
  const computed = new Set(computedNames.map((name) => name.toLowerCase()));
  const takesAll = computed.has('*') || attached.some((name) => computed.has(name.toLowerCase()));
  const names = namesIn(text, attached);
  const wholeReads = attached.some((name) => names.has(name.toLowerCase()));
  const isHidden = (one: Treatment): boolean =>
    one.kind === 'withheld' || one.kind === 'given' || (one.kind === 'masked' && isMasked(one));
  const hidden = [...treatments].filter(([, one]) => isHidden(one));
  const used = hidden.filter(([name]) => takesAll || wholeReads || names.has(name));
  return {
    computed: hidden.flatMap(([name, one]) => {
      const isComputed = takesAll || computed.has(name) || (one.kind === 'withheld' && names.has(name));
      return isComputed ? [originOf(name, one)] : [];
    }),
    masked: used.flatMap(([, one]) => (one.kind === 'masked' || one.kind === 'given' ? [one] : [])),
  };
}

/** Classes whose values are shown as they are, unless their content looks like a name. */
const openClasses: ReadonlySet<MaskClass> = new Set(['id', 'code', 'date', 'money']);

/** The treatment of values that an expression passes on. */
function passedOn(masked: Mentioned['masked']): Treatment {
  const classes = masked.flatMap((one) => (one.kind === 'masked' ? [one.maskClass] : []));
  return classes.length === 0 ? { kind: 'given' } : { kind: 'masked', maskClass: commonClass(classes) };
}

/** Rounds until the treatments of fields no longer change: a field can be computed from that of an attached read. */
const mostRounds = 6;

/** Adds the fields that expressions compute, and the reasons why the call must not run. */
function withExpressions(
  { expressions, attached, mapped }: EndpointFlow,
  treatments: Map<string, Treatment>,
  isMasked: IsMasked,
  isAgreed: Known['isAgreed'],
): readonly string[] {
  for (let round = 0; round < mostRounds; round += 1) {
    for (const expression of expressions) {
      if (expression.field === undefined) continue;
      const field = expression.field.toLowerCase();
      const { computed, masked } = mentionedIn(expression, treatments, attached, isMasked);
      const before = treatments.get(field)?.kind;
      if (computed.length > 0) treatments.set(field, { kind: 'withheld', from: [...new Set(computed)].join(', ') });
      else if (masked.length > 0 && before !== 'withheld') treatments.set(field, passedOn(masked));
      else if (before === 'stated') treatments.delete(field);
    }
  }
  const refusals = expressions.flatMap((expression) => {
    if (expression.field !== undefined || expression.isOfSource || isAgreed(expression.text)) return [];
    if (mentionedIn(expression, treatments, attached, isMasked).computed.length === 0) return [];
    return [`The expression \`${expression.text}\` tests values that are masked.`];
  });
  const maps = mapped.flatMap((name) => {
    const treatment = treatments.get(name.toLowerCase());
    const isTold = treatment !== undefined && (treatment.kind === 'withheld' || isMasked(treatment));
    return isTold ? [`\`codes\` compares "${name}" with words of the profile, and its values are masked.`] : [];
  });
  const withheld = [...treatments].flatMap(([name, one]) =>
    one.kind === 'withheld' ? [`"${name}" is computed from ${one.from}, whose values are masked.`] : [],
  );
  return [...withheld, ...refusals, ...maps];
}

/** The statements that reveal more about masked values than their masked form. */
function statementRefusals({ statements }: EndpointFlow, { factOf, given, isAgreed }: Known): readonly string[] {
  return statements.flatMap(({ source, sql, written, flow }) => {
    const shown = sql.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
    if (!flow.ok) return [`It cannot be traced what this statement reveals, because ${flow.reason}: ${shown}`];
    const isOfPerson = isAgreed(written);
    return flow.tests.flatMap(({ columns, reason, isOfGiven, hasGiven, ofMixed }) => {
      if (isOfPerson && !hasGiven) return [];
      const hidden = columns.filter(({ table, column }) => !factOf(source, table, column).isOpen);
      // Ids and codes of which a few are masked are compared in every join.
      const areIds = hidden.every(({ table, column }) => openClasses.has(factOf(source, table, column).maskClass));
      if (ofMixed && (hidden.length === columns.length || areIds)) return [];
      const masked = hidden.map(nameOf);
      const revealed = isOfGiven && given.size > 0 ? [...masked, 'a masked text of the request'] : masked;
      if (reason === undefined || revealed.length === 0) return [];
      return [
        `A condition, order or grouping reveals more about ${revealed.join(', ')} than the masked value, because ${reason}: ${shown}`,
      ];
    });
  });
}

/** A field of the request that has a masked text: expressions can compute from it. */
function addGiven(treatments: Map<string, Treatment>, given: ReadonlySet<string>): void {
  for (const name of given)
    treatments.set(name, stricter(treatments.get(name), { kind: 'given' }) ?? { kind: 'given' });
}

/** What a call of an endpoint may show of the columns of databases. */
export function discloseStatements(flow: EndpointFlow, session: Known): Disclosure {
  const factOf = withFilled(flow, session);
  const withFacts = { ...session, factOf };
  const maskedNames = new Set<Treatment>();
  const treatments = resultTreatments(flow, withFacts);
  const isOpenColumn = (source: string, { columns }: Flow): boolean =>
    [...columns.values()].every(({ table, column }) => factOf(source, table, column).isOpen);
  for (const { source, flow: statement } of flow.statements) {
    for (const { name, flow: output } of statement.ok ? statement.outputs : []) {
      const treatment = treatments.get(name.toLowerCase());
      if (treatment !== undefined && !isOpenColumn(source, output)) maskedNames.add(treatment);
    }
  }
  const isMasked: IsMasked = (one) =>
    maskedNames.has(one) || (one.kind === 'masked' && !openClasses.has(one.maskClass));
  addGiven(treatments, withFacts.given);
  const written = flow.statements.flatMap(({ source, flow: one }) =>
    one.ok ? one.written.filter((value) => !isOpenColumn(source, value.flow)) : [],
  );
  return {
    treatments,
    refusals: [
      ...new Set([
        ...statementRefusals(flow, withFacts),
        ...guessRefusals(flow, session.factOf),
        ...written.flatMap((one) =>
          one.flow.isComputed ? [`A value that is computed from masked columns is written into ${one.table}.`] : [],
        ),
        ...withExpressions(flow, treatments, isMasked, withFacts.isAgreed),
      ]),
    ],
    ...searchedValues(
      flow,
      factOf,
      [...treatments.values()].flatMap((one) => (one.kind === 'masked' ? [one.maskClass] : [])),
    ),
    writesMasked: written.length > 0,
  };
}

/** What a call may show of the members of answers over HTTP. `masked`: names of members whose values are masked. */
export function discloseMembers(
  flow: EndpointFlow,
  masked: ReadonlyMap<string, MaskClass>,
  { given, isAgreed, isShownName }: Omit<Known, 'factOf'> & { readonly isShownName: (name: string) => boolean },
): Disclosure {
  const treatments = new Map<string, Treatment>(
    [...masked].map(([name, maskClass]) => [
      name.toLowerCase(),
      { kind: 'masked', maskClass, column: name, isUnnamed: !isShownName(name) },
    ]),
  );
  addGiven(treatments, given);
  const refusals = withExpressions(flow, treatments, (one) => one.kind === 'masked', isAgreed);
  return {
    treatments,
    refusals: [...new Set(refusals)],
    searchesMasked: true,
    searchesNumbers: false,
    writesMasked: false,
  };
}

/** Two disclosures of one call. */
export function mergedDisclosure(one: Disclosure, other: Disclosure): Disclosure {
  const treatments = new Map(one.treatments);
  for (const [name, treatment] of other.treatments) {
    const both = treatments.has(name) ? stricter(treatments.get(name), treatment) : treatment;
    if (both !== undefined) treatments.set(name, both);
  }
  return {
    treatments,
    refusals: [...one.refusals, ...other.refusals],
    searchesMasked: one.searchesMasked || other.searchesMasked,
    searchesNumbers: one.searchesNumbers || other.searchesNumbers,
    writesMasked: one.writesMasked || other.writesMasked,
  };
}
