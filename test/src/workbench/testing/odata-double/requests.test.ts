/** Pages, writes, and the refusals of what the description does not have. */
import { describe, expect, it } from 'vitest';
import { recordsOf, type ServiceLayer, serviceLayer } from './service-layer.ts';

const partner = (code: string, more: object = {}) => ({ CardCode: code, CardType: 'cCustomer', ...more });
const codeOf = (number: number): string => `C${String(number).padStart(3, '0')}`;
const many = Array.from({ length: 25 }, (_, index) =>
  partner(codeOf(index * 10), { CreditLimit: index % 3, Discount: index % 4 === 0 ? null : index % 4 }),
);

/** The codes on all pages. `between`: called after each page. */
async function allPages({ send }: ServiceLayer, path: string, between: (page: number) => void = () => undefined) {
  const pages: unknown[][] = [];
  let next: unknown = path;
  while (typeof next === 'string') {
    const answer = await send(next);
    expect(answer.status).toBe(200);
    pages.push(recordsOf(answer).map(({ CardCode }) => CardCode));
    next = answer.body['@odata.nextLink'];
    between(pages.length);
  }
  return pages;
}

const rowsOf = (rows: readonly object[]) => ({ BusinessPartners: rows.map((row) => ({ ...row })) });

describe('pages', () => {
  it.for([
    '',
    '&$orderby=CardCode desc',
    '&$orderby=CreditLimit',
    '&$orderby=CreditLimit desc',
    '&$orderby=Discount',
    '&$orderby=Discount desc',
  ])('have all rows once, also with rows inserted and deleted between them%s', async (order) => {
    const layer = await serviceLayer(rowsOf(many), () => ({ pages: { size: 4, by: 'row' } }));
    const insert = (page: number): void => {
      void layer.double.data.execute(
        `INSERT INTO BusinessPartners (CardCode, CreditLimit) VALUES ('A${page}', NULL), ('Z${page}', 99), ('C05${page}', 1)`,
      );
      void layer.double.data.execute(`DELETE FROM BusinessPartners WHERE CardCode = 'A${page - 1}'`);
    };
    const pages = await allPages(layer, `/BusinessPartners?$select=CardCode${order}`, insert);
    const codes = pages.flat();
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => many.some(({ CardCode }) => CardCode === code))).toHaveLength(25);
    expect(pages.every((page, index) => page.length === 4 || index === pages.length - 1)).toBe(true);
  });

  it('by number shift where rows are inserted before them', async () => {
    const layer = await serviceLayer(rowsOf(many), () => ({ pages: { size: 10, by: 'number' } }));
    const pages = await allPages(layer, '/BusinessPartners', (page) => {
      if (page === 1) void layer.double.data.execute("INSERT INTO BusinessPartners (CardCode) VALUES ('A')");
    });
    expect(pages.map(([first]) => first)).toEqual([codeOf(0), codeOf(90), codeOf(190)]);
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 6]);
  });

  it('keep the filter, the order, $top and $skip of the request', async () => {
    const layer = await serviceLayer(rowsOf(many), () => ({ pages: { size: 3, by: 'row' } }));
    const path = '/BusinessPartners?$filter=CreditLimit eq 0&$orderby=CardCode desc&$skip=1&$top=7';
    const expected = [210, 180, 150, 120, 90, 60, 30].map(codeOf);
    expect(await allPages(layer, path)).toEqual([expected.slice(0, 3), expected.slice(3, 6), expected.slice(6)]);
  });

  it('are as small as the request wants, and not larger than those of the service', async () => {
    const layer = await serviceLayer(rowsOf(many), () => ({ pages: { size: 10, by: 'row' } }));
    const length = async (size: number): Promise<number> =>
      recordsOf(await layer.send('/BusinessPartners', { headers: { Prefer: `odata.maxpagesize=${size}` } })).length;
    expect([await length(7), await length(70)]).toEqual([7, 10]);
  });

  it('have the number of all rows', async () => {
    const { send } = await serviceLayer(rowsOf(many));
    const { body } = await send('/BusinessPartners?$count=true&$top=1&$filter=CreditLimit eq 1');
    expect(body['@odata.count']).toBe(8);
    expect((await send('/BusinessPartners/$count')).body).toEqual({ body: 25 });
  });
});

