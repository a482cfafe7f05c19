/**
 * Masks what the ERP answers during a session, by the rules of src/workbench/masking. Equal values have equal replacements in all answers, and a replacement
 * in a request is translated back: an assistant can look up a customer whose real name it never sees.
 */
import { randomBytes } from 'node:crypto';
import { parseBody } from '../../../../engine/index.ts';
import { decodedPart, jsonText } from '../../../../engine/tools/index.ts';
import {
  classify,
  createMasker,
  isCommonWord,
  type JsonMasking,
  keepsNamesOfRecords,
  type MaskClass,
  maskJson,
  maskXml,
  namesState,
  partsOf,
} from '../../masking/index.ts';
import type { ShownRows } from '../../operations/protocol/call.ts';
import { bytesIn } from './bytes.ts';
import type { ColumnFact, JudgedColumn } from './column-fact.ts';
import { isOrdinary, type KnownWords } from './known-words.ts';
import { memberNamesOf } from './member-names.ts';
import { eachPart } from './parts.ts';
import { type TranslatedRequest, translateRequest } from './request-words.ts';
import { areStates, isState } from './states.ts';
import type { Treatment, Treatments } from './treatments.ts';

/** Who has named a column: an ERP calls a state `status`, an assistant could call a surname so. */
type NamedBy = 'the ERP' | 'the profile';

export interface SessionMasker {
  /** A value with the name of its column, parameter or member. */
  value(name: string, value: string, treatments?: Treatments): string;
  /** Rows, column by column. `owner`: the table. */
  rows(rows: ShownRows, namedBy: NamedBy, owner?: string, treatments?: Treatments): ShownRows;
  /** The class of a column, and whether its values are shown as they are. */
  judge(column: JudgedColumn): ColumnFact;
  /** The class of a text under a name alone. */
  classOf(name: string): MaskClass;
  /** The body of a request, in JSON, XML or as a form; other texts are masked as free text. */
  body(text: string): string;
  /** An answer of the contract: the names of its fields are kept. */
  answer(json: string, treatments: Treatments): string;
  /** The body of an answer of the ERP. An error is a message: its ordinary words are kept. */
  reply(text: string, status: number): string;
  /** The address of a request: its values, and its host unless the profile names it. */
  address(url: string): string;
  /**
   * A message of this program, of a database or of an ERP, which may quote anything: ordinary words are kept, and those that the profile names.
   * All others are replaced, as in rows.
   */
  message(text: string): string;
  /** A request of the assistant with the real values. */
  request(value: unknown): TranslatedRequest;
  /** Names of members in the answers that were shown as they are, in small letters. */
  readonly memberNames: ReadonlySet<string>;
  /** What holds from now on. */
  begin(given: SessionWords): void;
}

interface SessionWords {
  /** Whole values that are kept: words of the contract, and literals of the profile. */
  readonly values: Iterable<string>;
  /** Words that are kept in messages and addresses. */
  readonly words: KnownWords;
  /** Hides secrets, before a value is masked word by word. */
  readonly conceal: (text: string) => string;
}

const keepsNamed: ReadonlySet<MaskClass> = new Set(['id', 'code', 'date']);

/** Replacements that are remembered. */
const mostRemembered = 50_000;

