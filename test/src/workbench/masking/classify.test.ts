/** Columns and members are classified by name, type and content. */
import { describe, expect, it } from 'vitest';
import {
  classify,
  columnMasks,
  createMasker,
  maskJson,
  maskRow,
  maskXml,
} from '../../../../src/workbench/masking/index.ts';

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
    ['taxref', 'tax'],
    ['VAT_REF', 'tax'],
    ['vatregno', 'tax'],
    ['bank_reference', 'bank'],
    ['ediserverpwd', 'secret'],
    ['pwd', 'secret'],
    ['user_pass', 'secret'],
    ['secret_code', 'secret'],
    ['tokenid', 'secret'],
    ['custmailno', 'mail'],
    ['faxphoneref', 'phone'],
  ])('%s is %s', (name, maskClass) => {
    expect(text(name)).toBe(maskClass);
  });

  it.each([
    ['tax_code', ['S20', 'R7'], 'code'],
    ['secretary_code', ['S20'], 'code'],
  ])('%s with %s is %s', (name, values, maskClass) => {
    expect(text(name, ...values)).toBe(maskClass);
  });
});

describe('places on a map', () => {
  it.each([
    ['lat', 'number', ['0', '43.65107']],
    ['lng', 'text', ['-79.347015']],
    ['Longitude', 'number', ['-79.347015']],
    ['geo_location', 'text', ['POINT(43.65107 -79.347015)']],
  ] as const)('%s as %s', (name, kind, values) => {
    expect(classify({ name, kind, values }).maskClass).toBe('coordinate');
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

describe('codes of standards', () => {
  const ofTable = (owner: string, name: string, ...values: readonly string[]) =>
    classify({ owner, name, kind: 'text', values }).maskClass;

  it.each([
    ['currencies', 'name', ['EUR'], 'code'],
    ['price_list', 'title', ['EUR', 'CHF'], 'code'],
    ['countries', 'name', ['DE', 'AT'], 'code'],
    ['country', 'description', ['DEU'], 'code'],
    ['units', 'name', ['Stck', 'kg'], 'code'],
    ['currencies', 'name', ['Berg'], 'name'],
    ['countries', 'name', ['QQ'], 'name'],
    ['units', 'name', ['Berg'], 'name'],
    ['customer', 'name', ['ALL'], 'company'],
    ['customer', 'name', ['DE'], 'company'],
    ['member', 'surname', ['ALL', 'TOP'], 'name'],
  ])('%s.%s with %s is %s', (owner, name, values, maskClass) => {
    expect(ofTable(owner, name, ...values)).toBe(maskClass);
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
    ['taxref', 'number', 'id', ['17', '18']],
    ['taxref', 'number', 'tax', ['13446541']],
  ] as const)('%s as %s is %s', (name, kind, maskClass, values: readonly string[] = []) => {
    expect(classify({ name, kind, values }).maskClass).toBe(maskClass);
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

  it('have other coordinates: as numbers, as texts and in JSON; zero stays', () => {
    const places = {
      name: 'branch',
      columns: [
        { ...column('lat', 'double', 'number'), values: ['43.65107'] },
        { ...column('lng', 'varchar(20)', 'text'), values: ['-79.347015'] },
        column('extra', 'jsonb', 'other'),
      ],
    };
    const real = { lat: 43.65107, lng: '-79.347015', extra: '{"geo":{"lat":43.65107,"longitude":"-79.347015"}}' };
    const fake = maskRow(columnMasks(places), real, masker);
    expect(String(fake.lat)).toMatch(/^[1-8]\d\.\d{5}$/);
    expect(fake.lat).not.toBe(43.65107);
    expect(fake.lng).toMatch(/^-[1-8]\d\.\d{6}$/);
    expect(fake.lng).not.toBe(real.lng);
    expect(JSON.parse(String(fake.extra))).toEqual({ geo: { lat: fake.lat, longitude: fake.lng } });
    expect(maskRow(columnMasks(places), { ...real, lat: 0 }, masker).lat).toBe(0);
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
