/** Without coverage measurement a plan contains its parts unchanged. */
import { expect, it } from 'vitest';
import {
  coveredBlocks,
  coveredCodes,
  coveredCondition,
  coveredRefusal,
  coveredRequest,
} from '../../../engine/compile/context/coverage-points.ts';
import { compileStatement } from '../../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../../engine/sources/sql/text/template.ts';
import { compileExpression } from '../../../engine/transform/expression.ts';
import { compileMessage } from '../../../engine/transform/message.ts';
import { dialects } from '../../support/kinds.ts';

it('each part is returned unchanged', () => {
  const { template } = parseTemplate('SELECT 1 WHERE 1 = 1 [[ AND a = :b ]]', dialects.sqlite.lexicon);
  const statement = compileStatement(template, {}, dialects.sqlite);
  expect(coveredBlocks({}, [], statement, statement)).toBe(statement);
  const codes = { entries: new Map([['1', 'open']]), otherwise: 'other' };
  expect(coveredCodes({}, 'status', codes, ['1'], () => [])).toBe(codes);
  const expression = compileExpression('a ? b : c');
  if (!expression.ok) throw new Error(expression.message);
  expect(coveredCondition({}, [], expression.expression)).toBe(expression.expression);
  const message = compileMessage('Unknown {{ sku }}');
  if (!message.ok) throw new Error(message.message);
  expect(coveredRefusal({}, [], 'Unknown', message.message)).toBe(message.message);
  const check = () => ({ ok: true, value: {} }) as const;
  expect(coveredRequest({}, [], '/health', check)).toBe(check);
});
