/** Makes the views of profiles: each text is read once. */
import type { Path } from '../../../engine/index.ts';
import { editorJsonSchema, type ParseProfile } from '../../../engine/tools/index.ts';
import { mergedPath } from './profile/merged-path.ts';
import type { ProfileView } from './profile/view.ts';
import { type SchemaLookup, schemaLookup } from './schema/lookup.ts';
import { linesOf } from './text/positions.ts';
import type { LanguagePorts } from './workspace/ports.ts';
import { type CheckedProfile, documentOf, type MergedDocument, scopeKey } from './workspace/profile-state.ts';
import { scanYaml } from './yaml/scan.ts';

interface Views {
  /** The view of a text. `checked`: the last check of the profile, which may be of another text. */
  viewOf(file: string, text: string, checked: CheckedProfile | undefined): ProfileView;
  forget(file: string): void;
}

interface Kept {
  readonly view: ProfileView;
  readonly checked: CheckedProfile | undefined;
}

/** A view is made again when its text or its check changes. Of an unreadable text it keeps the last readable document. */
export function createViews(ports: LanguagePorts, parse: ParseProfile): Views {
  const kept = new Map<string, Kept>();
  /** The last document of a file that could be read as a whole. */
  const documents = new Map<string, MergedDocument>();
  let lookups: { readonly profile: SchemaLookup; readonly overlay: SchemaLookup } | undefined;

  function lookupFor(text: string): SchemaLookup {
    if (lookups === undefined) {
      const schema = editorJsonSchema(ports.contract.endpoints);
      lookups = { profile: schemaLookup(schema, 'else'), overlay: schemaLookup(schema, 'then') };
    }
    return /^extends:/m.test(text) ? lookups.overlay : lookups.profile;
  }

  function create(file: string, text: string, checked: CheckedProfile | undefined): ProfileView {
    const read = documentOf(file, text, ports, parse, checked?.bases);
    if (read.complete && read.document !== undefined) documents.set(file, read.document);
    // An incomplete document lacks the entry that is being written; the document before has it.
    const document = documents.get(file) ?? read.document;
    return {
      file,
      text,
      lines: linesOf(text),
      entries: scanYaml(text),
      document,
      contract: ports.contract,
      lookup: lookupFor(text),
      scopeAt: (path: Path) => checked?.scopes.get(scopeKey(mergedPath(document, path))),
      describedAt: (path: Path, place) => {
        const scope = checked?.described.get(scopeKey(mergedPath(document, path)));
        return scope?.place === place ? scope.names : [];
      },
      get tables() {
        return ports.tables(file, text);
      },
      get exchanges() {
        return ports.exchanges?.(checked?.files ?? [file]) ?? [];
      },
      shipped: ports.shipped,
    };
  }

  return {
    viewOf(file, text, checked) {
      const keptView = kept.get(file);
      if (keptView !== undefined && keptView.view.text === text && keptView.checked === checked) return keptView.view;
      const view = create(file, text, checked);
      kept.set(file, { view, checked });
      return view;
    },
    forget(file) {
      kept.delete(file);
      documents.delete(file);
    },
  };
}
