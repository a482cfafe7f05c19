/** Keys that differ only in upper and lower case, on a MariaDB or MySQL database whose collation takes them for equal. */
import { expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { causeOf } from '../../../support/cause.ts';
import { completed } from '../../../support/check-profile.ts';
import { testedDialects } from '../../../support/dialects.ts';
import { type ErpEngine, freshErp, openErp } from '../../../support/erp.ts';

const profile = (url: string, condition: string) => `profile: collation
contract: "1"
sources:
  erp: { sql: mysql, connection: { url: "${url}" } }
endpoints:
  /sale-draft:
    find: { query: "SELECT id AS saleId, '2026-01-01' AS receivedAt, ref AS \`key\` FROM orders WHERE ${condition}" }
    write:
      - order: { exec: "INSERT INTO orders (ref) VALUES (:key)" }
`;

it.runIf(testedDialects.includes('mysql'))('are refused unless `find` compares exactly', async () => {
  const erp = await freshErp('mysql');
  const engines: ErpEngine[] = [];
  const open = async (condition: string): Promise<ErpEngine> => {
    const engine = await openErp(completed(profile(erp.connection.url ?? '', condition)), contract);
    engines.push(engine);
    return engine;
  };
  const push = (engine: ErpEngine, poNumber: string) =>
    engine.call('/sale-draft', { poNumber, currency: 'EUR', lines: [{ sku: 'R 17', qty: 1 }] });
  const saved = (saleId: string) => ({ ok: true, json: expect.stringContaining(`"saleId":"${saleId}"`) });
  try {
    await erp.run('ALTER DATABASE CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci');
    await erp.run('CREATE TABLE orders (id INTEGER PRIMARY KEY AUTO_INCREMENT, ref VARCHAR(40))');
    const coarse = await open('ref = :key');
    expect(await push(coarse, 'po-77x')).toMatchObject(saved('1'));
    const refused = await push(coarse, 'PO-77X');
    expect(refused).toMatchObject({
      ok: false,
      problem: { kind: 'invalid', fields: [{ field: 'poNumber', rule: 'ambiguous' }] },
    });
    expect(causeOf(refused)).toContain('`find` returned as `key`: po-77x. Send the document under another number');
    expect(await push(coarse, 'po-77x')).toMatchObject(saved('1'));
    // The claims of the engine tell the two apart, and so does a statement that compares bytes.
    const exact = await open('ref = BINARY :key');
    expect(await push(exact, 'PO-77X')).toMatchObject(saved('2'));
    expect(await push(exact, 'po-77x')).toMatchObject(saved('1'));
  } finally {
    for (const engine of engines) await engine.close();
    await erp.drop();
  }
});
