/** Methods of JSON-RPC by an OpenRPC document: what a request may send, and what an answer may have. */
import { describe, expect, it } from 'vitest';
import { corrected } from '../../../engine/description/corrected.ts';
import { anyValue, type DescribedMember, type DescribedType, type RpcCall } from '../../../engine/description/model.ts';
import { readDescription } from '../../../engine/description/read.ts';
import type { RealRequest } from '../../../engine/description/real-request.ts';
import { answerDisagreements, requestDisagreements } from '../../../engine/description/validate.ts';
import { openRpc } from './openrpc.ts';

const service = readDescription(JSON.stringify(openRpc), 'acme.json');

const call = (method: string, isNamed = false): RpcCall => ({ method, isNamed });

function operation(method: string, isNamed = false) {
  const resolution = service.resolve('POST', '/', '', call(method, isNamed));
  if (resolution.kind !== 'operation' || resolution.operation.protocol !== 'openrpc') throw new Error(resolution.kind);
  return resolution.operation;
}

function memberOf(type: DescribedType | undefined, name: string): DescribedMember {
  const member = type?.kind === 'record' ? type.members.get(name) : undefined;
  if (member === undefined) throw new Error(`no member ${name}`);
  return member;
}

describe('a method', () => {
  it('has its parameters by position, those of several documents together', () => {
    const { body, answer, documentation } = operation('orders.create');
    const params = memberOf(body, 'params');
    expect(params.isRequired).toBe(true);
    const [form] = params.type.kind === 'tuple' ? params.type.forms : [];
    expect(form?.items.map(({ isRequired }) => isRequired)).toEqual([true, true, false]);
    expect(memberOf(answer, 'result').type).toMatchObject({ kind: 'list', items: { scalar: 'number' } });
    expect(documentation).toBe('Creates orders.');
  });

  it('has them by name, or as the request gives them', () => {
    expect(memberOf(memberOf(operation('orders.find').body, 'params').type, 'number')).toMatchObject({
      isRequired: true,
      type: { maxLength: 5 },
    });
    expect(memberOf(operation('orders.close', true).body, 'params').type.kind).toBe('record');
    expect(memberOf(operation('orders.close', false).body, 'params').type.kind).toBe('tuple');
  });

  it('is known by its name alone, if the request is one of JSON-RPC', () => {
    expect(service.resolve('POST', '/any', '/where', call('orders.craete'))).toEqual({
      kind: 'unknownCall',
      call: 'orders.craete',
      known: ['orders.create', 'orders.find', 'orders.close'],
    });
    expect(service.resolve('POST', '/', '', call(anyValue)).kind).toBe('operation');
    expect(service.resolve('POST', '/', '').kind).toBe('unknownPath');
    expect(service.resolve('GET', '/', '', call('orders.create')).kind).toBe('unknownPath');
  });

  it('is in a document with methods', () => {
    expect(() => readDescription('{"openrpc":"1.3.2","methods":[]}', 'acme.json')).toThrow('it has no methods');
  });
});

const request = (body: unknown): RealRequest => ({
  ...{ method: 'POST', path: '/', base: '/erp', query: [], headers: {} },
  body,
});
const create = (orders: unknown, ...more: readonly unknown[]) =>
  request({ id: 1, method: 'orders.create', params: [orders, ...more] });

describe('a profile that states what the document lacks', () => {
  const stated = corrected(service, { paths: ['orders.reopen'], optional: new Set(['order.number']) });
  const resolve = (method: string) => stated.resolve('POST', '/', '', call(method));

  it('may call the methods that it names, and editors propose them with the others', () => {
    expect(resolve('orders.reopen')).toMatchObject({ kind: 'operation', operation: { body: { kind: 'unknown' } } });
    expect(resolve('orders.reopne').kind).toBe('unknownCall');
    expect([stated.calls, stated.paths, stated.size]).toEqual([
      [...service.calls, 'orders.reopen'],
      service.paths,
      service.size,
    ]);
  });

  it('may leave out members, also in lists', () => {
    const left = requestDisagreements(stated, { ...create([{}], {}) });
    expect(left).toEqual([]);
  });
});

describe('a request', () => {
  const sent = (one: RealRequest): readonly string[] =>
    requestDisagreements(service, one).map(({ clause, operation: name }) => `${name}: ${clause}`);

  it.for<[string, RealRequest, string]>([
    ['an unknown method', request({ method: 'orders.craete' }), ': orders.craete, which acme.json does not have'],
    [
      'another member beside the parameters',
      request({ method: 'orders.close', parms: 1, params: [[1]] }),
      'orders.close: `parms`, which acme.json does not have',
    ],
    ['a missing parameter', create([]), 'orders.create: no `params.1`, which acme.json requires'],
    ['one parameter too many', create([], {}, 'x', 4), 'orders.create: `params.3`, which acme.json does not have'],
    ['no parameters', request({ method: 'orders.find' }), 'orders.find: no `params`, which acme.json requires'],
    [
      'a parameter of another type',
      create({}, {}),
      'orders.create: `params.0` as a record, which is a list in acme.json',
    ],
    [
      'an unknown member',
      create([{ number: 'A', colour: 1 }], {}),
      'orders.create: `params.0.colour`, which acme.json does not have',
    ],
    ['a missing member', create([{}], {}), 'orders.create: no `params.0.number`, which acme.json requires'],
    [
      'a number in place of a value with a type tag',
      create([{ number: 'A', total: 5 }], {}),
      'orders.create: `params.0.total` as 5, which is a record in acme.json',
    ],
    [
      'an unknown command',
      create([{ number: 'A', lines: [['craete', []]] }], {}),
      'orders.create: `params.0.lines` as "craete", which begins with create, add in acme.json',
    ],
    [
      'an unknown member in a command',
      create([{ number: 'A', lines: [['create', [{ sky: 'B' }]]] }], {}),
      'orders.create: `params.0.lines.1.sky`, which acme.json does not have',
    ],
    [
      'true in place of an id',
      create([{ number: 'A', customer: true }], {}),
      'orders.create: `params.0.customer` as true, which is no integer (acme.json)',
    ],
  ])('%s', ([, one, text]) => {
    expect(sent(one)).toEqual([text]);
  });

  it('may have what the document has', () => {
    const whole = {
      number: 'A',
      total: { __class__: 'Decimal', decimal: '1.50' },
      extra: { a: [1] },
      state: 'open',
      customer: false,
      lines: [
        ['create', [{ sku: 'B', quantity: 1 }]],
        ['add', [1, 2]],
      ],
    };
    expect(sent(create([whole], {}, 'note'))).toEqual([]);
    expect(sent(request({ jsonrpc: '2.0', id: 'x', method: 'orders.find', params: { number: 'A' } }))).toEqual([]);
    expect(sent(request([{ method: 'orders.find' }, { method: 'orders.close' }]))).toEqual([]);
  });
});

describe('an answer', () => {
  const answered = (body: unknown): readonly string[] =>
    answerDisagreements(service, request({ method: 'orders.find', params: { number: 'A' } }), {
      ...{ status: 200, headers: {} },
      body,
    }).map(({ clause }) => clause);

  it('has a result of the type, or an error', () => {
    expect(answered({ jsonrpc: '2.0', id: 1, result: [{ number: 'A', state: 'open', customer: false }] })).toEqual([]);
    expect(answered({ id: 1, error: ['UserError', ['No', '']] })).toEqual([]);
    expect(answered({ id: 1, result: [{ state: 'shut' }], more: 1 })).toEqual([
      '`result.state` as "shut", which is no value of string (acme.json)',
      '`more`, which acme.json does not have',
    ]);
  });
});
