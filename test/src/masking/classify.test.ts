/** Columns and members are classified by name, type and content. */
import { describe, expect, it } from 'vitest';
import { classify, columnMasks, createMasker, maskJson, maskRow, maskXml } from '../../../src/masking/index.ts';

const text = (name: string, ...values: readonly string[]) => classify({ name, kind: 'text', values }).maskClass;

describe('text columns by name', () => {
  it.each([
    ['FIRMA', 'company'],
    ['nom', 'name'],
    ['ANSPRECHPARTNER', 'name'],
    ['Strasse', 'address'],
    ['PLZ', 'address'],
    ['email', 'mail'],
    ['TELEFON', 'phone'],
    ['IBAN', 'bank'],
    ['bank_account', 'bank'],
    ['vat_id', 'tax'],
    ['USTID', 'tax'],
    ['api_token', 'secret'],
    ['Passwort', 'secret'],
    ['waehrung', 'code'],
    ['country_code', 'code'],
    ['KDNR', 'id'],
    ['bemerkung', 'text'],
    ['xq7', 'text'],
  ])('%s is %s', (name, maskClass) => {
    expect(text(name)).toBe(maskClass);
  });
});

describe('unknown names by content', () => {
  it.each([
    ['mail', ['a.b@c.de', '', 'd@e.org']],
    ['bank', ['DE89370400440532013000']],
    ['tax', ['DE136695976', 'ATU13585627']],
    ['secret', ['sk_live_4eC39HqLyjWDarjtT1zdp7dc']],
    ['date', ['2026-03-07', '2026-03-08']],
    ['phone', ['0761 4711-882']],
    ['code', ['A1', 'EUR', 'K10003']],
    ['text', ['Anna Berg', 'A1']],
  ])('%s: %s', (maskClass, values) => {
    expect(text('xq7', ...values)).toBe(maskClass);
  });
});

describe('other types', () => {
  it.each([
    ['amount_total', 'number', 'money'],
    ['telefon', 'number', 'phone'],
    ['kontonr', 'number', 'bank'],
    ['customer_id', 'number', 'id'],
    ['due', 'date', 'date'],
    ['active', 'boolean', 'code'],
  ] as const)('%s as %s is %s', (name, kind, maskClass) => {
    expect(classify({ name, kind, values: [] }).maskClass).toBe(maskClass);
  });
});

const column = (name: string, type: string, kind: 'text' | 'number' | 'other') => ({
  name,
  type,
  kind,
  required: false,
  values: [],
});

describe('rows', () => {
  const masker = createMasker({ key: 'one' });
  const table = {
    name: 'customer',
    columns: [
      { ...column('id', 'integer', 'number'), isKey: true },
      column('name', 'varchar(40)', 'text'),
      column('phone', 'bigint', 'number'),
      column('photo', 'bytea', 'other'),
      column('extra', 'jsonb', 'other'),
    ],
  };
  const row = {
    id: 17,
    name: 'Anna Berg',
    phone: 7614711882n,
    photo: new Uint8Array([1, 2]),
    extra: '{"contact":{"name":"Anna Berg","mail":"anna@berg.de"},"tags":["Anna Berg"],"total":12.30}',
  };

  it('are replaced in nested JSON too, consistently, and pictures are left out', () => {
    const fake = maskRow(columnMasks(table), row, masker);
    expect(fake.id).toBe(17);
    expect(String(fake.phone)).toMatch(/^[1-9]\d{9}$/);
    expect(fake.phone).not.toBe(row.phone);
    expect(fake.photo).toEqual(new Uint8Array());
    const extra = JSON.parse(String(fake.extra));
    expect(extra.contact.name).toBe(fake.name);
    expect(extra.tags).toEqual([fake.name]);
    expect(String(fake.extra)).toContain('"total":12.3');
    expect(String(fake.extra)).not.toMatch(/anna|berg/i);
  });

  it('are kept where somebody allowed it', () => {
    const masks = columnMasks(table, (_, name) => name === 'name');
    expect(maskRow(masks, row, masker).name).toBe('Anna Berg');
  });
});

describe('documents', () => {
  const masker = createMasker({ key: 'one' });

  it('keep their structure: names of members, numbers, yes and no, null', () => {
    const body = {
      value: [
        { '@odata.etag': 'W/"1"', number: 'A-1', displayName: 'Chair', price: 12.5, blocked: false, parent: null },
      ],
    };
    const fake = maskJson(body, { masker });
    expect(fake).toMatchObject({
      value: [{ '@odata.etag': 'W/"1"', number: 'A-1', price: 12.5, blocked: false, parent: null }],
    });
    expect(JSON.stringify(fake)).not.toContain('Chair');
  });

  it('replace JSON and XML that is a text in JSON', () => {
    const fake = JSON.stringify(
      maskJson({ payload: '{"name":"Anna Berg"}', note: '<p title="Berg">Anna <b>Berg</b></p>' }, { masker }),
    );
    expect(fake).not.toMatch(/anna|berg/i);
    expect(fake).toMatch(/<p title=\\"[A-Z][a-z]{3}\\">[A-Z][a-z]{3} <b>[A-Z][a-z]{3}<\/b><\/p>/);
  });

  it('replace texts, attributes and comments of XML', () => {
    const fake = maskXml('<?xml version="1.0"?><c id="17" name="Anna"><!-- Berg --><mail>anna@berg.de</mail></c>', {
      masker,
    });
    expect(fake).not.toMatch(/anna|berg/i);
    expect(fake).toMatch(
      /^<\?xml version="1\.0"\?><c id="17" name="[A-Z][a-z]{3}"><mail>[a-z]+@[a-z]+\.example<\/mail><\/c>$/,
    );
  });
});
