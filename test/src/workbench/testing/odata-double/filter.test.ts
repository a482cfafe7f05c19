/** What `$filter`, `$orderby` and `$expand` of a double give, held against predicates in JavaScript and against rows chosen by hand. */
import { expect, it } from 'vitest';
import { serviceLayer } from './service-layer.ts';

type Partner = {
  readonly CardCode: string;
  readonly CardName: string | null;
  readonly CardType: string;
  readonly Active: boolean | null;
  readonly CreditLimit: number | null;
  readonly Discount: number | null;
  readonly ValidFrom: string | null;
  readonly ChangedAt: string | null;
  readonly Guid: string | null;
  readonly Headquarters: { readonly City: string | null } | null;
  readonly BPAddresses: readonly { readonly City: string }[];
};

const guid = 'A1B2C3D4-0000-4000-8000-00000000000F';
const empty = {
  CardName: null,
  Active: null,
  CreditLimit: null,
  Discount: null,
  ValidFrom: null,
  ChangedAt: null,
  Guid: null,
  Headquarters: null,
  BPAddresses: [],
};
const partners: readonly Partner[] = [
  {
    ...empty,
    CardCode: 'C1',
    CardType: 'cCustomer',
    CardName: "O'Neil & Sons",
    Active: true,
    CreditLimit: 12.5,
    Guid: guid,
  },
  {
    ...empty,
    CardCode: 'C2',
    CardType: 'cCustomer',
    CardName: 'Öztürk',
    Active: false,
    CreditLimit: 0.1,
    Discount: 0.1,
  },
  { ...empty, CardCode: 'C3', CardType: 'cSupplier', ValidFrom: '2026-02-28', CreditLimit: 100 },
  {
    ...empty,
    CardCode: 'C4',
    CardType: 'cLid',
    CardName: '',
    ValidFrom: '2026-03-01',
    ChangedAt: '2026-03-01T00:30:00+01:00',
  },
  {
    ...empty,
    CardCode: 'C5',
    CardType: 'cCustomer',
    CardName: '100% Cotton_Works',
    ChangedAt: '2026-02-28T23:30:00.000Z',
    Discount: 3,
  },
  {
    ...empty,
    CardCode: 'C6',
    CardType: 'cLid',
    CardName: 'oneil',
    Active: true,
    ChangedAt: '2026-03-01T00:00:00Z',
    CreditLimit: -7,
  },
  {
    ...empty,
    CardCode: 'C7',
    CardType: 'cSupplier',
    Headquarters: { City: 'Leeds' },
    BPAddresses: [{ City: 'Leeds' }, { City: 'Kyiv' }],
  },
  { ...empty, CardCode: 'C8', CardType: 'cSupplier', Headquarters: { City: null }, BPAddresses: [{ City: 'Oslo' }] },
];
const activities = [
  { ActivityCode: 1, CardCode: 'C1', Hours: 2 },
  { ActivityCode: 2, CardCode: 'C1', Hours: 5 },
  { ActivityCode: 3, CardCode: 'C2', Hours: null },
  { ActivityCode: 4, CardCode: null, Hours: 9 },
];
const hoursOf = ({ CardCode }: Partner): readonly (number | null)[] =>
  activities.filter((activity) => activity.CardCode === CardCode).map(({ Hours }) => Hours);
const rows = { BusinessPartners: partners, Activities: activities };
const time = (text: string | null): number => (text === null ? Number.NaN : Date.parse(text));
const moment = Date.parse('2026-02-28T23:30:00Z');

