/** Bookmarks of companies in one database: the store is common, the settings differ. */

import { expect, it } from 'vitest';
import { type EngineEvent, memoryBookmarks, memoryVersionMarks } from '../../../engine/index.ts';
import type { RunContext } from '../../../engine/run/context/context.ts';
import { findBookmark, storeBookmark } from '../../../engine/run/marks/bookmarks.ts';

it('a company never continues a list at the row of another one, and no list at the row of another order', async () => {
  const bookmarks = memoryBookmarks();
  const events: EngineEvent[] = [];
  const contextOf = (settingsDigest: string): RunContext => ({
    endpoint: '/invoices/list',
    call: { deadline: 0 },
    state: { request: {}, values: {}, steps: {}, key: undefined, rows: [], settings: {}, now: 0 },
    execute: () => Promise.reject(new Error('no statement is run for a bookmark')),
    send: () => Promise.reject(new Error('no request is sent for a bookmark')),
    bookmarks,
    versions: memoryVersionMarks(),
    identity: '["ledger","postgres://erp.example.com:5432/erp"]',
    requestSettings: new Map(),
    settingsDigest,
    zone: 'UTC',
    clock: () => 0,
    log: (event) => events.push(event),
    trace: undefined,
  });
  await storeBookmark(contextOf('DE'), { size: 100 }, 1, ['INV-100', 100]);
  expect(await findBookmark(contextOf('DE'), { size: 100 }, 2)).toEqual(['INV-100', 100]);
  expect(events).toEqual([]);
  expect(await findBookmark(contextOf('FR'), { size: 100 }, 2)).toBeUndefined();
  expect(events).toMatchObject([{ event: 'page_without_bookmark', endpoint: '/invoices/list', page: 2 }]);
  // A new version of the profile has another key.
  const byDate = { size: 100, columns: ['issueDate', 'erpInvoiceId'] };
  expect(await findBookmark(contextOf('DE'), byDate, 2)).toBeUndefined();
  await storeBookmark(contextOf('DE'), byDate, 1, ['2026-03-01', 'INV-7']);
  expect(await findBookmark(contextOf('DE'), byDate, 2)).toEqual(['2026-03-01', 'INV-7']);
  expect(await findBookmark(contextOf('DE'), { size: 100 }, 2)).toEqual(['INV-100', 100]);
});
