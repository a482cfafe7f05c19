/** Answers that an operator enters: converted to the contract, or refused with the reasons. */
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../../engine/tools/index.ts';
import { contract } from '../../../../src/contract/index.ts';

const read = (text: string, path = '/sale-draft') => readAnswer(contract, path, text);

describe('an answer that an operator enters', () => {
  it('is converted to the form of the contract', () => {
    expect(read('{"receivedAt": "2026-05-01T12:00:00+02:00", "saleId": 17}')).toEqual({
      ok: true,
      members: '"saleId":"17","status":"draft","receivedAt":"2026-05-01T10:00:00.000Z"',
    });
    expect(read('{"schemaVersion":"1","erpPaymentId":12345678901234567890}', '/payments/push')).toEqual({
      ok: true,
      members: '"erpPaymentId":"12345678901234567890"',
    });
  });

  it.each([
    ['{', 'is no JSON object'],
    ['[]', 'is no JSON object'],
    ['{"saleId":"1"}', 'lacks receivedAt'],
    ['{"saleId":"","receivedAt":"2026-05-01T10:00:00Z"}', 'lacks saleId'],
    ['{"saleID":"1","receivedAt":"2026-05-01T10:00:00Z"}', 'did you mean "saleId"?'],
    ['{"saleId":"1","receivedAt":"yesterday"}', 'breaks the contract: receivedAt'],
    ['{"saleId":["1"],"receivedAt":"2026-05-01T10:00:00Z"}', 'breaks the contract: saleId'],
    ['{"saleId":"1","status":"open","receivedAt":"2026-05-01T10:00:00Z"}', 'must have "draft" as its status'],
    ['{"schemaVersion":"2","saleId":"1","receivedAt":"2026-05-01T10:00:00Z"}', 'a schemaVersion other than "1"'],
  ])('%s is refused', (text, fault) => {
    const given = read(text);
    expect(given.ok ? '' : given.fault).toContain(fault);
  });
});
