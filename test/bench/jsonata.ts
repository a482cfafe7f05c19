/**
 * JSONata on a page of 500 invoices with lines: the library's interpreter, the compiled form and code written by hand, in alternating rounds of one run.
 * `node test/bench/jsonata.ts` prints milliseconds of CPU for a page (medians) and the ratios.
 */
import { isDeepStrictEqual } from 'node:util';
import jsonata from 'jsonata';
import { compileProgram } from '../../engine/transform/compiled/program.ts';
import { ownFunctions } from '../../engine/transform/functions.ts';

interface Line {
  readonly sku: string;
  readonly qty: number;
  readonly price: string;
  readonly discount?: number;
  readonly text: string;
}

interface Invoice {
  readonly id: string;
  readonly customer: string;
  readonly status: string;
  readonly total: string;
  readonly due: string;
  readonly lines: readonly Line[];
}

const invoices = Array.from(
  { length: 500 },
  (_, index): Invoice => ({
    id: `INV-${index}`,
    customer: `C${index % 90}`,
    status: index % 3 === 0 ? 'paid' : 'open',
    total: `12${index}.50`,
    due: `2026-01-${10 + (index % 18)}T00:00:00`,
    lines: Array.from({ length: 3 }, (_, line) => ({
      sku: `SKU-${line}`,
      qty: line + 1,
      price: `10.${index % 90}5`,
      ...(line === 0 ? {} : { discount: 0.1 }),
      text: ` bolt M${line}`,
    })),
  }),
);

const warmUp = 1_000;

const workloads = {
  'members only': {
    text: 'rows.{"id": id, "customer": customer, "state": status = "open" ? "O" : "P", "total": total, "count": $count(lines), "lines": lines.{"sku": sku, "quantity": qty, "twice": qty * 2}[]}',
    native: (rows: readonly Invoice[]) =>
      rows.map(({ id, customer, status, total, lines }) => ({
        id,
        customer,
        state: status === 'open' ? 'O' : 'P',
        total,
        count: lines.length,
        lines: lines.map(({ sku, qty }) => ({ sku, quantity: qty, twice: qty * 2 })),
      })),
  },
  'decimal amounts': {
    text: 'rows.{"id": id, "due": $substringBefore(due, "T"), "gross": $total(lines.$multiply(qty, price)), "lines": lines.{"sku": sku, "amount": $round($multiply(qty, price), 2), "text": $trim(text), "discount": discount ?? 0}[]}',
    native: (rows: readonly Invoice[]) =>
      rows.map(({ id, due, lines }) => ({
        id,
        due: due.slice(0, due.indexOf('T')),
        gross: ownFunctions.total?.(lines.map(({ qty, price }) => ownFunctions.multiply?.(qty, price))),
        lines: lines.map(({ sku, qty, price, text, discount }) => ({
          sku,
          amount: ownFunctions.round?.(ownFunctions.multiply?.(qty, price), 2),
          text: text.trim(),
          discount: discount ?? 0,
        })),
      })),
  },
} as const;

const limits = { timeout: 60_000, stack: 10_000 };

/** CPU milliseconds of one call: other processes change it less than the time that passes. */
async function measured(run: () => unknown, times: number): Promise<number> {
  const begin = process.cpuUsage();
  for (let count = 0; count < times; count += 1) await run();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / times;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

for (const [name, { text, native }] of Object.entries(workloads)) {
  const interpreter = jsonata(text, limits);
  for (const [of, call] of Object.entries(ownFunctions)) interpreter.registerFunction(of, call);
  const compiled = compileProgram(interpreter.ast(), ownFunctions, limits);
  if (!compiled.ok) throw new Error(compiled.reason);
  const input = { rows: invoices };
  if (!isDeepStrictEqual(compiled.run(input, {}), native(invoices))) throw new Error(`${name}: the results differ`);
  const times: Record<'interpreted' | 'compiled' | 'native', number[]> = { interpreted: [], compiled: [], native: [] };
  // The first calls are slower: JavaScript compiles what runs often.
  await measured(() => native(invoices), warmUp);
  await measured(() => compiled.run(input, {}), warmUp);
  await measured(() => interpreter.evaluate(input, {}), 3);
  for (let round = 0; round < 9; round += 1) {
    times.native.push(await measured(() => native(invoices), 40));
    times.compiled.push(await measured(() => compiled.run(input, {}), 40));
    times.interpreted.push(await measured(() => interpreter.evaluate(input, {}), 1));
  }
  const [slow, fast, nativeMs] = [median(times.interpreted), median(times.compiled), median(times.native)];
  const figures = `interpreted ${slow.toFixed(1)} ms, compiled ${fast.toFixed(2)} ms, native ${nativeMs.toFixed(2)} ms`;
  process.stdout.write(
    `${name}: ${figures}; interpreted / compiled ${(slow / fast).toFixed(0)}, compiled / native ${(fast / nativeMs).toFixed(1)}\n`,
  );
}
