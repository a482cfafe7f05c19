/** Compares the vendor's files with the description that the ERP serves, in what a profile uses. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { compile, type ProfileInput } from '../../compile/compile.ts';
import {
  type MemberDifference,
  memberDifferences,
  type OwnMembers,
  ownMembers,
  type SoughtMember,
  withoutMembers,
} from '../../description/differences.ts';
import { lineOfMember } from '../../description/find-line.ts';
import type { ServiceDescription } from '../../description/model.ts';
import { type ObservedDescription, observedDescription } from '../../description/observed.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { closest } from '../../diagnostics/did-you-mean.ts';
import { describedBy, isHttp } from '../../profile/schema/index.ts';
import type { FactValues } from '../../profile/select-variants.ts';
import type { HttpSource } from '../../sources/http-source.ts';
import { type FindingLocation, finding } from '../changes/finding.ts';
import { fetchServed, ServedDescriptions } from './fetch-served.ts';

interface ComparisonInput {
  /** Name of the source. */
  readonly name: string;
  readonly source: HttpSource;
  /** With the descriptions of the vendors' files under `services`. */
  readonly input: ProfileInput;
  /** The folder of the profile. */
  readonly folder: string;
  /** The facts of this ERP: what a variant for another one uses is not compared. */
  readonly factValues: FactValues;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What was served to an earlier comparison; undefined to ask the ERP. */
  readonly kept?: ServedDescriptions | undefined;
}

/** The own members of the installation, in the types that the profile uses. */
export interface OwnComparison {
  readonly types: readonly OwnMembers[];
  /** Where the profile uses a member. */
  readonly usesOf: (member: SoughtMember) => readonly FindingLocation[];
}

export interface Comparison {
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined where the profile names no own members, or the ERP's description is unknown. */
  readonly own: OwnComparison | undefined;
}

/** Findings of the profile with another description in place of the files. A request of a fact asks whether the ERP has something: it is not compared. */
function findingsWith(
  { name, input, factValues }: ComparisonInput,
  service: ServiceDescription,
): readonly Diagnostic[] {
  const { facts: _, ...profile } = input.profile;
  const services = new Map([...(input.services ?? []), [name, service]]);
  return compile({ ...input, profile, services, thorough: true, descriptions: new Map(), factValues }).diagnostics;
}

const placeKey = ({ place }: Pick<Diagnostic, 'place'>): string => `${place?.file}:${place?.line}:${place?.column}`;

/** The findings that others do not have. Messages may differ in the name of the description. */
function beyond(
  findings: readonly Diagnostic[],
  names: string,
  others: readonly Diagnostic[],
  otherNames: string,
): readonly Diagnostic[] {
  const withoutName = (one: Diagnostic, name: string): string =>
    [one.code, placeKey(one), one.message.replaceAll(name, '')].join('\n');
  const inOthers = new Set(others.map((one) => withoutName(one, otherNames)));
  return findings.filter((one) => !inOthers.has(withoutName(one, names)));
}

const locationsOf = (findings: readonly Diagnostic[]): readonly FindingLocation[] =>
  findings.flatMap(({ place, coordinate }) => (place === undefined ? [] : [{ place, coordinate }]));

/** A difference with the findings that there are without the member: where the profile uses it. */
interface UsedDifference {
  readonly difference: MemberDifference;
  readonly uses: readonly Diagnostic[];
}

/** What the check finds without some members of a description: where the profile uses them. */
function usesIn(
  comparison: ComparisonInput,
  described: ObservedDescription,
): (removed: readonly SoughtMember[]) => readonly Diagnostic[] {
  const names = described.original.files.join(', ');
  const whole = findingsWith(comparison, withoutMembers(described, []));
  return (removed) => beyond(findingsWith(comparison, withoutMembers(described, removed)), names, whole, names);
}

/** The differences that the profile uses. `usesOf`: the findings without some members. */
function usedDifferences(
  differences: readonly MemberDifference[],
  usesOf: (removed: readonly MemberDifference[]) => readonly Diagnostic[],
): readonly UsedDifference[] {
  const uses = differences.length === 0 ? [] : usesOf(differences);
  const [difference, second] = differences;
  if (difference === undefined || uses.length === 0) return [];
  if (second === undefined) return [{ difference, uses }];
  // Most differences of a new version concern nothing that the profile uses: halves need fewer compilations than single ones.
  const half = Math.ceil(differences.length / 2);
  return [differences.slice(0, half), differences.slice(half)].flatMap((part) => usedDifferences(part, usesOf));
}

/** Where the files declare a member: `metadata.xml:12`. */
type Declared = (owner: string, name: string) => string;

async function declaredIn(files: readonly string[], folder: string): Promise<Declared> {
  const texts = await Promise.all(files.map((file) => readFile(resolve(folder, file), 'utf8')));
  return (owner, name) => {
    const lines = texts.map((text, index) => ({ file: files[index], line: lineOfMember(text, owner, name) }));
    const declaration = lines.find(({ line }) => line !== undefined);
    return declaration === undefined ? files.join(', ') : `${declaration.file}:${declaration.line}`;
  };
}

/** Whether a finding is about this member: where it is used, or on the same line with its name. */
const isAbout = (reported: Diagnostic, { difference, uses }: UsedDifference): boolean =>
  uses.some(
    (use) =>
      placeKey(use) === placeKey(reported) ||
      (use.place?.line === reported.place?.line && reported.message.includes(`"${difference.name}"`)),
  );

