/** What a recording would replace and keep, class by class, with examples: for a person who decides before anything is written. */
import { type MaskClass, type Masker, maskClasses, maskRow } from '../masking/index.ts';
import type { TableMasks } from './mask-rows.ts';

export interface ReviewedPlace {
  /** `KUNDE.FIRMA`, or the path of a member of an answer. */
  readonly place: string;
  readonly maskClass: MaskClass;
  readonly reason: string;
  /** Its values are kept by `--allow`. */
  readonly isAllowed: boolean;
  /** Real values with their replacements. */
  readonly examples: readonly (readonly [real: string, fake: string])[];
}

/** Examples of one place at most, and characters of one. */
const [mostExamples, mostCharacters] = [2, 40];

const shown = (value: unknown): string => {
  const text = String(value).replaceAll(/\s+/g, ' ');
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
};

/** The columns of all captured tables. */
export function reviewedColumns(tables: readonly TableMasks[], masker: Masker): readonly ReviewedPlace[] {
  return tables.flatMap(({ table, masks, rows }) =>
    masks.map(({ column, maskClass, reason, isAllowed }) => {
      const examples = new Map<string, string>();
      for (const row of rows) {
        const real = row[column.name];
        if (real === null || real === undefined || examples.size === mostExamples) continue;
        const fake = maskRow([{ column, maskClass, reason, isAllowed }], row, masker)[column.name];
        examples.set(shown(real), shown(fake));
      }
      return { place: `${table}.${column.name}`, maskClass, reason, isAllowed, examples: [...examples] };
    }),
  );
}

/** Collects the members of answers. */
interface MemberReview {
  readonly add: (path: string, maskClass: MaskClass, reason: string, real: string, fake: string) => void;
  readonly places: () => readonly ReviewedPlace[];
}

/** Keeps a few different examples for each place and class. */
export function reviewMembers(): MemberReview {
  const places = new Map<string, ReviewedPlace>();
  return {
    add(path, maskClass, reason, real, fake) {
      const key = `${path} ${maskClass}`;
      const { examples = [] } = places.get(key) ?? {};
      const more = examples.length < mostExamples && !examples.some(([one]) => one === shown(real));
      places.set(key, {
        ...{ place: path, maskClass, reason, isAllowed: false },
        examples: more ? [...examples, [shown(real), shown(fake)]] : examples,
      });
    },
    places: () => [...places.values()],
  };
}

/** The review as text, for a terminal: it contains real values. */
export function reviewText(places: readonly ReviewedPlace[]): string {
  return maskClasses
    .flatMap((maskClass) => {
      const classPlaces = places.filter((one) => one.maskClass === maskClass && one.examples.length > 0);
      if (classPlaces.length === 0) return [];
      const lines = classPlaces.map(({ place, reason, isAllowed, examples }) => {
        const all = examples.map(([real, fake]) => (real === fake ? `${real} (kept)` : `${real} -> ${fake}`));
        return `  ${place} (${isAllowed ? 'kept by --allow' : reason}): ${all.join('; ')}`;
      });
      return [`${maskClass}:`, ...lines, ''];
    })
    .join('\n');
}
