/** The account section of the customer portal: statements, their arithmetic, and how periods follow each other. Contract 2 and 4. */
import { compare } from '../../../../engine/index.ts';
import type { AnswerOf } from '../../../contract/types.ts';
import { dayOf, plusDays } from '../../validation/days.ts';
import { nobody, type Session } from '../session.ts';
import { customersOf, unknownCustomer } from './pricing.ts';

const path = '/customer-statement/get';
const longAgo = '1990-01-01';

export async function statements(session: Session): Promise<void> {
  await session.check(path, 'statements of the last year add up', async (probe) => {
    if (customersOf(session).length === 0) probe.skip('No customer is known.');
    let lines = 0;
    for (const customerErpId of customersOf(session)) lines += (await probe.ask(path, { customerErpId })).lines.length;
    if (lines === 0) probe.note('No statement has a line: there was nothing to add up.');
  });
  await session.check(path, 'the closing of one period is the opening of the next', async (probe) => {
    const today = dayOf(session.now());
    for (const customerErpId of customersOf(session)) {
      const whole = await probe.ask(path, { customerErpId, periodStart: longAgo, periodEnd: today });
      const cut = whole.lines[Math.floor(whole.lines.length / 2)]?.date;
      if (cut === undefined || cut >= today) continue;
      const first = await probe.ask(path, { customerErpId, periodStart: longAgo, periodEnd: cut });
      const second = await probe.ask(path, { customerErpId, periodStart: plusDays(cut, 1), periodEnd: today });
      const halves = `${customerErpId} until ${cut} and from the next day`;
      const message = `${halves}: closing ${first.closingBalance}, then opening ${second.openingBalance}`;
      probe.hold(
        compare(first.closingBalance, second.openingBalance) === 0,
        'statement-chain',
        'openingBalance',
        message,
      );
      const whole2 = `${halves}: ${first.lines.length} and ${second.lines.length} lines of ${whole.lines.length}`;
      probe.hold(linesOf(first, second) === linesOf(whole), 'statement-chain', 'lines', whole2);
      return;
    }
    probe.skip('No statement has lines before today.');
  });
  await session.check(path, 'the dates that were asked for are echoed', async (probe) => {
    const [customerErpId] = customersOf(session);
    if (customerErpId === undefined) return probe.skip('No customer is known.');
    await probe.ask(path, { customerErpId, asOf: '2024-05-05', periodStart: '2023-01-31', periodEnd: '2024-02-29' });
    await probe.ask(path, { customerErpId, asOf: '2024-02-29' });
    await probe.ask(path, { customerErpId, asOf: null, periodStart: null, periodEnd: null });
  });
  await session.check(path, 'an unknown customer is refused with 422', async (probe) => {
    await probe.refuse(path, { customerErpId: nobody }, unknownCustomer);
  });
  await session.check(path, 'a period that ends before it starts is refused', async (probe) => {
    const [customerErpId] = customersOf(session);
    if (customerErpId === undefined) return probe.skip('No customer is known.');
    const wanted = { rule: 'invalid-field', statuses: [422], because: 'periodStart after periodEnd' } as const;
    await probe.refuse(path, { customerErpId, periodStart: '2026-02-02', periodEnd: '2026-02-01' }, wanted);
  });
}

const linesOf = (...parts: readonly AnswerOf<typeof path>[]): string =>
  JSON.stringify(parts.flatMap(({ lines }) => lines));