describe('a request', () => {
  const refused: readonly (readonly [path: string, status: number, message: string])[] = [
    ['/BusinesPartners', 404, "No resource was found for the path '/BusinesPartners'."],
    ["/BusinessPartners('C9')", 404, 'There is no such record in BusinessPartners.'],
    ["/BusinessPartners(DocEntry='C1')", 400, "(DocEntry='C1') is no key of SAPB1.BusinessPartner: it has CardCode."],
    ['/BusinessPartners?$filter=Name eq 1', 400, 'BusinessPartner has no property "Name".'],
    [
      "/BusinessPartners?$filter=CardName eq 'O'Neil'",
      400,
      'Here there is "Neil", where an operator or the end is expected.',
    ],
    [
      "/BusinessPartners?$filter=CreditLimit eq '1'",
      400,
      '"CreditLimit" is a number (Edm.Decimal), and is compared with a text.',
    ],
    ["/BusinessPartners?$filter=CardType eq 'cOther'", 400, '"cOther" is no value of BoCardTypes.'],
    ["/BusinessPartners?$filter=like(CardName,'a')", 400, 'OData 4 has no function "like".'],
    ['/BusinessPartners?$select=CardCode,Name', 400, 'BusinessPartner has no property "Name".'],
    ['/BusinessPartners?$orderby=Name', 400, 'BusinessPartner has no property "Name".'],
    ['/BusinessPartners?$expand=CardName', 400, 'BusinessPartner has no property "CardName" to expand.'],
    ['/BusinessPartners?$top=-1', 400, "'-1' is no value of $top."],
    ['/BusinessPartners?$fitler=x', 400, "The query parameter '$fitler' is not supported."],
    ['/BusinessPartners?limit=1', 400, "The query parameter 'limit' is not supported."],
    ['/BusinessPartners?$skiptoken=x', 400, "'x' is no $skiptoken of this service."],
    ["/BusinessPartners?$filter=isof('x')", 501, 'The double does not have the function isof.'],
    ['/Activities?$expand=BusinessPartner($levels=2)', 501, 'The double does not have $levels inside of $expand.'],
  ];
  it('for what the description does not have is refused', async () => {
    const { send } = await serviceLayer({ BusinessPartners: [partner('C1')], Activities: [{ ActivityCode: 1 }] });
    for (const [path, status, message] of refused) {
      const answer = await send(path);
      expect([path, answer.status, answer.body]).toEqual([
        path,
        status,
        { error: { code: expect.any(String), message } },
      ]);
    }
    expect((await send('/BusinessPartners', { method: 'DELETE' })).status).toBe(405);
  });

  it('is refused in the form of the vendor, with the status of a rule', async () => {
    const { send } = await serviceLayer({}, () => ({
      around(request, answer) {
        if (request.headers.cookie !== 'B1SESSION=1')
          throw Object.assign(new Error('No session.'), { status: 401, code: 301 });
        return answer();
      },
      check({ set }) {
        if (set?.name === 'Activities') throw Object.assign(new Error('No right.'), { status: 403, code: 5 });
      },
      error: ({ code, message }) => ({ error: { code: Number(code), message: { value: message } } }),
    }));
    expect(await send('/Orders')).toEqual({
      status: 401,
      body: { error: { code: 301, message: { value: 'No session.' } } },
    });
    const headers = { cookie: 'B1SESSION=1' };
    expect((await send('/Orders', { headers })).status).toBe(200);
    expect(await send('/Activities', { headers })).toMatchObject({ status: 403, body: { error: { code: 5 } } });
  });
});

