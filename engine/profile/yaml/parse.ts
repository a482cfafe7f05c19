/** YAML with positions. The only place that knows how a profile's text is read. */
import { isMap, isScalar, parseDocument } from 'yaml';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { createDocument, lineStarts, type ProfileDocument, placeOf } from './document.ts';
import { readTree, type TreeFault } from './tree.ts';
import { yamlFaults } from './yaml-faults.ts';

export type { ProfileDocument } from './document.ts';

export interface ParsedProfile {
  /** Undefined when the text could not be read as YAML at all, or holds no map. */
  readonly document: ProfileDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Characters of a file at most: some fifty times as many as the largest profile needs. */
const maxLength = 2_000_000;

function foreign(at: number): TreeFault {
  const message = 'The file is not written in UTF-8: the character here could not be read.';
  return { code: 'YAML113', message, hint: 'Save the file as UTF-8.', start: at, end: at + 1 };
}

const start: Omit<TreeFault, 'message'> = {
  code: 'YAML109',
  hint: 'Begin with the key `profile` and the name of the profile.',
  start: 0,
  end: 1,
};

function refusedDirective(start: number, line: string): TreeFault {
  const message = 'Directives are not part of the language.';
  return { code: 'YAML108', message, hint: 'Remove this line.', start, end: start + line.length };
}

/**
 * Reads a profile's text (or that of another YAML file of this program: configuration, cases). YAML 1.2, one document, no tags,
 * no merge keys, few aliases. All faults are returned; a document comes with them wherever enough could be read to go on, so that
 * the rest is checked in the same run. `file` is the name that places show.
 */
export function parseProfile(given: string, file: string): ParsedProfile {
  const text = given.replace(/^\ufeff/, '');
  const starts = lineStarts(text);
  const diagnose = ({ code, message, hint, start, end }: TreeFault): Diagnostic => ({
    code,
    severity: 'error',
    message,
    hint,
    place: placeOf(file, text, starts, start, end),
  });
  if (text.length > maxLength) {
    const message = `The file has ${Math.round(text.length / 1e6)} million characters; a profile has some thousand.`;
    const hint = 'Check that it is the right file. Long tables of values belong into the database.';
    return { document: undefined, diagnostics: [diagnose({ ...start, code: 'YAML114', message, hint })] };
  }
  // No character of UTF-8 text is this one; every second byte of UTF-16 is.
  if (text.includes('\0')) return { document: undefined, diagnostics: [foreign(0)].map(diagnose) };
  // Keys are compared by their own texts in readTree: 1 and 01 are two codes of an ERP, not one number.
  const yaml = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    strict: true,
    uniqueKeys: false,
    merge: false,
    resolveKnownTags: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  const directive = /^%.*/m.exec(yaml.directives.yaml.explicit === true ? text : '');
  // Bytes that are no UTF-8 have become this character when the file was read.
  const unreadable = text.indexOf('\ufffd');
  const refusals = [
    ...(unreadable < 0 ? [] : [foreign(unreadable)]),
    ...(directive === null ? [] : [refusedDirective(directive.index, directive[0])]),
  ];
  if (yaml.errors.length > 0) {
    return { document: undefined, diagnostics: [...refusals, ...yamlFaults(yaml, text)].map(diagnose) };
  }
  const root = yaml.contents;
  if (root === null || !isMap(root)) {
    const isEmpty = root === null || (isScalar(root) && root.source === '');
    const message = isEmpty ? 'The file is empty.' : 'The file holds something else than a map of keys and values.';
    return { document: undefined, diagnostics: [...refusals, { ...start, message }].map(diagnose) };
  }
  const tree = readTree(root, text);
  return { document: createDocument(file, text, root, tree), diagnostics: [...refusals, ...tree.faults].map(diagnose) };
}
