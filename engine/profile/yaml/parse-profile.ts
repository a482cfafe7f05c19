/** Parses a YAML text into a value with places. */
import { isMap, isScalar } from 'yaml';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { composeYaml } from './compose.ts';
import { convertNodes } from './convert-nodes.ts';
import { createDocument, type ProfileDocument } from './document.ts';
import { placesIn } from './place-in-text.ts';
import type { TextFault } from './text-fault.ts';
import { tooDeep, yamlFaults } from './yaml-faults.ts';

export interface ParsedProfile {
  /** Undefined if the text is not valid YAML, or not a map. */
  readonly document: ProfileDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Maximum length of a profile in characters: about six times the largest one. A file of short lines of this length is parsed within two seconds. */
const profileLength = 300_000;

function tooLarge(text: string, maxLength: number): TextFault {
  const message = `The file has ${text.length} characters; at most ${maxLength} are read.`;
  const hint = 'Check that it is the right file. Long tables of values belong in the database.';
  return { code: 'YAML114', message, hint, start: 0, end: 1 };
}

function notUtf8(offset: number): TextFault {
  const message = 'The file is not valid UTF-8: this character could not be decoded.';
  return { code: 'YAML113', message, hint: 'Save the file as UTF-8.', start: offset, end: offset + 1 };
}

function directiveNotSupported(start: number, line: string): TextFault {
  const message = 'YAML directives are not supported.';
  return { code: 'YAML108', message, hint: 'Remove this line.', start, end: start + line.length };
}

function notMap(isEmpty: boolean, text = ''): TextFault {
  const message = isEmpty ? 'The file is empty.' : 'The file is not a map of keys and values.';
  const line = text.split('\n').findIndex((one) => /^-\s/.test(one)) + 1;
  const hint =
    line > 0
      ? `Line ${line} begins a list: remove the "-", and indent the keys below it like the first one.`
      : 'Start with the key `profile` and the name of the profile.';
  return { code: 'YAML109', message, hint, start: 0, end: 1 };
}

/**
 * Parses a profile or another YAML file of this program: configuration, keys, cases. YAML 1.2, one document, no tags, no merge keys, few
 * aliases. All faults are returned. A document is returned as well if enough was parsed to check the rest. `file` is its name in places; `maxLength` is in
 * characters.
 */
export function parseProfile(source: string, file: string, maxLength: number = profileLength): ParsedProfile {
  const text = source.replace(/^\ufeff/, '');
  const placeAt = placesIn(file, text);
  const diagnose = ({ code, message, hint, replacement, start, end }: TextFault): Diagnostic => {
    const cure = replacement === undefined ? {} : { replacement };
    return { code, severity: 'error', message, hint, place: placeAt(start, end), ...cure };
  };
  const failed = (faults: readonly TextFault[]): ParsedProfile => {
    return { document: undefined, diagnostics: faults.map(diagnose) };
  };
  if (text.length > maxLength) return failed([tooLarge(text, maxLength)]);
  // A null character does not occur in UTF-8 text. In UTF-16, every second byte is one.
  if (text.includes('\0')) return failed([notUtf8(0)]);
  const composed = composeYaml(text);
  if (!composed.ok) return failed([tooDeep(composed.tooDeepAt)]);
  const yaml = composed.document;
  const directive = /^%.*/m.exec(yaml.directives.yaml.explicit === true ? text : '');
  // Reading the file replaced bytes that are not valid UTF-8 with this character.
  const replaced = text.indexOf('\ufffd');
  const faults = [
    ...(replaced < 0 ? [] : [notUtf8(replaced)]),
    ...(directive === null ? [] : [directiveNotSupported(directive.index, directive[0])]),
  ];
  if (yaml.errors.length > 0) return failed([...faults, ...yamlFaults(yaml, text)]);
  const root = yaml.contents;
  if (root === null || !isMap(root)) {
    const isEmpty = root === null || (isScalar(root) && root.source === '');
    return failed([...faults, notMap(isEmpty, text)]);
  }
  const nodes = convertNodes(root, text);
  return { document: createDocument(file, text, root, nodes), diagnostics: [...faults, ...nodes.faults].map(diagnose) };
}
