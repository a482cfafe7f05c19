/** The conversion of the values in HTTP answers. */

import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, httpDouble, later } from '../engine/sources/http/double.ts';
import { causeOf } from '../support/cause.ts';
import { ask, openSketch } from './ask.ts';
import { erp } from './one-endpoint.ts';

afterEach(closeAll);

describe('the values of an answer', () => {
  const one = async (fields: object, body: unknown, source: object = {}): Promise<unknown> => {
    const { engine } = await erp({ get: '/x', fields: { id: 'id', ...fields } }, () => body, { source });
    return (await ask(engine, '/all')).rows;
  };
  const amount = async (text: string): Promise<string> => {
    const { engine } = await erp(
      { get: '/x', fields: { id: 'id', amount: 'a.b' } },
      () => `[{"id":1,"a":{"b":${text}}}]`,
    );
    const outcome = await engine.call('/all', {});
    return outcome.ok ? outcome.json.replace(/.*"amount":([^,}]*).*/, '$1') : outcome.problem.message;
  };

  it.each([
    ['98765432109876543210.123', '98765432109876543210.123'],
    ['"0012.500"', '12.5'],
    ['1e3', '1000'],
    ['-0.10', '-0.1'],
    ['90071992547409931', '90071992547409931'],
  ])('amounts keep their digits: %s', async (written, expected) => {
    expect(await amount(written)).toBe(expected);
  });

  it.each([
    ['/Date(1767225600000)/', {}, '2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['/Date(1767225600000)/', { clock: 'Europe/Berlin' }, '2026-01-01', '2025-12-31T23:00:00.000Z'],
    ['/Date(1767225600000+0100)/', {}, '2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['/Date(1767222000000+0100)/', {}, '2026-01-01', '2025-12-31T23:00:00.000Z'],
    [
      1_767_222_000,
      { clock: 'Europe/Berlin', types: { date: 'unix', instant: 'unix' } },
      '2026-01-01',
      '2025-12-31T23:00:00.000Z',
    ],
    [
      '1767222000000',
      { clock: 'Europe/Berlin', types: { date: 'unix-ms', instant: 'unix-ms' } },
      '2026-01-01',
      '2025-12-31T23:00:00.000Z',
    ],
    ['2026-01-01 00:00:00', { clock: 'Europe/Berlin' }, '2026-01-01', '2025-12-31T23:00:00.000Z'],
    ['2026-01-01T00:30:00.123456', {}, '2026-01-01', '2026-01-01T00:30:00.123Z'],
    [
      { __class__: 'datetime', year: 2026, month: 1, day: 1, hour: 9, minute: 5, second: 0 },
      {},
      '2026-01-01',
      '2026-01-01T09:05:00.000Z',
    ],
  ])('times: %j with %j', async (time, source, day, at) => {
    expect(await one({ day: 'time', at: 'time' }, [{ id: 1, time }], source)).toEqual([
      { id: '1', day, at, lines: [] },
    ]);
  });

  it('days without separators, blanks, nulls, padded keys, HTML', async () => {
    const rows = await one(
      { day: 'd', name: '$text(html)', amount: 'blank', at: 'nothing', id: '$unpad(key)' },
      [
        {
          key: '0010100001',
          d: 20260131,
          html: '<p>A &amp; B<br/>C&#8364;</p><script>x</script>',
          blank: '',
          nothing: null,
        },
      ],
      { types: { date: 'yyyymmdd' }, absent: ['', '0001-01-01'] },
    );
    expect(rows).toEqual([{ id: '10100001', name: 'A & B\nC€', day: '2026-01-31', lines: [] }]);
  });

  it("only mapped fields are in the answer: the ERP's members of the same name are ignored", async () => {
    expect(await one({}, [{ id: 1, name: 'an internal name', amount: 3 }])).toEqual([{ id: '1', lines: [] }]);
  });

  it('lists inside of rows, and rows from an expression', async () => {
    const { engine } = await erp(
      {
        get: '/x',
        rows: 'd.($day := day; docs.{ "id": no, "day": $day, "lines": items })',
        fields: { id: 'id', day: 'day', lines: "lines.{ 'text': t }" },
      },
      () => ({
        d: {
          day: '2026-01-31',
          docs: [
            { no: 1, items: [{ t: 'a' }] },
            { no: 2, items: [] },
          ],
        },
      }),
    );
    expect((await ask(engine, '/all')).rows).toEqual([
      { id: '1', day: '2026-01-31', lines: [{ text: 'a' }] },
      { id: '2', day: '2026-01-31', lines: [] },
    ]);
  });

  it('rows that are not maps become `_value`, and XML is parsed into maps', async () => {
    const { engine } = await erp({ get: '/x', fields: { id: '_value' } }, () => [17, 'B 2']);
    expect((await ask(engine, '/all')).rows.map(({ id }) => id)).toEqual(['17', 'B 2']);
    const double = await httpDouble((_seen, response) =>
      response.setHeader('content-type', 'text/xml').end('<r><c id="007"><n>A &amp; B</n></c><c id="8"/></r>'),
    );
    const xml = await openSketch({
      source: { http: double.url, request: { headers: { Accept: 'application/xml' } } },
      endpoints: { '/all': { get: '/x', rows: 'r.c', fields: { id: '`@id`', name: 'n' } } },
    });
    later(() => xml.close());
    expect((await ask(xml, '/all')).rows).toEqual([
      { id: '007', name: 'A & B', lines: [] },
      { id: '8', lines: [] },
    ]);
  });

  it('character references of XML are decoded once; external and multiplied entities are not resolved', async () => {
    const many = Array.from({ length: 8 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(20)}">`).join('');
    const bodies = [
      '<r><c id="M&#252;ller &#x26; S&#xF6;hne"><n>&amp;#65;</n></c></r>',
      '<!DOCTYPE r [<!ENTITY secret SYSTEM "file:///etc/hostname">]><r><c id="1"><n>&secret;</n></c></r>',
      `<!DOCTYPE r [<!ENTITY e0 "0123456789">${many}]><r><c id="1"><n>&e8;</n></c></r>`,
    ];
    let at = 0;
    const double = await httpDouble((_seen, response) =>
      response.setHeader('content-type', 'text/xml').end(bodies[at++]),
    );
    const xml = await openSketch({
      source: { http: double.url, request: { headers: { Accept: 'application/xml' } } },
      endpoints: { '/all': { get: '/x', rows: 'r.c', fields: { id: '`@id`', name: 'n' } } },
    });
    later(() => xml.close());
    expect((await ask(xml, '/all')).rows).toEqual([{ id: 'Müller & Söhne', name: '&#65;', lines: [] }]);
    await expect(ask(xml, '/all')).rejects.toThrow('broken: The ERP answered with an error.');
    expect((await ask(xml, '/all')).rows).toEqual([{ id: '1', name: '&e8;', lines: [] }]);
  });

  it('an answer without the expected rows is an error, never an empty list', async () => {
    const { engine } = await erp({ get: '/x', rows: 'value', fields: { id: 'id' } }, () => ({ values: [] }));
    await expect(ask(engine, '/all')).rejects.toThrow('broken: The ERP answered with an error.');
    expect(causeOf(await engine.call('/all', {}))).toMatch(/nothing stands at value/);
  });

  it.each([
    [{ data: [], paging: { next: 'x' } }, 'the answer has data, paging'],
    [[{ id: 1 }], 'the answer is a list'],
    ['"done"', 'the answer is a single value'],
    [{}, 'the answer is an empty map'],
    [
      Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`m${index}`, index])),
      'the answer has m0, m1, m2, m3, m4, m5, m6, m7, m8, m9 and 2 more',
    ],
  ])('without the expected rows, %j is described', async (body, said) => {
    const { engine } = await erp({ get: '/x', rows: 'value', fields: { id: 'id' } }, () => body);
    expect(causeOf(await engine.call('/all', {}))).toContain(
      `nothing stands at value, where the profile looks for the rows; ${said}`,
    );
  });
});

