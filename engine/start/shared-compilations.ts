/**
 * Compilations that the engines of one process share: companies of one profile have one plan with its generated functions, however many they are. Nothing in
 * it belongs to a company. A compilation serves every company with the same values of the settings that it has read; most settings are only read when a
 * request runs.
 */
import { createHash } from 'node:crypto';
import type { Contract } from '../base/contract.ts';
import type { CompiledProfile, ProfileInput } from '../compile/compile.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type LoadText, loadText, type TextWithFindings } from '../profile/load.ts';
import { clocksOf } from '../profile/resolve-clocks.ts';
import type { ProfileDocument } from '../profile/yaml/document.ts';
import { SettingResults } from './setting-results.ts';

/** A profile that was compiled without knowledge of its ERP, with the findings of a start. */
export interface CheckedCompilation {
  readonly compiled: CompiledProfile;
  readonly findings: readonly Diagnostic[];
}

export interface SharedCompilations {
  /** Loads the text of a profile, or gives what an equal one gave before. */
  readonly load: LoadText;
  /** Compiles a profile and checks it, or gives what another company has. Companies that ask at the same time wait for one computation. */
  check(
    input: ProfileInput,
    compute: (input: ProfileInput) => Promise<CheckedCompilation>,
  ): Promise<CheckedCompilation>;
  /** The same for a compilation that knows the ERP. `knowledge`: a text that decides what is known. */
  compile(input: ProfileInput, knowledge: string, compute: (input: ProfileInput) => CompiledProfile): CompiledProfile;
}

/** Three results belong to a profile: its text, and its compilation without and with knowledge of the ERP. These are kept while no engine uses them. */
const mostKept = 3 * 16;

/** The compilations of one text of a profile. */
interface Compilations {
  readonly contract: Contract;
  readonly checked: SettingResults<CheckedCompilation>;
  /** By digest of what was known. */
  readonly byKnowledge: Map<string, SettingResults<CompiledProfile>>;
  /** Settles when no check runs. */
  last: Promise<unknown>;
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64');

/** One for a process. Pass it to every engine of the process. */
export function createSharedCompilations(): SharedCompilations {
  /** The least recently used first: a company that is opened after a time without requests finds its compilation. */
  const recent = new Set<object>();
  const texts = new Map<string, WeakRef<TextWithFindings>>();
  /** A text is kept as long as its document is used. */
  const textOfDocument = new WeakMap<ProfileDocument, TextWithFindings>();
  const compilations = new WeakMap<ProfileDocument, Map<string, Compilations>>();

  function keep<Result extends object>(result: Result): Result {
    recent.delete(result);
    recent.add(result);
    for (const least of recent) {
      if (recent.size <= mostKept) break;
      recent.delete(least);
    }
    return result;
  }

  /** The compilations of the document, with the same clocks, which are part of the profile. */
  function compilationsOf({ document, profile, contract }: ProfileInput): Compilations {
    const byClocks = compilations.get(document) ?? new Map<string, Compilations>();
    compilations.set(document, byClocks);
    const clocks = JSON.stringify(clocksOf(profile));
    const before = byClocks.get(clocks);
    if (before?.contract === contract) return before;
    const created: Compilations = {
      contract,
      checked: new SettingResults(),
      byKnowledge: new Map(),
      last: Promise.resolve(),
    };
    byClocks.set(clocks, created);
    return created;
  }

  function withKnowledge({ byKnowledge }: Compilations, digest: string): SettingResults<CompiledProfile> {
    for (const [other, results] of byKnowledge) if (results.isEmpty) byKnowledge.delete(other);
    const results = byKnowledge.get(digest) ?? new SettingResults<CompiledProfile>();
    byKnowledge.set(digest, results);
    return results;
  }

  return {
    load(text, file, options = {}) {
      const { bases, kinds, parse, only } = options;
      if (kinds !== undefined || parse !== undefined || only !== undefined) return loadText(text, file, options);
      const key = digestOf([text, file, [...(bases?.texts ?? [])]]);
      const before = texts.get(key)?.deref();
      if (before !== undefined) return before;
      const loaded = loadText(text, file, options);
      for (const [other, one] of texts) if (one.deref() === undefined) texts.delete(other);
      texts.set(key, new WeakRef(loaded));
      if (loaded.written !== undefined) textOfDocument.set(loaded.written.document, loaded);
      return keep(loaded);
    },
    check(input, compute) {
      const ofProfile = compilationsOf(input);
      const { settings } = input;
      const checked = ofProfile.last.then(
        () =>
          ofProfile.checked.find(settings) ??
          ofProfile.checked.computeLater(settings, (recorded) => compute({ ...input, settings: recorded })),
      );
      ofProfile.last = checked.catch(() => undefined);
      return checked.then(keep);
    },
    compile(input, knowledge, compute) {
      const { settings } = input;
      const results = withKnowledge(compilationsOf(input), digestOf(knowledge));
      return keep(
        results.find(settings) ?? results.compute(settings, (recorded) => compute({ ...input, settings: recorded })),
      );
    },
  };
}