// A comparison with null is true or false; a function of null is null, and its negation too.
const cases: readonly (readonly [filter: string, holds: (partner: Partner) => boolean])[] = [
  ["CardName eq 'O''Neil & Sons'", ({ CardName }) => CardName === "O'Neil & Sons"],
  ['CardName eq null', ({ CardName }) => CardName === null],
  ['CardName ne null', ({ CardName }) => CardName !== null],
  ["CardName ne 'oneil'", ({ CardName }) => CardName !== 'oneil'],
  ["not (CardName eq 'oneil')", ({ CardName }) => CardName !== 'oneil'],
  ["contains(tolower(CardName),'neil')", ({ CardName }) => CardName?.toLowerCase().includes('neil') === true],
  ["not contains(CardName,'neil')", ({ CardName }) => CardName !== null && !CardName.includes('neil')],
  ["startswith(CardName,'100%')", ({ CardName }) => CardName?.startsWith('100%') === true],
  ["endswith(CardName,'_Works')", ({ CardName }) => CardName?.endsWith('_Works') === true],
  ["toupper(CardName) eq 'ÖZTÜRK'", ({ CardName }) => CardName === 'Öztürk'],
  ["substring(CardName,1,3) eq 'nei'", ({ CardName }) => CardName?.slice(1, 4) === 'nei'],
  ['length(CardName) eq 0', ({ CardName }) => CardName === ''],
  ["indexof(CardName,'eil') eq 2", ({ CardName }) => CardName?.indexOf('eil') === 2],
  ["concat(concat(CardCode,'-'),CardName) eq 'C6-oneil'", ({ CardCode }) => CardCode === 'C6'],
  ["CardType eq 'cLid'", ({ CardType }) => CardType === 'cLid'],
  ["CardType eq SAPB1.BoCardTypes'cLid'", ({ CardType }) => CardType === 'cLid'],
  ["CardCode in ('C1','C7','X')", ({ CardCode }) => ['C1', 'C7'].includes(CardCode)],
  ["not (CardName in ('oneil'))", ({ CardName }) => CardName !== 'oneil'],
  ["CardName in ('oneil',null)", ({ CardName }) => CardName === 'oneil' || CardName === null],
  ['CreditLimit eq 12.50', ({ CreditLimit }) => CreditLimit === 12.5],
  ['CreditLimit eq 0.1', ({ CreditLimit }) => CreditLimit === 0.1],
  ['CreditLimit gt 0.1', ({ CreditLimit }) => CreditLimit !== null && CreditLimit > 0.1],
  ['not (CreditLimit gt 0.1)', ({ CreditLimit }) => CreditLimit === null || CreditLimit <= 0.1],
  ['CreditLimit le -7', ({ CreditLimit }) => CreditLimit !== null && CreditLimit <= -7],
  ['CreditLimit eq Discount', ({ CreditLimit, Discount }) => CreditLimit === Discount],
  ['CreditLimit ge Discount', ({ CreditLimit: a, Discount: b }) => a === b || (a !== null && b !== null && a >= b)],
  ['CreditLimit add 1 eq 13.5', ({ CreditLimit }) => CreditLimit === 12.5],
  ['CreditLimit mul 2 sub 5 eq 20', ({ CreditLimit }) => CreditLimit === 12.5],
  ['CreditLimit div 2 eq 6.25', ({ CreditLimit }) => CreditLimit === 12.5],
  ['CreditLimit mod 5 eq 2.5', ({ CreditLimit }) => CreditLimit === 12.5],
  ['round(CreditLimit) eq 13', ({ CreditLimit }) => CreditLimit === 12.5],
  ['Active', ({ Active }) => Active === true],
  ['not Active', ({ Active }) => Active === false],
  ['Active eq true', ({ Active }) => Active === true],
  ['Active ne true', ({ Active }) => Active !== true],
  ['ValidFrom lt 2026-03-01', ({ ValidFrom }) => ValidFrom === '2026-02-28'],
  ['month(ValidFrom) eq 3 and day(ValidFrom) eq 1', ({ ValidFrom }) => ValidFrom === '2026-03-01'],
  ['ChangedAt eq 2026-02-28T23:30:00Z', ({ ChangedAt }) => time(ChangedAt) === moment],
  ['ChangedAt gt 2026-03-01T00:30:00+01:00', ({ ChangedAt }) => time(ChangedAt) > moment],
  ['date(ChangedAt) eq 2026-03-01', ({ CardCode }) => CardCode === 'C6'],
  [`Guid eq ${guid}`, ({ Guid }) => Guid === guid],
  [`Guid eq ${guid.toLowerCase()}`, ({ Guid }) => Guid === guid],
  ["Headquarters/City eq 'Leeds'", ({ CardCode }) => CardCode === 'C7'],
  ['Headquarters/City eq null', ({ CardCode }) => CardCode !== 'C7'],
  ["BPAddresses/any(a: a/City eq 'Kyiv')", ({ BPAddresses }) => BPAddresses.some(({ City }) => City === 'Kyiv')],
  ["BPAddresses/all(a: a/City ne 'Kyiv')", ({ BPAddresses }) => BPAddresses.every(({ City }) => City !== 'Kyiv')],
  ['BPAddresses/$count gt 1', ({ BPAddresses }) => BPAddresses.length > 1],
  ['Activities/any()', (partner) => hoursOf(partner).length > 0],
  ['Activities/any(a: a/Hours gt 4)', (partner) => hoursOf(partner).some((hours) => hours !== null && hours > 4)],
  ['Activities/all(a: a/Hours gt 1)', (partner) => hoursOf(partner).every((hours) => hours !== null && hours > 1)],
  ["Activities/any(a: a/BusinessPartner/CardName eq 'Öztürk')", ({ CardCode }) => CardCode === 'C2'],
  ['Activities/$count eq 2', (partner) => hoursOf(partner).length === 2],
  [
    "CardType eq 'cCustomer' and (CreditLimit gt 1 or Discount eq 3) or CardName eq ''",
    ({ CardType, CreditLimit, Discount, CardName }) =>
      (CardType === 'cCustomer' && ((CreditLimit !== null && CreditLimit > 1) || Discount === 3)) || CardName === '',
  ],
  [
    "CardType eq 'cCustomer' and CreditLimit gt 1 or Discount eq 3",
    ({ CardType, CreditLimit, Discount }) =>
      (CardType === 'cCustomer' && CreditLimit !== null && CreditLimit > 1) || Discount === 3,
  ],
  ['not (Active eq true or CreditLimit eq null)', ({ Active, CreditLimit }) => Active !== true && CreditLimit !== null],
];

