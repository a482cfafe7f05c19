/** Files with cases and engine.yaml as completion, hover and quick fixes see them. */
import type { Path } from '../../../../engine/index.ts';
import type { ProfileView } from '../profile/view.ts';
import { type SchemaLookup, schemaLookup } from '../schema/lookup.ts';
import { linesOf } from '../text/positions.ts';
import type { LanguagePorts } from '../workspace/ports.ts';
import { scopeKey } from '../workspace/profile-state.ts';
import type { Entry } from '../yaml/entry.ts';
import { scanYaml } from '../yaml/scan.ts';
import { casesLookup, casesSchemaLookup } from './cases-lookup.ts';

interface SchemaViews {
  /** `profile`: the view of the profile that the cases are for. */
  cases(file: string, text: string, profile: ProfileView | undefined): ProfileView;
  configuration(file: string, text: string): ProfileView;
  forget(file: string): void;
}

interface Kept {
  readonly view: ProfileView;
  readonly profile: ProfileView | undefined;
}

/** The texts of the values, by their paths. */
function textsOf(text: string, entries: readonly Entry[]): ReadonlyMap<string, string> {
  const single = entries.filter(({ style }) => style === 'plain' || style === 'single' || style === 'double');
  return new Map(single.map(({ path, value }) => [scopeKey(path), text.slice(value.start, value.end)]));
}

/** A view is made again when its text or its profile changes. */
export function schemaViews(ports: LanguagePorts): SchemaViews {
  const kept = new Map<string, Kept>();
  let schemas: { readonly cases: SchemaLookup; readonly configuration: SchemaLookup } | undefined;

  function schemaOf(kind: 'cases' | 'configuration'): SchemaLookup {
    schemas ??= {
      cases: casesSchemaLookup(ports.contract),
      configuration: schemaLookup(ports.configuration?.schema() ?? {}),
    };
    return schemas[kind];
  }

  function viewWith(
    file: string,
    text: string,
    profile: ProfileView | undefined,
    lookupOf: (entries: readonly Entry[]) => SchemaLookup,
  ): ProfileView {
    const before = kept.get(file);
    if (before?.view.text === text && before.profile === profile) return before.view;
    const entries = scanYaml(text);
    const view: ProfileView = {
      ...{ file, text, lines: linesOf(text), entries, contract: ports.contract, shipped: ports.shipped },
      ...{ document: profile?.document, exchanges: [], lookup: lookupOf(entries) },
      scopeAt: () => undefined,
      describedAt: () => [],
      get tables() {
        return profile?.tables;
      },
    };
    kept.set(file, { view, profile });
    return view;
  }

  return {
    cases: (file, text, profile) =>
      viewWith(file, text, profile, (entries) => {
        const texts = textsOf(text, entries);
        const textAt = (path: Path): string | undefined => texts.get(scopeKey(path));
        return casesLookup(schemaOf('cases'), ports.contract, { textAt, profile: profile?.document?.value });
      }),
    configuration(file, text) {
      const schema = schemaOf('configuration');
      const values = (path: Path): readonly string[] =>
        path.at(-1) === 'profile' ? ports.shipped : schema.values(path);
      return viewWith(file, text, undefined, () => ({ ...schema, values }));
    },
    forget: (file) => kept.delete(file),
  };
}
