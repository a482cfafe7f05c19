/** Profiles with one common mistake each: the check of the suite that tests for it must fail. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../../support/depth.ts';
import { folderWith } from '../service/server/fixture.ts';
import { root, runHere } from './here.ts';

const demo = join(root, 'profiles', 'demo');
const profile = readFileSync(join(demo, 'profile.yaml'), 'utf8');

interface Defect {
  readonly what: string;
  /** Each text stands in the profile, and is replaced. */
  readonly edits: readonly (readonly [text: string, by: string])[];
  /** Checks that are run. */
  readonly filter: string;
  /** Part of the name of each check that fails, in their order. */
  readonly fails: readonly string[];
  readonly message: string;
}

const defects: readonly Defect[] = [
  {
    what: 'customers are searched by their town',
    edits: [['in: [erpName] }', 'in: [city] }']],
    filter: 'search: /catalog/customers/search: each record',
    fails: ['each record is found by its own name'],
    message: 'must be found by',
  },
  {
    what: 'a search of its own takes % as a wildcard',
    edits: [
      [
        '    search: { text: query, in: [erpName] } # the engine adds conditions, ranking and limit around the query\n',
        '',
      ],
      [
        'WHERE c.active = 1 AND c.blocked = 0\n',
        "WHERE c.active = 1 AND c.blocked = 0 [[ AND c.name LIKE '%' || :query || '%' ]]\n",
      ],
    ],
    filter: 'search: /catalog/customers/search: wildcards',
    fails: ['wildcards of SQL'],
    message: 'does not hold "%"',
  },
  {
    what: 'SKUs are found by what they contain',
    edits: [['match: prefix } #', 'match: words } #']],
    filter: 'sku: /catalog',
    fails: ['a truncated SKU', 'the middle of a SKU', 'wildcards'],
    message: 'does not begin with',
  },
  {
    what: 'pages go by the place of a row, which others move',
    edits: [
      ['    page: { key: [erpDebtorId] }', '    page: { key: [_place] }'],
      [
        'c.mail AS email FROM customer c',
        'c.mail AS email, ROW_NUMBER() OVER (ORDER BY c.account_no) AS _place FROM customer c',
      ],
    ],
    filter: 'paging: /debtors/list',
    fails: ['while records are inserted and deleted'],
    message: 'were returned twice',
  },
  {
    what: 'changes are told by a clock of another zone',
    edits: [['since: { by: _changed, overlap: 2m }', 'since: { by: _changed, overlap: 2m, clock: America/New_York }']],
    filter: 'modifiedSince: /invoices/list: an invoice is a change',
    fails: ['since the second in which it was written'],
    message: 'is among the changes since',
  },
  {
    what: 'changes are told by a clock that is never set',
    edits: [['since: { by: _changed, overlap: 2m }', 'since: { by: _changed, overlap: 2m, clock: Etc/GMT-2 }']],
    filter: 'modifiedSince: /invoices/list: the same around',
    fails: ['daylight-saving'],
    message: 'Europe/Berlin at its change',
  },
  {
    what: 'a payment is no change of its invoice',
    edits: [
      [
        'CASE WHEN e.changed_at > i.changed_at THEN e.changed_at ELSE i.changed_at END AS _changed',
        'i.changed_at AS _changed',
      ],
    ],
    filter: 'modifiedSince: /invoices/list: a payment is',
    fails: ['a payment is a change'],
    message: 'is missing from the changes since',
  },
  {
    what: 'a draft is looked up without its key',
    edits: [
      ['o.po_ref AS "key"', ':key AS "key"'],
      ["WHERE o.po_ref = :key AND o.origin = 'APP'", "WHERE o.origin = 'APP'"],
    ],
    filter: 'writes: /sale-draft: another key',
    fails: ['another key is another document'],
    message: '',
  },
  {
    what: 'what is owed is negative',
    edits: [
      [
        'e.kind AS description,\n                 e.amount AS amount',
        'e.kind AS description,\n                 -e.amount AS amount',
      ],
      [
        '      balance: SELECT c.balance AS balance FROM customer c WHERE c.account_no = :customerErpId # compared with the sum\n',
        '',
      ],
    ],
    filter: 'statement:',
    fails: ['an invoice of /customer-invoices/list is a debit', 'raises the closing balance'],
    message: 'must be a debit',
  },
  {
    what: 'payments are missing from the account',
    edits: [
      [
        'WHERE e.account_no = :customerErpId\n        codes:',
        "WHERE e.account_no = :customerErpId AND e.kind <> 'RECEIPT'\n        codes:",
      ],
    ],
    filter: 'statement: /customer-statement/get: opening',
    fails: ['add up to the closing balance'],
    message: 'must answer',
  },
  {
    what: 'orders come oldest first',
    edits: [['    order: [-orderDate, -erpSoId]', '    order: [orderDate, erpSoId]']],
    filter: 'lookups: /sales-orders/list',
    fails: ['newest first'],
    message: 'comes after',
  },
  {
    what: 'addresses come whatever their kind',
    edits: [['        [[ AND {address_kind} = :kind ]]\n', '']],
    filter: 'lookups: /catalog/customers/addresses',
    fails: ['with a kind those of that kind'],
    message: 'asked was',
  },
  {
    what: 'payments are listed once for each line of the invoice',
    edits: [
      [
        "AND r.state = 'POSTED'\n      WHERE a.undone = 0",
        "AND r.state = 'POSTED'\n      JOIN invoice_line l ON l.invoice_id = a.invoice_id\n      WHERE a.undone = 0",
      ],
    ],
    filter: 'paging: /payments/list: pages',
    fails: ['none lost and none twice'],
    message: '',
  },
];

