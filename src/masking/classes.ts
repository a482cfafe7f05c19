/** The classes of values, and how the values of each are replaced. */

/** What a value is about. The class decides which parts of a value are replaced; equal parts get equal replacements in all classes. */
export type MaskClass =
  | 'name'
  | 'company'
  | 'address'
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
}

export const treatments: Readonly<Record<MaskClass, Treatment>> = {
  name: { words: 'all', digits: 'long' },
  company: { words: 'all', digits: 'long' },
  address: { words: 'all', digits: 'long' },
  mail: { words: 'all', digits: 'long' },
  text: { words: 'all', digits: 'long' },
  phone: { words: 'all', digits: 'all' },
  tax: { words: 'all', digits: 'all' },
  bank: { words: 'all', digits: 'all' },
  secret: { words: 'all', digits: 'all' },
  id: { words: 'unusual', digits: 'none' },
  code: { words: 'unusual', digits: 'none' },
  money: { words: 'all', digits: 'none' },
  date: { words: 'unusual', digits: 'none' },
};

/** In the order of a review. */
export const maskClasses: readonly MaskClass[] = [
  'name',
  'company',
  'address',
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
