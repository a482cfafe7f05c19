/** Where the names that a profile declares are declared and used: parts, settings, sources, facts, ids and steps. */

import { isMap, tokenize } from '../../../../engine/host/index.ts';
import type { Path } from '../../../../engine/index.ts';
import { mentionsPart, partUses } from '../../../../engine/tools/index.ts';
import { endpointAt } from '../profile/contract-fields.ts';
import { languageAt } from '../profile/embedded.ts';
import { kindOf, type ProfileView, sourceOf, valueAt } from '../profile/view.ts';
import { parametersIn } from '../sql/statement.ts';
import type { Span } from '../text/positions.ts';
import type { Entry } from '../yaml/entry.ts';

export type SymbolKind = 'part' | 'parameter' | 'setting' | 'source' | 'fact' | 'id' | 'step';

export interface Occurrence {
  readonly kind: SymbolKind;
  readonly name: string;
  /** The endpoint of a step, the part of a parameter. */
  readonly owner: string | undefined;
  readonly isDeclaration: boolean;
  /** The name itself, without braces, colon or dollar sign. */
  readonly span: Span;
}

/** Whether two occurrences name the same thing. */
export const isSame = (one: Occurrence, other: Occurrence): boolean =>
  one.kind === other.kind && one.name === other.name && one.owner === other.owner;

const sections: Readonly<Record<string, SymbolKind>> = {
  parts: 'part',
  settings: 'setting',
  sources: 'source',
  facts: 'fact',
  ids: 'id',
};

const stepLists = new Set<unknown>(['write', 'prepare']);

/** The names of the steps of an endpoint, in the merged profile. */
function stepsOf(view: ProfileView, endpoint: string): ReadonlySet<string> {
  const lists = ['prepare', 'write'].map((name) => valueAt(view, ['endpoints', endpoint, name]));
  return new Set(
    lists
      .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
      .flatMap((one) => (isMap(one) ? Object.keys(one) : [])),
  );
}

/** Whether a path below the list of steps leads to a step: an item of the list, or in an overlay its name or an added item. */
function isStep([place, item, ...below]: Path): boolean {
  if (typeof place === 'number') return item !== undefined && below.length === 0;
  if (typeof item === 'number') return below.length === 1;
  return place !== undefined && item === undefined;
}

/** A key that declares a name, or that changes what a base declares. */
function declaration({ path, key, bare }: Entry): Occurrence | undefined {
  if (key === undefined || bare) return undefined;
  const name = String(path.at(-1));
  const [section, endpoint, list] = path;
  const kind = typeof section === 'string' && Object.hasOwn(sections, section) ? sections[section] : undefined;
  if (path.length === 2 && kind !== undefined && !name.startsWith('$') && name !== '*')
    return { kind, name, owner: undefined, isDeclaration: true, span: key };
  if (section !== 'endpoints' || !stepLists.has(list)) return undefined;
  if (!isStep(path.slice(3)) || name.startsWith('$')) return undefined;
  return { kind: 'step', name, owner: String(endpoint), isDeclaration: true, span: key };
}

/** The name in a key of an overlay that adds entries to a list: `$after order`. */
function positionUse({ path, key }: Entry): Occurrence | undefined {
  const [section, endpoint, list] = path;
  const [directive = '', name] = /^\$(?:before|after) +(\S+)/.exec(String(path.at(-1))) ?? [];
  if (key === undefined || name === undefined || path.length !== 4) return undefined;
  if (section !== 'endpoints' || !stepLists.has(list)) return undefined;
  const start = key.start + directive.length - name.length;
  const span = { start, end: start + name.length };
  return { kind: 'step', name, owner: String(endpoint), isDeclaration: false, span };
}

/** The endpoints whose texts use a part, with the steps that the part may name. */
function usersOf(view: ProfileView, part: string, stepsAt: (path: Path) => ReadonlySet<string>): readonly string[] {
  const endpoints = valueAt(view, ['endpoints']);
  if (!isMap(endpoints)) return [];
  return Object.entries(endpoints).flatMap(([name, endpointSpec]) =>
    stepsAt(['endpoints', name]).size > 0 && mentionsPart(JSON.stringify(endpointSpec), part) ? [name] : [],
  );
}

/** A name of a parameter, which is declared in the list `with` of a part. */
const parameterAt = (name: string, part: string, start: number, isDeclaration: boolean): Occurrence => ({
  kind: 'parameter',
  name,
  owner: part,
  isDeclaration,
  span: { start, end: start + name.length },
});

/** Finds the uses in one text of the profile. */
class Uses {
  readonly occurrences: Occurrence[] = [];
  private readonly view: ProfileView;
  private readonly path: Path;
  private readonly text: string;
  private readonly start: number;
  private readonly steps: ReadonlyMap<string, readonly string[]>;

  /** `steps`: the steps that the text may name, with their endpoints. */
  constructor(view: ProfileView, { path, value }: Entry, steps: ReadonlyMap<string, readonly string[]>) {
    this.view = view;
    this.path = path;
    this.text = view.text.slice(value.start, value.end);
    this.start = value.start;
    this.steps = steps;
  }

  private add(kind: SymbolKind, name: string, offset: number, among = this.steps.get(name) ?? []): void {
    const span = { start: this.start + offset, end: this.start + offset + name.length };
    for (const owner of kind === 'step' ? among : [undefined])
      this.occurrences.push({ kind, name, owner, isDeclaration: false, span });
  }

  /** A parameter of the part that the text is in, or a part. */
  private part(name: string, offset: number): void {
    const [section, partName] = this.path;
    const isParameter = section === 'parts' && parametersIn(this.view, String(partName)).includes(name);
    if (!isParameter) this.add('part', name, offset);
    else this.occurrences.push(parameterAt(name, String(partName), this.start + offset, false));
  }

