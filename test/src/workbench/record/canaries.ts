/** Texts that must not survive a recording. Each is unique, so that a search finds it wherever it is. */

/** Real data of a customer. Nothing of it is a word of a profile. */
export const canaries = {
  name: 'Kunigunde Zwetschgenröster',
  company: 'Quarzbrunn Feinmechanik GmbH',
  street: 'Haselnussgrabenweg 17',
  town: 'Oberammerfeld',
  mail: 'kunigunde@quarzbrunn-feinmechanik.de',
  phone: '+49 7634 998 4471',
  iban: 'DE02 1203 0000 0000 2020 51',
  vat: 'DE136695976',
  token: 'tok_9fK27LmQx81VbTz64RwYpa',
  note: 'Frau Zwetschgenröster rief aus Oberammerfeld an, Rückruf 07634 9984472',
} as const;

/** Parts that identify somebody, in small letters. */
const parts = [
  ...['kunigunde', 'zwetschgenröster', 'quarzbrunn', 'feinmechanik', 'haselnussgrabenweg', 'oberammerfeld'],
  ...['tok_9fk27lmqx81vbtz64rwypa', '9fk27lmqx81vbtz64rwypa', 'de136695976', '136695976', 'rief'],
];
const digits = ['120300000000202051', '9984471', '9984472'];

/** The canaries that are in a text, in whatever case and with whatever separators. */
export function survivors(text: string): readonly string[] {
  const low = text.normalize('NFC').toLowerCase();
  const encoded = low.replaceAll(/%[\da-f]{2}(?:%[\da-f]{2})*/g, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  const plain = `${low} ${encoded}`.replaceAll(/[\s/()+-]/g, '');
  return [
    ...parts.filter((part) => low.includes(part) || encoded.includes(part)),
    ...digits.filter((part) => plain.includes(part)),
  ];
}