interface Checked {
  readonly check: string;
  readonly verdict: string;
  readonly detail?: string;
}

let folder: string;
beforeAll(() => {
  folder = folderWith({});
});

/** Runs some checks over the demo with edits in its profile. */
async function checksOf({ what, edits, filter }: Pick<Defect, 'what' | 'edits' | 'filter'>) {
  const profileFolder = join(folder, what.replaceAll(/\W+/g, '-'));
  mkdirSync(profileFolder);
  cpSync(join(demo, 'fixture'), join(profileFolder, 'fixture'), { recursive: true });
  for (const [text] of edits) expect(profile).toContain(text);
  const broken = edits.reduce((text, [old, by]) => text.replace(old, () => by), profile);
  writeFileSync(join(profileFolder, 'profile.yaml'), broken);
  const args = ['test', '--conformance', '--format', 'json', '--filter', filter, profileFolder];
  const { status, out, err } = await runHere(args, { env: {}, cwd: folder });
  expect(err).toBe('');
  const { profiles }: { readonly profiles: readonly { readonly checks: readonly Checked[] }[] } = JSON.parse(out);
  return { status, checks: profiles.flatMap(({ checks }) => checks) };
}

describe('a defect', () => {
  it.each(sampleOf(defects, 3, 6))('$what', async (defect) => {
    const { status, checks } = await checksOf(defect);
    const failed = checks.filter(({ verdict }) => verdict === 'failed');
    expect(failed.map(({ check }) => check)).toEqual(defect.fails.map((part) => expect.stringContaining(part)));
    expect(failed.map(({ detail }) => detail).join('\n')).toContain(defect.message);
    expect(status).toBe(1);
  });
});

it('a draft that is always refused is a failure that quotes the refusals', async () => {
  const edits = [['WHERE i.active = 1 AND i.item_code IN', 'WHERE i.active = 7 AND i.item_code IN']] as const;
  const { checks } = await checksOf({ what: 'no draft', edits, filter: 'writes: /sale-draft: another key' });
  expect(checks).toMatchObject([
    { verdict: 'failed', detail: expect.stringMatching(/every draft is refused .*Unknown or inactive SKU/) },
  ]);
});
