/** The classes of values, and how the values of each are replaced. */

/** What a value is about. The class decides which parts of a value are replaced; equal parts get equal replacements in all classes. */
export type MaskClass =
  | 'name'
  | 'company'
  | 'address'
  | 'coordinate'
  | 'mail'
  | 'phone'
  | 'tax'
  | 'bank'
  | 'text'
  | 'secret'
  | 'id'
  | 'money'
  | 'date'
  | 'code';

/** The treatment of a value. */
export interface Treatment {
  /** `all`: every word is replaced. `unusual`: words that no code has. */
  readonly words: 'all' | 'unusual';
  /** `all`: every digit is replaced. `long`: numbers of seven digits and more. */
  readonly digits: 'all' | 'long' | 'none';
  /** Words of two letters are replaced, because they can be names: `Jo`. */
  readonly shortWords: boolean;
}

export const treatments: Readonly<Record<MaskClass, Treatment>> = {
  name: { words: 'all', digits: 'long', shortWords: true },
  company: { words: 'all', digits: 'long', shortWords: true },
  address: { words: 'all', digits: 'long', shortWords: true },
  coordinate: { words: 'all', digits: 'long', shortWords: true },
  mail: { words: 'all', digits: 'long', shortWords: false },
  text: { words: 'all', digits: 'long', shortWords: true },
  phone: { words: 'all', digits: 'all', shortWords: false },
  tax: { words: 'all', digits: 'all', shortWords: false },
  bank: { words: 'all', digits: 'all', shortWords: true },
  secret: { words: 'all', digits: 'all', shortWords: false },
  id: { words: 'unusual', digits: 'none', shortWords: false },
  code: { words: 'unusual', digits: 'none', shortWords: false },
  money: { words: 'all', digits: 'none', shortWords: false },
  date: { words: 'unusual', digits: 'none', shortWords: false },
};

/** In the order of a review. */
export const maskClasses: readonly MaskClass[] = [
  'name',
  'company',
  'address',
  'coordinate',
  'mail',
  'phone',
  'tax',
  'bank',
  'secret',
  'text',
  'id',
  'code',
  'money',
  'date',
];
