/** Replacements keep the form of values, are equal for equal values, and their check digits are right. */
import { describe, expect, it } from 'vitest';
import { createMasker, type MaskClass } from '../../../../src/workbench/masking/index.ts';

const masker = (key = 'one') => createMasker({ key });
const replaced = (maskClass: MaskClass, value: string, most?: number): string => masker().text(maskClass, value, most);

/** ISO 13616: the country and the check digits at the end, letters as 10 to 35, modulo 97. */
function ibanRemainder(iban: string): bigint {
  const plain = iban.replaceAll(' ', '');
  const digits = [...(plain.slice(4) + plain.slice(0, 4))].map((one) => Number.parseInt(one, 36)).join('');
  return BigInt(digits) % 97n;
}

const sum = (digits: string, weights: readonly number[]): number =>
  [...digits].reduce((total, digit, index) => {
    const product = Number(digit) * (weights[index % weights.length] ?? 0);
    return total + (product > 9 ? product - 9 : product);
  }, 0);

/** Checks of VAT numbers as the tax offices publish them. */
const vatChecks: Readonly<Record<string, (part: string) => boolean>> = {
  DE: (part) => {
    let product = 10;
    for (const digit of part.slice(0, 8)) {
      const added = (Number(digit) + product) % 10 || 10;
      product = (2 * added) % 11;
    }
    return (11 - product === 10 ? 0 : 11 - product) === Number(part[8]);
  },
  AT: (part) => (96 - sum(part.slice(1, 8), [1, 2])) % 10 === Number(part[8]),
  BE: (part) => 97 - (Number(part.slice(0, 8)) % 97) === Number(part.slice(8)),
  FR: (part) =>
    (12 + 3 * (Number(part.slice(2)) % 97)) % 97 === Number(part.slice(0, 2)) && sum(part.slice(2), [1, 2]) % 10 === 0,
  IT: (part) => sum(part, [1, 2]) % 10 === 0,
};

describe('the form of a replacement', () => {
  it.each<readonly [MaskClass, string, RegExp]>([
    ['name', 'Jürgen MÜLLER-Lüdenscheidt', /^[A-Z][a-zà-ü]{5} [A-ZÀ-Ü]{6}-[A-Z][a-zà-ü]{11}$/],
    ['company', 'Nordlicht Handels GmbH', /^[A-Z][a-z]{8} [A-Z][a-z]{6} GmbH$/],
    ['address', 'Hauptstraße 12 b', /^[A-Z][a-zß]{10} 12 b$/],
    ['phone', '+49 761 / 47 11-0', /^\+49 \d{3} \/ \d\d \d\d-\d$/],
    ['bank', 'DEUTDEFF500', /^[A-Z]{8}\d{3}$/],
    [
      'secret',
      'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
      /^[a-z]{2}_[a-z]{4}_\d[a-z][A-Z]\d\d[A-Za-z]{12}\d[a-z]{3}\d[a-z]{2}$/,
    ],
    ['mail', 'anna.berg@nordlicht-handel.de', /^[a-z]+@[a-z]+\.example$/],
    [
      'text',
      'Please call Mrs Berg on 0761 4711882 before 10:30.',
      /^[A-Z][a-z]{5} [a-z]{4} [A-Z][a-z]{2} [A-Z][a-z]{3} [a-z]{2} 0\d{3} \d{7} [a-z]{6} 10:30\.$/,
    ],
  ])('%s: %s', (maskClass, value, form) => {
    const fake = replaced(maskClass, value);
    expect(fake).toMatch(form);
    expect(fake).not.toBe(value);
    expect(fake.length).toBe(value.length);
  });

  it('keeps accents as characters of one or two code points, as they were', () => {
    expect(replaced('name', 'José')).toMatch(/^[A-Z][a-z]{2}[ä-ü]$/);
    const decomposed = replaced('name', 'Jose\u0301');
    expect(decomposed.normalize('NFC')).toBe(replaced('name', 'Jos\u00e9'));
    expect(decomposed).toBe(decomposed.normalize('NFD'));
  });

  it('keeps the script of other alphabets', () => {
    expect(replaced('name', 'Иванов')).toMatch(/^\p{Script=Cyrillic}{6}$/u);
    expect(replaced('name', 'Παπαδόπουλος')).toMatch(/^[\p{Script=Greek}]{12}$/u);
  });

  it('fits into the column', () => {
    for (const most of [6, 13, 20, 60]) expect(replaced('mail', 'a@b.de', most).length).toBeLessThanOrEqual(most);
    expect(replaced('mail', 'anna.berg@nordlicht.de', 22)).toMatch(/^[a-z]+@[a-z]+\.example$/);
  });
});