describe('the texts of a request and of an answer', () => {
  const texts = [
    '{{ $settings.token }}',
    '{{ query }}',
    '${token}',
    '`$string(1 + 1)`',
    '$now()',
    '{{ 1 + 1 }}',
    "' OR 1",
  ];

  it('are data: a template, an expression or a reference in them is not evaluated', async () => {
    const fields = { id: 'id', name: 'name' };
    const answer = () => texts.map((name, id) => ({ id: id + 1, name }));
    const top = { settings: { token: { default: 'c4n4ry-token', secret: true } } };
    const { engine, double } = await erp({ get: '/x', params: { q: '{{ query }}' }, fields }, answer, { top });
    for (const query of texts) {
      const { rows } = await ask(engine, '/all', { query });
      expect(rows.map(({ name }) => name)).toEqual(texts);
    }
    const sent = double.seen.map(({ path }) => new URL(path, double.url).searchParams.get('q'));
    expect(sent).toEqual(texts);
  });
});

it('an answer has the fields of the contract only, whatever a row of the ERP contains', async () => {
  const item = { id: 7, name: 'Ada', margin: 41.5, lines: [{ text: 'Rail', purchasePrice: 12 }], schemaVersion: '9' };
  const { engine } = await erp({ get: '/x', fields: { id: 'id', name: 'name', lines: 'lines' } }, () => [item]);
  const { rows, ...others } = await ask(engine, '/all');
  expect(rows).toEqual([{ id: '7', name: 'Ada', lines: [{ text: 'Rail' }] }]);
  expect(others).toEqual({ schemaVersion: '1' });
});

it('a long answer is the same text in parts, also where rows between them are dropped', async () => {
  const names = Array.from({ length: 1_000 }, (_, id) => (id % 97 === 0 ? undefined : `Row ${id} ä€😀"\u2028.`));
  const items = names.map((name, id) => ({ id: name === undefined ? null : id, name: name ?? 'dropped' }));
  const { engine } = await erp({ get: '/x', broken: 'drop', fields: { id: 'id', name: 'name' } }, () => items);
  const outcome = await engine.call('/all', {});
  if (!outcome.ok) throw new Error(outcome.problem.message);
  const { json, parts = [] } = outcome;
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.join('')).toBe(json);
  const rows = items.flatMap(({ id, name }) => (id === null ? [] : [{ id: String(id), name, lines: [] }]));
  expect(JSON.parse(json)).toEqual({ schemaVersion: '1', rows });
});