  /** `:settings.branch`, `:order.id`, `:customerErpId`, `{part}` and `{part(x)}`. */
  sql(): void {
    const kind = kindOf(this.view, sourceOf(this.view, this.path));
    if (kind === undefined) return;
    for (const token of tokenize(this.text, kind.dialect.lexicon)) {
      if (token.kind === 'part' || token.kind === 'call') this.part(token.name, token.start + 1);
      if (token.kind !== 'value') continue;
      const [head = '', second] = token.name.split('.');
      if (head === 'settings' && second !== undefined) this.add('setting', second, token.start + 10);
      else if (this.steps.has(head)) this.add('step', head, token.start + 1);
      else this.id(head, token.start + 1);
    }
  }

  /** A field of the request with an id refers to the declaration of the id. */
  private id(name: string, offset: number): void {
    const field = endpointAt(this.view, this.path)?.request[name];
    if (field?.type !== 'id') return;
    const span = { start: this.start + offset, end: this.start + offset + name.length };
    this.occurrences.push({ kind: 'id', name: field.idKind, owner: undefined, isDeclaration: false, span });
  }

  /** `$settings.branch`, `$order` and `{part}`, from an offset of the text. */
  expression(text: string, offset: number): void {
    for (const use of partUses(text)) {
      const inner = text.slice(use.offset, use.offset + use.length).indexOf(use.name);
      this.add('part', use.name, offset + use.offset + inner);
    }
    for (const match of text.matchAll(/\$settings\s*\.\s*(\w+)/g)) {
      const name = match[1] ?? '';
      this.add('setting', name, offset + match.index + match[0].length - name.length);
    }
    for (const match of text.matchAll(/\$(\w+)/g))
      if (this.steps.has(match[1] ?? '')) this.add('step', match[1] ?? '', offset + match.index + 1);
  }

  /** `${setting}`, and expressions in {{ }}. */
  template(): void {
    for (const match of this.text.matchAll(/\$\{(\w+)\}/g)) this.add('setting', match[1] ?? '', match.index + 2);
    for (const match of this.text.matchAll(/\{\{([\s\S]*?)\}\}/g)) this.expression(match[1] ?? '', match.index + 2);
  }

  /** A value that is a name: of a source, a fact, or a part of a request. */
  name(): void {
    const last = this.path.at(-1);
    const [section, part, list] = this.path;
    const isParameter = section === 'parts' && list === 'with' && this.path.length === 4;
    if (isParameter) this.occurrences.push(parameterAt(this.text, String(part), this.start, true));
    else if (this.path.at(-2) === '$without') this.removed();
    else if (last === 'use') this.add('source', this.text, 0);
    else if (last === '$part') this.add('part', this.text, 0);
    else if (last === 'when' && !this.path.includes('outcomes')) {
      const not = /^not\s+/.exec(this.text)?.[0].length ?? 0;
      this.add('fact', this.text.slice(not), not);
    }
  }

  /** An item of `$without`: the name of something that the base declares, and that the merged profile does not have. */
  private removed(): void {
    const [section, endpoint, list] = this.path;
    if (this.path.length === 3 && typeof section === 'string' && Object.hasOwn(sections, section))
      this.add(sections[section] ?? 'part', this.text, 0);
    else if (section === 'endpoints' && stepLists.has(list)) this.add('step', this.text, 0, [String(endpoint)]);
  }
}

const occurrencesOfView = new WeakMap<ProfileView, readonly Occurrence[]>();

/** All declarations and uses in the text of a profile, in its order. */
export function occurrencesIn(view: ProfileView): readonly Occurrence[] {
  const keptOccurrences = occurrencesOfView.get(view);
  if (keptOccurrences !== undefined) return keptOccurrences;
  const steps = new Map<string, ReadonlySet<string>>();
  const stepsAt = ([section, endpoint]: Path): ReadonlySet<string> => {
    if (section !== 'endpoints' || typeof endpoint !== 'string') return new Set();
    const endpointSteps = steps.get(endpoint) ?? stepsOf(view, endpoint);
    steps.set(endpoint, endpointSteps);
    return endpointSteps;
  };
  /** The steps that a text may name, with their endpoints: those of its own, or of all that use the part. */
  const stepsFor = ({ path }: Entry): ReadonlyMap<string, readonly string[]> => {
    const [section, name] = path;
    const endpoints = section === 'parts' ? usersOf(view, String(name), stepsAt) : [String(name)];
    const named = new Map<string, string[]>();
    for (const endpoint of endpoints)
      for (const step of stepsAt(['endpoints', endpoint])) named.set(step, [...(named.get(step) ?? []), endpoint]);
    return named;
  };
  const all = view.entries.flatMap((entry): readonly Occurrence[] => {
    const symbolOfEntry = declaration(entry) ?? positionUse(entry);
    const before = symbolOfEntry === undefined ? [] : [symbolOfEntry];
    if (entry.style === 'none' || entry.style === 'map' || entry.style === 'list') return before;
    const uses = new Uses(view, entry, stepsFor(entry));
    const language = languageAt(view, entry.path);
    if (language === 'sql') uses.sql();
    else if (language === 'expression') uses.expression(view.text.slice(entry.value.start, entry.value.end), 0);
    else {
      uses.template();
      uses.name();
    }
    return [...before, ...uses.occurrences];
  });
  occurrencesOfView.set(view, all);
  return all;
}

/** The name at an offset. */
export const occurrenceAt = (view: ProfileView, offset: number): Occurrence | undefined =>
  occurrencesIn(view).find(({ span }) => span.start <= offset && offset <= span.end);