it('gives the rows for which the filter holds', async () => {
  const { list } = await serviceLayer(rows);
  for (const [filter, holds] of cases) {
    const expected = partners.filter(holds).map(({ CardCode }) => CardCode);
    const found = await list(`/BusinessPartners?$filter=${encodeURIComponent(filter)}`, 'CardCode');
    expect([filter, found]).toEqual([filter, expected]);
  }
  expect(cases.filter(([, holds]) => !partners.some(holds)).map(([filter]) => filter)).toEqual([]);
});

it('filters by members of a related record', async () => {
  const { list } = await serviceLayer(rows);
  expect(await list("/Activities?$filter=BusinessPartner/CardName eq 'Öztürk'", 'ActivityCode')).toEqual([3]);
  expect(await list('/Activities?$filter=BusinessPartner/CardName eq null', 'ActivityCode')).toEqual([4]);
  expect(await list('/Activities?$filter=Hours div 2 eq 2', 'ActivityCode')).toEqual([2]);
});

it('sorts null first, and last where the order descends; equal rows by the key', async () => {
  const { list } = await serviceLayer(rows);
  const codes = (order: string): Promise<readonly unknown[]> =>
    list(`/BusinessPartners?$orderby=${encodeURIComponent(order)}`, 'CardCode');
  expect(await codes('CreditLimit')).toEqual(['C4', 'C5', 'C7', 'C8', 'C6', 'C2', 'C1', 'C3']);
  expect(await codes('CreditLimit desc,CardCode desc')).toEqual(['C3', 'C1', 'C2', 'C6', 'C8', 'C7', 'C5', 'C4']);
  expect(await codes('ChangedAt desc')).toEqual(['C6', 'C4', 'C5', 'C1', 'C2', 'C3', 'C7', 'C8']);
  expect(await codes('length(CardName) desc,CardType')).toEqual(['C5', 'C1', 'C2', 'C6', 'C4', 'C3', 'C7', 'C8']);
});

it('expands what is asked for, and nothing else', async () => {
  const { send } = await serviceLayer(rows);
  const { body } = await send(
    `/BusinessPartners('C1')?$select=CardCode&$expand=Activities($filter=Hours gt 2;$select=Hours;$expand=BusinessPartner($select=CardName))`,
  );
  expect({ ...body, '@odata.context': undefined }).toEqual({
    CardCode: 'C1',
    Activities: [{ Hours: 5, BusinessPartner: { CardName: "O'Neil & Sons" } }],
  });
  const ordered = await send(
    "/BusinessPartners('C1')?$select=CardCode&$expand=Activities($orderby=Hours desc;$top=1;$select=Hours)",
  );
  expect(ordered.body.Activities).toEqual([{ Hours: 5 }]);
  expect((await send('/Activities(4)?$expand=BusinessPartner')).body.BusinessPartner).toBeNull();
  expect((await send("/BusinessPartners('C7')")).body).toEqual({
    ...partners[6],
    Frozen: null,
    '@odata.context': expect.stringMatching(/\/b1s\/v2\/\$metadata#BusinessPartners\/\$entity$/),
  });
});