function memberFinding(
  { difference, uses }: UsedDifference,
  served: string,
  declared: Declared,
  isBroken: boolean,
): readonly Diagnostic[] {
  const { owner, name, inFile, inErp, added } = difference;
  const where = declared(owner, name);
  const replace = `replace ${where.replace(/:\d+$/, '')} by what the ERP serves`;
  if (inErp === undefined) {
    const near = closest(name, added);
    const meant = near === undefined ? '' : `Did you mean "${near}"? Only the ERP has it. `;
    const message = `The ERP has no "${name}" of ${owner} (${served}); ${where} has it.`;
    return finding('API813', 'error', locationsOf(uses), message, `${meant}Correct the profile, and ${replace}.`);
  }
  const message = `"${name}" of ${owner} is ${inErp} in the ERP (${served}), and ${inFile} in ${where}.`;
  const hint = `Check that the profile is right for this type, and ${replace}.`;
  return finding('API813', isBroken ? 'error' : 'warning', locationsOf(uses), message, hint);
}

/**
 * Fetches the description that the ERP serves, and reports what differs in what the profile uses: members with their types, lengths and values, and everything
 * that the check of the profile finds with the one description and not with the other.
 */
export async function compareServed(comparison: ComparisonInput): Promise<Comparison> {
  const { name, source, input, folder, now, kept = new ServedDescriptions(0) } = comparison;
  const inFiles = input.services?.get(name);
  const spec = input.profile.sources[name];
  const nothing: Comparison = { diagnostics: [], own: undefined };
  if (inFiles === undefined || spec === undefined || !isHttp(spec)) return nothing;
  const served = await fetchServed({ name, spec, source, inFiles, input, now, kept });
  switch (served.kind) {
    case 'none':
      return nothing;
    case 'failed':
      return { diagnostics: served.diagnostics, own: undefined };
    case 'read': {
      const described = describedBy(spec);
      const declared = await declaredIn(described?.files ?? [], folder);
      const { diagnostics, own } = differencesBetween(comparison, inFiles, served.description, declared);
      return { diagnostics, own: described?.own === undefined ? undefined : own };
    }
  }
}

/** What only the ERP's description allows, each thing once. `added`: members that only the ERP has. */
function outdatedFindings(
  all: readonly Diagnostic[],
  added: readonly MemberDifference[],
  { files, served }: { readonly files: string; readonly served: string },
): readonly Diagnostic[] {
  const hint = `Replace ${files} by what the ERP serves.`;
  const groups = new Map<string, readonly Diagnostic[]>();
  for (const one of all) {
    const member = added.find(({ name }) => one.message.includes(`"${name}"`));
    const message =
      member === undefined
        ? `${one.code} is reported here because of ${files}, and the description that the ERP serves (${served}) allows it: ${one.message}`
        : `${files} has no "${member.name}" of ${member.owner}; the ERP has it (${served}).`;
    groups.set(message, [...(groups.get(message) ?? []), one]);
  }
  return [...groups].flatMap(([message, ones]) => finding('API813', 'warning', locationsOf(ones), message, hint));
}

function differencesBetween(
  comparison: ComparisonInput,
  inFiles: ServiceDescription,
  inErp: ServiceDescription,
  declared: Declared,
): Comparison {
  const [files, served] = [inFiles.files.join(', '), inErp.files.join(', ')];
  const [ofFiles, ofErp] = [observedDescription(inFiles), observedDescription(inErp)];
  const byFiles = findingsWith(comparison, ofFiles.service);
  const byErp = findingsWith(comparison, ofErp.service);
  const broken = beyond(byErp, served, byFiles, files);
  const differences = memberDifferences(ofFiles, ofErp.original);
  const used = differences.length === 0 ? [] : usedDifferences(differences, usesIn(comparison, ofFiles));
  const members = used.flatMap((one) => {
    const isBroken = broken.some((other) => other.severity === 'error' && isAbout(other, one));
    return memberFinding(one, served, declared, isBroken);
  });
  const others = broken
    .filter((other) => !used.some((one) => isAbout(other, one)))
    .map((one): Diagnostic => {
      // The message of the check speaks of the file that it was given.
      const said = one.message.replaceAll(served, 'it').replaceAll("the vendor's description", 'it');
      return {
        ...one,
        code: 'API813',
        message: `The ERP describes itself otherwise than ${files} (${served}): ${said}`,
      };
    });
  const brokenInBoth = new Set(byErp.map((one) => `${one.code} ${placeKey(one)}`));
  const outdated = outdatedFindings(
    beyond(byFiles, files, byErp, served).filter((one) => !brokenInBoth.has(`${one.code} ${placeKey(one)}`)),
    memberDifferences(ofErp, ofFiles.original).filter(({ inErp: other }) => other === undefined),
    { files, served },
  );
  const types = ownMembers(ofFiles, ofErp.original);
  const hasOwn = types.some(({ members }) => members.size > 0);
  const usesOfOwn = hasOwn ? usesIn(comparison, ofErp) : () => [];
  return {
    diagnostics: [...members, ...others, ...outdated],
    own: { types, usesOf: (member) => locationsOf(usesOfOwn([member])) },
  };
}
