/** Later syncs: what was created or changed since the last one. Contract 4, /invoices/list. */
import type { Probe } from '../probe.ts';
import type { Invoice, Session } from '../session.ts';
import { lists, walk } from './walk.ts';

const path = '/invoices/list';
const dayMs = 86_400_000;

/** The invoices that changed since an instant; undefined where there are more pages than may be read. */
export async function changedSince(
  probe: Probe,
  modifiedSince: string,
  maxPages: number,
): Promise<readonly Invoice[] | undefined> {
  const { rows, complete } = await walk(probe, lists.invoices, { limit: 100, modifiedSince }, maxPages);
  return complete ? rows.flatMap(({ invoice }) => (invoice === undefined ? [] : [invoice])) : undefined;
}

export async function incrementalSync(session: Session): Promise<void> {
  const { settings, known } = session;
  const since = async (probe: Probe, instant: string): Promise<ReadonlySet<string>> => {
    const changed = await changedSince(probe, instant, settings.maxPages);
    if (changed === undefined) return probe.skip(`There are more than ${settings.maxPages} pages.`);
    return new Set(changed.map(({ erpInvoiceId }) => erpInvoiceId));
  };
  const needed = (probe: Probe): void => {
    if (known.invoices.length === 0) probe.skip('No invoice is known.');
  };
  await session.check(path, 'a sync since long ago gives every invoice', async (probe) => {
    needed(probe);
    const found = await since(probe, '1990-01-01T00:00:00Z');
    const missing = known.invoices.find(({ erpInvoiceId }) => !found.has(erpInvoiceId))?.erpInvoiceId;
    probe.hold(missing === undefined, 'modified-since', 'invoices', `"${missing}" is not among the changes since 1990`);
  });
  await session.check(path, 'a sync since a time to come gives nothing, or the full set', async (probe) => {
    needed(probe);
    const found = await since(probe, '2199-01-01T00:00:00Z');
    if (found.size === 0) return;
    const full = known.invoices.every(({ erpInvoiceId }) => found.has(erpInvoiceId));
    probe.hold(full, 'full-set', 'invoices', `${found.size} of ${known.invoices.length} invoices come`);
    if (full) probe.note('The ERP does not filter by time: every sync is a full one, which the contract allows.');
  });
  await session.check(path, 'an earlier time never gives fewer invoices', async (probe) => {
    needed(probe);
    let later: ReadonlySet<string> = new Set();
    for (const days of [-2, 1, 30, 365, 3650]) {
      const instant = new Date(session.now() - days * dayMs).toISOString();
      const found = await since(probe, instant);
      // Where the ERP cannot filter, everything comes each time.
      const missing = [...later].find((id) => !found.has(id));
      if (!probe.hold(missing === undefined, 'modified-since', 'invoices', `"${missing}" is missing since ${instant}`))
        return;
      if (found.size >= known.invoices.length) return;
      later = found;
    }
  });
  await session.check(path, 'one instant is one instant with Z, with an offset, and without', async (probe) => {
    needed(probe);
    const instant = Math.floor(session.now() / 1000 - 40 * 86_400) * 1000;
    const plain = (hours: number): string => new Date(instant + hours * 3_600_000).toISOString().slice(0, 19);
    const found = await since(probe, `${plain(0)}Z`);
    for (const form of [plain(0), `${plain(2)}+02:00`, `${plain(-11)}-11:00`]) {
      const other = await since(probe, form);
      const same = other.size === found.size && [...other].every((id) => found.has(id));
      probe.hold(
        same,
        'modified-since',
        'invoices',
        `${form} gives ${other.size} invoices, ${plain(0)}Z ${found.size}`,
      );
    }
  });
}