describe('a secret', () => {
  it('with the form of a UUID gets another UUID', () => {
    const real = '6F2D1C9A-3b5e-4d7f-8a90-b1c2d3e4f506';
    const fake = createMasker({ key: 'k' }).text('secret', real);
    expect(fake).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i);
    expect(fake.toLowerCase()).not.toBe(real.toLowerCase());
  });
});

describe('check digits', () => {
  it.each([
    'DE89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'GB29NWBK60161331926819',
    'NL91 ABNA 0417 1643 00',
    'MT84MALT011000012345MTLCAST001S',
  ])('of the IBAN %s, whatever the class', (iban) => {
    expect(ibanRemainder(iban)).toBe(1n);
    for (const maskClass of ['bank', 'text', 'id', 'code'] as const) {
      const fake = replaced(maskClass, iban);
      expect(ibanRemainder(fake)).toBe(1n);
      expect([fake.slice(0, 2), fake.length]).toEqual([iban.slice(0, 2), iban.length]);
      expect(fake).not.toBe(iban);
      expect(fake).toBe(replaced('bank', iban));
    }
  });

  it.each(['DE136695976', 'ATU13585627', 'BE0428759497', 'FR83404833048', 'IT00743110157'])(
    'of the VAT number %s',
    (vat) => {
      const check = vatChecks[vat.slice(0, 2)];
      expect(check?.(vat.slice(2))).toBe(true);
      for (const key of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
        const fake = createMasker({ key }).text('tax', vat);
        expect(fake).not.toBe(vat);
        expect([fake.slice(0, 2), check?.(fake.slice(2))]).toEqual([vat.slice(0, 2), true]);
      }
    },
  );
});

describe('equal values', () => {
  it('get equal replacements in all classes, cases and forms', () => {
    const one = masker();
    const name = one.text('company', 'Nordlicht Handels GmbH');
    expect(one.text('text', 'Paid by Nordlicht Handels GmbH')).toContain(name);
    expect(one.text('id', 'NORDLICHT')).toBe(name.split(' ')[0]?.toUpperCase());
    expect(one.text('phone', '0761/4711882').replaceAll(/\D/g, '')).toBe(
      one.text('text', '0761 4711 882').replaceAll(/\D/g, ''),
    );
    expect(one.text('mail', 'Anna.Berg@Nordlicht.de')).toBe(one.text('text', 'anna.berg@nordlicht.de'));
  });

  it('get the same ones with the same key, and others with another key', () => {
    const values = ['Anna Berg', 'anna.berg@nordlicht.de', 'DE89370400440532013000', '0761 4711882'];
    for (const value of values) {
      expect(masker('one').text('text', value)).toBe(masker('one').text('text', value));
      expect(masker('two').text('text', value)).not.toBe(masker('one').text('text', value));
    }
  });

  it('stay different: of 3,000 names no two have one replacement', () => {
    const one = masker();
    const names = Array.from(
      { length: 3_000 },
      (_, index) =>
        `Q${String.fromCharCode(97 + (index % 26), 97 + (Math.floor(index / 26) % 26), 97 + Math.floor(index / 676))}berg`,
    );
    expect(new Set(names.map((name) => one.text('name', name))).size).toBe(new Set(names).size);
  });
});

describe('what is kept', () => {
  it.each<readonly [MaskClass, string]>([
    ['id', 'K10003'],
    ['id', 'INV-1'],
    ['id', 'R 17'],
    ['id', '2026/0042'],
    ['id', '0004711234'],
    ['id', '7f3a0c1e-2b4d-4e6f-8a9b-0c1d2e3f4a5b'],
    ['code', 'EUR'],
    ['code', 'pcs'],
    ['money', '1234567.89'],
    ['date', '2026-03-07T10:15:00.000Z'],
    ['text', '  '],
  ])('%s %s', (maskClass, value) => {
    expect(replaced(maskClass, value)).toBe(value);
  });

  it('a whole value that a profile names, in any case', () => {
    const one = createMasker({ key: 'one', keep: new Set(['Geliefert']) });
    expect(one.text('code', 'geliefert')).toBe('geliefert');
    expect(one.text('text', 'geliefert an Berg')).not.toContain('geliefert');
  });

  it.each<readonly [MaskClass, string]>([
    ['id', 'MUELLER'],
    ['id', 'anna.berg@nordlicht.de'],
    ['code', 'Kim'],
    ['code', 'offen'],
  ])('not: %s %s', (maskClass, value) => {
    expect(replaced(maskClass, value)).not.toBe(value);
  });
});

