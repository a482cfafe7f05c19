/** Replaces values in JSON: by the name of each member and by its content. Also in JSON and XML that is a text in JSON. */
import { parseBody } from '../../../engine/index.ts';
import { type DescribedTexts, ExactNumber, isJsonObject, jsonText } from '../../../engine/tools/index.ts';
import type { MaskClass } from './classes.ts';
import { type Classified, classify } from './classify.ts';
import type { Masker } from './masker.ts';
import { type KeepsName, keepsKnownNames } from './member-names.ts';

/** What is known about the members of a document. */
export interface JsonMasking {
  readonly masker: Pick<Masker, 'text'>;
  /** What the text at a path has to be by the vendor's description; undefined where it does not say. */
  readonly described?: DescribedTexts | undefined;
  /** Whether a text stays as it is. `name`: of its member. */
  readonly isKept?: (name: string, value: string) => boolean;
  /** Whether the name of a member is kept; undefined: those that consist of words of interfaces. */
  readonly keepsName?: KeepsName | undefined;
  /** The class of the values under a name, where it is known; undefined: by the name and the content. */
  readonly classOf?: ((name: string) => MaskClass | undefined) | undefined;
  /** Called with each replaced or kept text: for a review. `path` has no positions of lists. */
  readonly onText?:
    | ((path: string, maskClass: MaskClass, reason: string, real: string, fake: string) => void)
    | undefined;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const ownerOf = (path: string): string | undefined => path.split('.').at(-2);

/** A copy of a parsed document with replaced values. `path`: of the document itself; empty for a whole body. */
export function maskJson(value: unknown, masking: JsonMasking, path = ''): unknown {
  if (typeof value === 'string') return maskText(value, masking, path);
  if (Array.isArray(value)) return value.map((item: unknown) => maskJson(item, masking, path));
  if (typeof value === 'number' || value instanceof ExactNumber) return maskNumber(value, masking, path);
  if (!isJsonObject(value)) return value;
  const siblings = Object.keys(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      memberName(name, siblings, masking, path),
      maskJson(inner, masking, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

const keepsUsualNames = keepsKnownNames(new Set());

/** A name that is no name of the interface is data: it is replaced word by word. Those of the vendor's description are of the interface. `path`: of the object. */
function memberName(
  name: string,
  siblings: readonly string[],
  { masker, keepsName = keepsUsualNames, described }: JsonMasking,
  path: string,
): string {
  const isDescribed = described?.(path === '' ? name : `${path}.${name}`) !== undefined;
  return isDescribed || keepsName(name, siblings) ? name : masker.text('bank', name);
}

function maskNumber(value: number | ExactNumber, { masker, classOf }: JsonMasking, path: string): unknown {
  const text = value instanceof ExactNumber ? value.text : String(value);
  const name = nameOf(path);
  const maskClass =
    classOf?.(name) ?? classify({ name, owner: ownerOf(path), kind: 'number', values: [text] }).maskClass;
  const isWhole = maskClass === 'phone' || maskClass === 'bank' || maskClass === 'tax';
  if (maskClass !== 'coordinate' && !(isWhole && /^\d+$/.test(text))) return value;
  const parsed = parseBody(masker.text(maskClass, text));
  return parsed.ok ? parsed.body : value;
}

function maskText(value: string, masking: JsonMasking, path: string): string {
  const trimmed = value.trim();
  if (/^[[{]/.test(trimmed)) {
    const parsed = parseBody(trimmed);
    if (parsed.ok) return jsonText(maskJson(parsed.body, masking, path));
  }
  if (/^<[?!a-z]/i.test(trimmed)) return maskXml(value, masking, path);
  const [name, owner] = [nameOf(path), ownerOf(path)];
  if (masking.isKept?.(name, value) === true) return value;
  const described = masking.described?.(path);
  const knownClass = masking.classOf?.(name);
  const { maskClass, reason }: Classified =
    knownClass !== undefined
      ? { maskClass: knownClass, reason: 'known' }
      : described?.isTime === true
        ? { maskClass: 'date', reason: "a time by the vendor's description" }
        : classify({ name, owner, kind: 'text', values: trimmed === '' ? [] : [trimmed] });
  const fake = masking.masker.text(maskClass, value, described?.maxLength);
  masking.onText?.(path, maskClass, reason, value, fake);
  return fake;
}

/** Replaces the texts and the values of attributes; names of elements are kept. */
export function maskXml(value: string, masking: JsonMasking, path = ''): string {
  return value.replaceAll(/<!--.*?-->|<[^>]*>|[^<]+/gs, (part) => {
    if (part.startsWith('<!--')) return '';
    if (!part.startsWith('<')) return masking.masker.text('text', part);
    return part.replaceAll(
      /([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/g,
      (whole: string, name: string, is: string, quoted: string) =>
        /^xmlns/.test(name)
          ? whole
          : `${name}${is}${quoted.charAt(0)}${maskText(quoted.slice(1, -1), masking, `${path}.${name}`)}${quoted.charAt(0)}`,
    );
  });
}