const noTreatments: Treatments = new Map();
const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);
const isDocument = (text: string): boolean => /^\s*[[{<]/.test(text);

/** More than 80 lines, because all of its functions share what was replaced. */
export function createSessionMasker(): SessionMasker {
  const masker = createMasker({ key: randomBytes(32).toString('hex') });
  const kept = new Set<string>();
  let words: KnownWords = { ordinary: new Set(), named: new Set() };
  let conceal = (value: string): string => value;
  /** Whole values and single parts, without regard to case. */
  const [realOf, fakeOf] = [new Map<string, string>(), new Map<string, string>()];
  /** Whole values that were shown as they are. */
  const shown = new Set<string>();
  const memberNames = new Set<string>();

  function remember(real: string, fake: string): void {
    if (real === fake || realOf.size > mostRemembered) return;
    realOf.set(fake.toLowerCase(), real);
    fakeOf.set(real.toLowerCase(), fake);
  }

  function text(maskClass: MaskClass, value: string): string {
    if (conceal(value) !== value) return '[secret]';
    if (kept.has(value.trim().toLowerCase())) return value;
    if (/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(value)) return address(value);
    const bytes = bytesIn(value);
    // Bytes that are no text, such as those of a UUID, are shown as ids only.
    if (bytes?.spelled !== undefined) return bytes.write(text(maskClass, bytes.spelled));
    if (bytes !== undefined) return maskClass === 'id' ? value : '[bytes]';
    const fake =
      keepsNamed.has(maskClass) && !isNumber(value) ? named(maskClass, value) : masker.text(maskClass, value);
    remember(value, fake);
    if (fake === value && shown.size < mostRemembered) shown.add(value.toLowerCase());
    for (const part of partsOf(value)) {
      const maskedPart = masker.text(maskClass, part.text);
      // An invented word of two letters can be a word of SQL.
      if (fake.includes(maskedPart) && maskedPart.length > 2) remember(part.text, maskedPart);
    }
    return fake;
  }

  /** An id or a code can be composed of a word of the profile, as in `invoice:INV-1`. */
  const named = (maskClass: MaskClass, value: string): string =>
    eachPart(value, ({ kind, text: part }) =>
      kind === 'word' && words.named.has(part.toLowerCase()) ? part : masker.text(maskClass, part),
    );

  const isStateOf = (name: string, value: string): boolean =>
    namesState(name) && isState(value) && conceal(value) === value;

  /** What a treatment shows of a value; undefined: the value, replaced by the class of its column. */
  function treated(treatment: Treatment | undefined, value: string): string | undefined {
    switch (treatment?.kind) {
      case undefined:
        return undefined;
      case 'withheld':
        return '[not shown]';
      case 'given':
        return fakeOf.get(value.toLowerCase());
      case 'stated':
        return conceal(value);
      case 'masked':
        if (isDocument(value)) return undefined;
        return treatment.column !== undefined && isStateOf(treatment.column, value)
          ? conceal(value)
          : text(treatment.maskClass, value);
    }
  }

  const masking = (namedBy: NamedBy, treatments = noTreatments): JsonMasking => ({
    masker: { text },
    keepsName(name, siblings) {
      const isKept = keepsNamesOfRecords(words.named)(name, siblings);
      if (isKept && memberNames.size < mostRemembered) memberNames.add(name.toLowerCase());
      return isKept;
    },
    classOf(name) {
      const treatment = treatments.get(name.toLowerCase());
      return treatment?.kind === 'masked' ? treatment.maskClass : undefined;
    },
    isKept(name, value) {
      const treatment = treatments.get(name.toLowerCase());
      if (treatment?.kind === 'stated') return conceal(value) === value;
      if (treatment?.kind === 'masked') return treatment.column !== undefined && isStateOf(treatment.column, value);
      if (namedBy !== 'the ERP' || !isStateOf(name, value)) return false;
      kept.add(value.toLowerCase());
      return true;
    },
  });

  /** A document in a cell. One that was cut cannot be parsed: every word and digit of it is replaced. */
  function document(given: string, by: JsonMasking, path: string): string {
    const parsed = parseBody(given);
    if (parsed.ok) return jsonText(maskJson(parsed.body, by, path));
    return given.trimStart().startsWith('<') ? maskXml(given, by, path) : text('bank', given);
  }

  function body(given: string): string {
    if (isDocument(given)) return document(given, masking('the profile'), '');
    return text('text', /^[^\s=&]+=\S*$/.test(given) ? decodedPart(given.replaceAll('+', ' ')) : given);
  }

  function reply(given: string, status: number): string {
    const erpMasking = masking('the ERP');
    if (status < 400) return isDocument(given) ? document(given, erpMasking, '') : text('text', given);
    const messages = {
      text: (maskClass: MaskClass, value: string) =>
        maskClass === 'text' ? maskedText(value, 'text') : text(maskClass, value),
    };
    return isDocument(given) ? document(given, { ...erpMasking, masker: messages }, '') : maskedText(given, 'text');
  }

  function column(
    name: string,
    owner: string | undefined,
    namedBy: NamedBy,
    values: readonly string[],
    treatments: Treatments,
  ): (value: string) => string {
    const filled = values.filter((value) => value.trim() !== '');
    const kind = filled.length > 0 && filled.every(isNumber) ? 'number' : 'text';
    const { maskClass } = classify({ name, owner, kind, values: filled });
    const by = masking(namedBy, treatments);
    const treatment = treatments.get(name.toLowerCase()) ?? treatments.get('*');
    return (value) => {
      const instead = treated(treatment, value);
      if (instead !== undefined) return instead;
      if (isDocument(value)) return document(value, by, name);
      return by.isKept?.(name, value) === true ? value : text(maskClass, value);
    };
  }

  /** A name of a column that is data: it was masked as a member of a document, or is a mail address. */
  const heading = (name: string): string =>
    fakeOf.get(name.toLowerCase()) ??
    eachPart(name, (part) => (part.kind === 'mail' ? text('mail', part.text) : part.text));

  /** A text with known words. `maskClass`: of the others. */
  function maskedText(given: string, maskClass: MaskClass): string {
    const safe = conceal(given);
    return eachPart(safe, ({ kind, text: part, from }) => {
      if (kind === 'url') return address(part);
      const isOfId = /^[A-Z]{1,4}$/.test(part) && /^[-_/]\d/.test(safe.slice(from + part.length));
      const isKept = kind === 'word' && (isOfId || isCommonWord(part) || isOrdinary(words, part, safe.slice(0, from)));
      return isKept ? part : (fakeOf.get(part.toLowerCase()) ?? text(maskClass, part));
    });
  }

  function address(url: string): string {
    const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)([^/?#]*)(.*)$/is.exec(url) ?? [];
    const isNamed = words.named.has(host.toLowerCase());
    return `${isNamed ? scheme + host : masker.text('id', scheme + host)}${maskedText(decodedPart(rest.replaceAll('+', ' ')), 'id')}`;
  }

  function judge({ values, ...described }: JudgedColumn): ColumnFact {
    const { maskClass, reason } = classify({ ...described, values });
    const isStates = areStates(values) && (maskClass === 'text' || maskClass === 'code');
    if (described.kind === 'date' || described.kind === 'boolean') return { maskClass, isOpen: true };
    if (described.kind === 'number') {
      const isHidden = ['phone', 'bank', 'tax', 'coordinate'].includes(maskClass);
      return { maskClass, isOpen: !isHidden };
    }
    const isOpenClass = keepsNamed.has(maskClass) || maskClass === 'money';
    const isSame = (value: string): boolean => {
      const shownText = bytesIn(value)?.spelled ?? value;
      const isKept = isStateOf(described.name, value) || kept.has(value.trim().toLowerCase());
      return isKept || masker.text(maskClass, shownText) === shownText;
    };
    const isJudged = values.length > 0 || reason !== 'no value to judge by';
    return { maskClass, isOpen: isStates || (isJudged && isOpenClass && values.every(isSame)) };
  }

  return {
    judge,
    memberNames,
    classOf: (name) => classify({ name, kind: 'text', values: [] }).maskClass,
    value: (name, value, treatments = noTreatments) =>
      column(name, undefined, 'the profile', [value], treatments)(value),
    rows({ columns, rows, count }, namedBy, owner, treatments = noTreatments) {
      const masks = columns.map((name, index) =>
        column(
          name,
          owner,
          namedBy,
          rows.flatMap((row) => row[index] ?? []),
          treatments,
        ),
      );
      const cell = (value: string | null, index: number): string | null =>
        value === null ? null : (masks[index]?.(value) ?? null);
      return { columns: columns.map(heading), rows: rows.map((row) => row.map(cell)), count };
    },
    body,
    answer(json, treatments) {
      const by = masking('the profile', treatments);
      // The names in a document that a text of the answer contains can be data.
      const fields = memberNamesOf(JSON.parse(json));
      const keepsName: JsonMasking['keepsName'] = (name, siblings) =>
        fields.has(name) || by.keepsName?.(name, siblings) === true;
      return document(json, { ...by, keepsName }, '');
    },
    reply,
    address,
    message: (given) => maskedText(given, 'text'),
    request: (given) =>
      translateRequest(given, {
        realOf: (fake) => realOf.get(fake.toLowerCase()),
        isShown: (value) => shown.has(value.toLowerCase()),
        isKept: (value) => kept.has(value.trim().toLowerCase()),
        isNamed: (word) => words.named.has(word.toLowerCase()),
        fake: (word) => masker.text('text', word),
      }),
    begin(given) {
      ({ words, conceal } = given);
      for (const value of given.values) kept.add(value.trim().toLowerCase());
    },
  };
}
