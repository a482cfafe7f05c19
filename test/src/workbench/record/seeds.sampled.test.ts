/** Canaries at random places of rows and documents: none survives, whatever the key. */
import { expect, it } from 'vitest';
import { columnMasks, createMasker, maskJson, maskRow } from '../../../../src/workbench/masking/index.ts';
import { maskedAnswers } from '../../../../src/workbench/record/mask-exchanges.ts';
import { isDeep } from '../../../support/depth.ts';
import { canaries, survivors } from './canaries.ts';

const runs = isDeep ? 1_000 : 20;

/** Numbers from 0 below `most`, the same for each seed (Park and Miller). */
function numbers(seed: number): (most: number) => number {
  let state = seed + 1;
  return (most) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}

const columns = [
  'KDNR',
  'FIRMA',
  'name',
  'STRASSE',
  'plz',
  'email',
  'tel',
  'iban',
  'ust_id',
  'token',
  'note',
  'status',
  'code',
  'amount',
  'datum',
  'xq7',
  'extra',
  'ref',
  'taxref',
  'ediserverpwd',
  'lat',
];
const types = ['varchar(200)', 'text', 'jsonb', '', 'varchar(90)'];
const values = Object.values(canaries);

/** A value with a canary: alone, in a sentence, in JSON, in XML, in an address of the web. */
function planted(next: (most: number) => number): string {
  const value = values[next(values.length)] ?? '';
  const other = values[next(values.length)] ?? '';
  const forms = [
    value,
    value.toUpperCase(),
    `See ${value}; also ${other}.`,
    JSON.stringify({ a: [{ name: value }], b: JSON.stringify({ deep: other }) }),
    JSON.stringify({ [value]: 3, totals: { [other]: [1, 2] } }),
    `<c n="${value}"><d>${other}</d></c>`,
    `https://erp.quarzbrunn-feinmechanik.de/api?customer=${encodeURIComponent(value)}`,
    `${value}\n${other}`,
    value.normalize('NFD'),
    `M&amp;${value}&#38;`,
    `${value} 43.65107`,
  ];
  return forms[next(forms.length)] ?? '';
}

it(`in ${runs} runs`, () => {
  const failures: string[] = [];
  for (let seed = 0; seed < runs; seed++) {
    const next = numbers(seed);
    const masker = createMasker({ key: `key ${seed}`, keep: new Set(['offen', 'posted']) });
    const row = Object.fromEntries(columns.map((name) => [name, planted(next)]));
    const table = {
      name: ['KUNDE', 'invoice', 'T1'][next(3)] ?? '',
      columns: columns.map((name) => ({
        ...{ name, type: types[next(types.length)] ?? '', required: false, isKey: next(5) === 0 },
        ...{ kind: 'text' as const, values: next(2) === 0 ? [String(row[name])] : ['A1', 'B2'] },
      })),
    };
    const fake = maskRow(columnMasks(table), row, masker);
    const named = (): string => values[next(values.length)] ?? '';
    const body = {
      value: columns.map((name) => ({ [name]: planted(next), rows: [{ [name]: planted(next) }], [named()]: 7 })),
      byName: { [named()]: { [named()]: 5 } },
    };
    const request = {
      method: 'GET',
      url: `https://quarzbrunn-feinmechanik.de/x?q=${encodeURIComponent(planted(next))}`,
      headers: {},
      body: '',
    };
    const reply = { status: 200, headers: { etag: planted(next), link: planted(next) }, body: JSON.stringify(body) };
    const answers = maskedAnswers([{ source: 'erp', request, reply, ms: 0, error: undefined }], {
      masker,
      profileText: '',
      describedBy: () => () => undefined,
    });
    const sought = masker.search(planted(next));
    const text = JSON.stringify([fake, maskJson(body, { masker }), answers, sought]);
    for (const survivor of survivors(text)) failures.push(`seed ${seed}: ${survivor}`);
  }
  expect(failures).toEqual([]);
});