describe('short names and names in capitals', () => {
  it.each<readonly [MaskClass, string, RegExp, string]>([
    ['name', 'Jo Lomu', /^[A-Z][a-z] [A-Z][a-z]{3}$/, 'Jo'],
    ['company', 'LI & Wu KG', /^[A-Z]{2} & [A-Z][a-z] KG$/, 'LI'],
    ['text', 'Ask Jo or al of it', /^[A-Z][a-z]{2} [A-Z][a-z] or [a-z]{2} of it$/, 'Jo'],
    ['id', 'KIM LEE 77', /^[A-Z]{3} [A-Z]{3} 77$/, 'KIM'],
    ['code', 'Jo Lomu', /^[A-Z][a-z] [A-Z][a-z]{3}$/, 'Jo'],
  ])('%s %s', (maskClass, value, form, word) => {
    const fake = replaced(maskClass, value);
    expect(fake).toMatch(form);
    expect(fake.split(' ')).not.toContain(word);
  });

  it('have the replacement of the same words elsewhere', () => {
    const one = masker();
    expect(one.text('id', 'KIM LEE 77')).toBe(`${one.text('name', 'Kim Lee').toUpperCase()} 77`);
  });
});

describe('entities of HTML', () => {
  it.each([
    ['Younger &amp; Son', /^[A-Z][a-z]{6} &amp; [A-Z][a-z]{2}$/],
    ['M&uuml;ller &#038; Berg', /^M&uuml;[a-z]{4} &#038; [A-Z][a-z]{3}$/],
    ['&quot;Berg&quot;', /^&quot;[A-Z][a-z]{3}&quot;$/],
    // No entity: a name between two signs.
    ['Hofer &Berg; Sohn', /^[A-Z][a-z]{4} &[A-Z][a-z]{3}; [A-Z][a-z]{3}$/],
  ])('stay in %s', (value, form) => {
    const fake = replaced('company', value);
    expect(fake).toMatch(form);
    expect(fake).not.toMatch(/Younger|Berg|Son|Hofer/);
  });
});

describe('a text that is searched for', () => {
  it('finds the replaced name by a part of the real one', () => {
    const one = masker();
    const name = one.text('company', 'Nordlicht Handels GmbH');
    expect(one.search('nordlicht')).toBe(name.split(' ')[0]?.toLowerCase());
    expect(name.toLowerCase()).toContain(one.search('rdlic'));
    expect(one.search('Nord')).toBe(name.slice(0, 4));
  });

  it('keeps the signs that a pattern treats specially', () => {
    expect(masker().search('%')).toBe('%');
    expect(masker().search("' OR '1'='1")).toMatch(/^' OR '1'='1$/);
  });
});

describe('leaks', () => {
  it('are real words, numbers and addresses that were replaced and are still there', () => {
    const one = masker();
    const text = 'Anna Nordlicht, anna@nordlicht.de, 0761 4711882, DE89370400440532013000';
    const fake = one.text('text', text);
    expect(one.leaks(fake)).toEqual([]);
    expect(one.leaks('Order of NORDLICHT')).toEqual(['NORDLICHT']);
    expect(one.leaks('x=DE89370400440532013000&')).not.toEqual([]);
    expect(one.leaks('mailto:anna@nordlicht.de').length).toBeGreaterThan(0);
    expect(one.leaks('07614711882')).toEqual(['07614711882']);
  });
});

describe('keys that the engine computes', () => {
  const real = 'jakuousvblaldupe7s7ykj5q2g';
  const fake = 'p7ohwjhwgvzrmmthfdab5rqn5u';
  const masker = createMasker({ key: 'k', computed: new Map([[real, fake]]) });

  it.each([
    ['alone, as a secret', 'secret', real, fake],
    ['in capital letters', 'secret', real.toUpperCase(), fake.toUpperCase()],
    ['inside of a text', 'id', `ref-${real}/1`, `ref-${fake}/1`],
  ] as const)('%s', (_, maskClass, value, expected) => {
    expect(masker.text(maskClass, value)).toBe(expected);
  });
});
