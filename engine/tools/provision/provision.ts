/** How a profile provides each endpoint of a contract, from its plan. For choosing a profile; does not query an ERP. */

import type { Contract, Endpoint } from '../../base/contract.ts';
import { ownMember } from '../../base/members.ts';
import { compile, type ProfileInput } from '../../compile/compile.ts';
import { createContext } from '../../compile/context/context.ts';
import { factCombinations } from '../../compile/context/fact-combinations.ts';
import { databaseKindOf } from '../../compile/context/sources.ts';
import { pathKey } from '../../compile/context/statements.ts';
import type { LoadedProfile } from '../../profile/load.ts';
import type { Bases } from '../../profile/overlay/bases.ts';
import { verbs } from '../../profile/schema/http.ts';
import type { BranchSpec, WrittenEndpoint } from '../../profile/schema/index.ts';
import { usableParts } from '../../profile/usable-parts.ts';
import { computedBy, type SentStatement } from './computed.ts';
import { readsOf } from './reads.ts';

/** A gap: something that is missing, always or with some facts. */
export interface Lack {
  /** Undefined: the whole endpoint. */
  readonly subject: { readonly kind: 'field' | 'read'; readonly name: string } | undefined;
  /** The deciding fact, with or without `not `; undefined: always missing. */
  readonly when: string | undefined;
  /** Undefined if the profile gives no reason, as for a read with `when`. */
  readonly reason: string | undefined;
}

export type Provision =
  | { readonly kind: 'unavailable'; readonly reason: string; readonly answersEmpty: boolean }
  | {
      readonly kind: 'provided';
      /** The kinds of sources, SQL first. */
      readonly sources: readonly ('SQL' | 'HTTP')[];
      /** What computes its numbers, if they are not the ERP's own; see `computedBy`. */
      readonly computedBy: readonly string[];
      readonly lacks: readonly Lack[];
    };

export interface Provided {
  readonly title: string;
  /** Names of settings; `required`: without a default. */
  readonly settings: readonly string[];
  readonly required: readonly string[];
  readonly facts: readonly string[];
  /** By path, in the contract's order. */
  readonly endpoints: ReadonlyMap<string, Provision>;
}

/** The statements of endpoints, in all variants. */
function statementsOf(input: ProfileInput): readonly SentStatement[] {
  const sentStatements = new Map<string, SentStatement>();
  for (const { factValues, endpoints: only } of factCombinations(input.profile)) {
    const { statements: questions, choice } = compile({ ...input, descriptions: new Map(), factValues, only });
    const context = createContext({ ...input, descriptions: new Map() }, choice, []);
    for (const { path, source, variants } of questions) {
      const [whole] = variants();
      if (path[0] !== 'endpoints' || whole === undefined) continue;
      const statement = {
        path: choice.originalPath(path),
        sql: whole.sql,
        databaseKind: databaseKindOf(context, source),
      };
      sentStatements.set(JSON.stringify([pathKey(statement.path), whole.sql]), statement);
    }
  }
  return [...sentStatements.values()];
}

function sourcesOf(spec: WrittenEndpoint, statements: readonly SentStatement[]): readonly ('SQL' | 'HTTP')[] {
  const steps = [...(spec.prepare ?? []), ...(spec.write ?? [])].flatMap((step) => Object.values(step));
  const parts = [...readsOf(spec), ...steps];
  const calls = parts.some((part) => 'call' in part && part.call !== undefined);
  const requests = parts.some((part) => verbs.some((verb) => part[verb] !== undefined));
  return [...(calls || statements.length > 0 ? (['SQL'] as const) : []), ...(requests ? (['HTTP'] as const) : [])];
}

/** The name of a read; a request is named by verb and path. */
function nameOf(read: BranchSpec, otherwise: string): string {
  const verb = verbs.find((one) => read[one] !== undefined);
  return read.name ?? (verb === undefined ? otherwise : `${verb.toUpperCase()} ${read[verb]}`);
}

/** Reads with `when` that have no alternative. */
function lackingReads(spec: WrittenEndpoint): readonly Lack[] {
  return (['first', 'union'] as const).flatMap((key) => {
    const reads = spec[key] ?? [];
    const others = reads.map(({ when }) => when);
    return reads.flatMap((read, index): Lack[] => {
      const { when } = read;
      if (when === undefined) return [];
      const opposite = when.startsWith('not ') ? when.slice('not '.length) : `not ${when}`;
      if (others.includes(opposite)) return [];
      return [
        {
          subject: { kind: 'read', name: nameOf(read, `read ${index + 1} of ${reads.length}`) },
          when: opposite,
          reason: undefined,
        },
      ];
    });
  });
}

function lacksOf(spec: WrittenEndpoint): readonly Lack[] {
  const { unavailable, absent = {} } = spec;
  const whole = typeof unavailable === 'object' ? [{ subject: undefined, ...unavailable }] : [];
  const fields = Object.entries(absent).map(
    ([name, why]): Lack => ({
      subject: { kind: 'field', name },
      ...(typeof why === 'string' ? { when: undefined, reason: why } : why),
    }),
  );
  return [...whole, ...lackingReads(spec), ...fields];
}

function provisionOf(endpoint: Endpoint, spec: WrittenEndpoint, all: readonly SentStatement[]): Provision {
  const { unavailable, answer } = spec;
  if (typeof unavailable === 'string')
    return { kind: 'unavailable', reason: unavailable, answersEmpty: answer === 'empty' };
  const statementsOfEndpoint = all.filter(({ path }) => path[1] === endpoint.path);
  return {
    kind: 'provided',
    sources: sourcesOf(spec, statementsOfEndpoint),
    computedBy: computedBy(spec, endpoint.answer.kind === 'single', statementsOfEndpoint),
    lacks: lacksOf(spec),
  };
}

/** Undefined for a profile of which nothing can be used; a check reports the faults. Endpoints that cannot be used are left out. */
export function providedBy(profileText: string, bases: Bases, contract: Contract): Provided | undefined {
  const parts = usableParts(profileText, bases, contract).map((loaded) => providedIn(loaded, contract));
  const [first] = parts;
  return first && { ...first, endpoints: new Map(parts.flatMap(({ endpoints }) => [...endpoints])) };
}

function providedIn(loaded: LoadedProfile, contract: Contract): Provided {
  const { title, settings = {}, facts = {}, endpoints } = loaded.profile;
  const statements = statementsOf({ ...loaded, contract });
  const provisions = contract.endpoints.flatMap((endpoint): [string, Provision][] => {
    const spec = ownMember(endpoints, endpoint.path);
    return spec === undefined ? [] : [[endpoint.path, provisionOf(endpoint, spec, statements)]];
  });
  const names = Object.keys(settings);
  return {
    title: title ?? '',
    settings: names,
    required: names.filter((name) => settings[name]?.default === undefined),
    facts: Object.keys(facts),
    endpoints: new Map(provisions),
  };
}