describe('a body', () => {
  const refused: readonly (readonly [body: object, message: string])[] = [
    [{ CardCode: 'C1', Custmer: 1 }, "The body has 'Custmer', which service-layer.xml does not have."],
    [{ NumAtCard: 'x' }, "The body has no 'CardCode', which service-layer.xml requires."],
    [{ CardCode: null }, "The body has 'CardCode' as null, which is never null in service-layer.xml."],
    [{ CardCode: 'C1', DocTotal: 5 }, "The body has 'DocTotal', which the service computes (service-layer.xml)."],
    [
      { CardCode: 'C1', NumAtCard: '12345678901' },
      `The body has 'NumAtCard' as "12345678901", which is longer than 10 characters (service-layer.xml).`,
    ],
    [
      { CardCode: 'C1', DocDate: '2026-02-30' },
      `The body has 'DocDate' as "2026-02-30", which is no Edm.Date (service-layer.xml).`,
    ],
    [
      { CardCode: 'C1', DocumentLines: [{ ItemCode: 'A' }] },
      "The body has no 'DocumentLines.Quantity', which service-layer.xml requires.",
    ],
    [
      { CardCode: 'C1', DocumentLines: [{ Quantity: '1' }] },
      `The body has 'DocumentLines.Quantity' as "1", which is no Edm.Decimal (service-layer.xml).`,
    ],
  ];
  it('that the description does not allow is refused, and nothing is stored', async () => {
    const { post, double } = await serviceLayer({});
    for (const [body, message] of refused)
      expect(await post('/Orders', body)).toEqual({
        status: 400,
        body: { error: { code: 'InvalidRequestBody', message } },
      });
    expect((await double.counts()).Orders).toBe(0);
  });

  it('is stored as it is sent, where no rule says otherwise', async () => {
    const { post, send, double } = await serviceLayer({ Activities: [{ ActivityCode: 41 }] });
    const lines = [{ LineNum: 0, ItemCode: 'A', Quantity: 1.5, UnitPrice: null }];
    const made = await post('/Orders', { CardCode: 'C1', DocumentLines: lines });
    expect(made).toMatchObject({
      status: 201,
      body: { DocEntry: 1, CardCode: 'C1', DocumentLines: lines, DocTotal: null },
    });
    expect((await send('/Orders(1)')).body).toMatchObject({ DocumentLines: lines });
    // A new partner with its activities, whose key is the next number.
    const nested = { CardCode: 'C1', CardName: 'Adatum', Activities: [{ ActivityCode: 50, Hours: 1 }] };
    expect((await post('/BusinessPartners', nested)).status).toBe(201);
    expect((await post("/BusinessPartners('C1')/Activities", { Hours: 3 })).status).toBe(201);
    expect(recordsOf(await send("/BusinessPartners('C1')/Activities"))).toMatchObject([
      { ActivityCode: 50, CardCode: 'C1', Hours: 1 },
      { ActivityCode: 51, CardCode: 'C1', Hours: 3 },
    ]);
    expect((await post('/BusinessPartners', nested)).body.error).toMatchObject({ code: 'AlreadyExists' });
    expect(await double.counts()).toEqual({ Activities: 3, BusinessPartners: 1, Orders: 1 });
  });

  it('changes the members that it has', async () => {
    const { send } = await serviceLayer({ BusinessPartners: [partner('C1', { CardName: 'Adatum', CreditLimit: 3 })] });
    const change = await send("/BusinessPartners('C1')", { method: 'PATCH', body: '{"CreditLimit":4,"Active":true}' });
    expect(change.status).toBe(204);
    expect((await send("/BusinessPartners('C1')")).body).toMatchObject({
      CardName: 'Adatum',
      CreditLimit: 4,
      Active: true,
    });
    expect((await send("/BusinessPartners('C1')", { method: 'DELETE' })).status).toBe(204);
    expect((await send("/BusinessPartners('C1')")).status).toBe(404);
  });

  it('is given to the rule of its set; a rule that fails leaves nothing', async () => {
    const { post, double } = await serviceLayer({}, (store) => ({
      creates: {
        Orders(body) {
          store.insert('Orders', {
            ...store.columns('Orders', body),
            DocEntry: 7,
            DocTotal: 12.5,
            DocumentStatus: 'bost_Open',
          });
          if (body.CardCode === 'X') throw Object.assign(new Error('No such partner.'), { status: 400, code: -10 });
          return { DocEntry: 7 };
        },
      },
      calls: {
        'Orders/SAPB1.Close'(order) {
          store.run("UPDATE Orders SET DocumentStatus = 'bost_Close' WHERE DocEntry = ?", order?.DocEntry ?? null);
          return undefined;
        },
      },
    }));
    expect((await post('/Orders', { CardCode: 'X' })).body.error).toEqual({ code: '-10', message: 'No such partner.' });
    expect((await double.counts()).Orders).toBe(0);
    expect((await post('/Orders', { CardCode: 'C1' })).body).toMatchObject({ DocEntry: 7, DocTotal: 12.5 });
    expect((await post('/Orders(7)/SAPB1.Close', {})).status).toBe(204);
    expect(await double.data.execute('SELECT DocumentStatus FROM Orders')).toEqual([{ DocumentStatus: 'bost_Close' }]);
    expect((await post('/Orders(8)/SAPB1.Close', {})).status).toBe(404);
  });
});

describe('a double', () => {
  it('does not start with rows that the description does not have', async () => {
    await expect(serviceLayer({ Partners: [] })).rejects.toThrow('The description has no set Partners.');
    await expect(serviceLayer({ BusinessPartners: [{ CardCode: 'C1', CardType: 'Customer' }] })).rejects.toThrow(
      'Row 1 of BusinessPartners has CardType, which is no value of BoCardTypes (the description).',
    );
    await expect(serviceLayer({ BusinessPartners: [partner('C1'), { CardName: 'x' }] })).rejects.toThrow(
      'Row 2 of BusinessPartners has no CardCode, which the description requires.',
    );
  });

  it('takes a record out and puts it back, for checks', async () => {
    const { double, list } = await serviceLayer({ BusinessPartners: [partner('C1'), partner('C2')] });
    const putBack = await double.takeOut('/debtors/list', 'C1');
    expect(await list('/BusinessPartners', 'CardCode')).toEqual(['C2']);
    await putBack?.();
    expect(await list('/BusinessPartners', 'CardCode')).toEqual(['C1', 'C2']);
    expect(await double.takeOut('/debtors/list', 'C3')).toBeUndefined();
  });
});
