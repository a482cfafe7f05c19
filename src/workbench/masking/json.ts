/** Replaces values in JSON: by the name of each member and by its content. Also in JSON and XML that is a text in JSON. */
import { parseBody } from '../../../engine/index.ts';
import { type DescribedTexts, ExactNumber, isJsonObject, jsonText } from '../../../engine/tools/index.ts';
import type { MaskClass } from './classes.ts';
import { type Classified, classify } from './classify.ts';
import type { Masker } from './masker.ts';

/** What is known about the members of a document. */
export interface JsonMasking {
  readonly masker: Pick<Masker, 'text'>;
  /** What the text at a path has to be by the vendor's description; undefined where it does not say. */
  readonly described?: DescribedTexts | undefined;
  /** Whether a text stays as it is. `name`: of its member. */
  readonly isKept?: (name: string, value: string) => boolean;
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
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      memberName(name, masking),
      maskJson(inner, masking, path === '' ? name : `${path}.${name}`),
    ]),
  );
}

/** Names of members are those of the interface. A name with a mail address or a blank is data that is used as a name. */
function memberName(name: string, { masker }: JsonMasking): string {
  return /[\s@]/.test(name) && !name.includes('@odata') && !name.startsWith('@') ? masker.text('text', name) : name;
}

function maskNumber(value: number | ExactNumber, { masker }: JsonMasking, path: string): unknown {
  const text = value instanceof ExactNumber ? value.text : String(value);
  const { maskClass } = classify({ name: nameOf(path), owner: ownerOf(path), kind: 'number', values: [text] });
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
  const { maskClass, reason }: Classified =
    described?.isTime === true
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
