/** The documentation as a site: every link and picture leads to a file and a heading that exist, and the search finds what pages say. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSite } from '../../src/build/site/site.ts';
import { documents, root } from './blocks.ts';

const site = join(mkdtempSync(join(tmpdir(), 'engine-site-')), 'site');
let pages: readonly string[] = [];
const html = new Map<string, string>();

beforeAll(async () => {
  pages = await buildSite(root, site);
  for (const page of pages) html.set(page, readFileSync(join(site, page), 'utf8'));
});
afterAll(() => rmSync(site, { recursive: true }));

const attributes = (text: string, name: string): readonly string[] =>
  [...text.matchAll(new RegExp(`<[a-z]+[^>]* ${name}="([^"]*)"`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&amp;', '&'),
  );

function fault(page: string, target: string): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : posix.normalize(posix.join(posix.dirname(page), path));
  if (!existsSync(join(site, file))) return `${page}: there is no ${file}`;
  if (anchor === undefined) return undefined;
  const ids = attributes(html.get(file) ?? '', 'id');
  return ids.includes(decodeURIComponent(anchor)) ? undefined : `${page}: ${file} has no #${anchor}`;
}

it('has a page for each document', () => {
  const written = globSync('**/*.html', { cwd: site }).map((path) => path.replaceAll('\\', '/'));
  expect(new Set(written)).toEqual(new Set(pages));
  expect(pages.length).toBeGreaterThanOrEqual(documents.length);
});

it('has no link, picture, script or style that leads nowhere', () => {
  const targets = [...html].flatMap(([page, text]) =>
    [...attributes(text, 'href'), ...attributes(text, 'src')].map((target) => [page, target] as const),
  );
  expect(targets.length).toBeGreaterThan(5_000);
  expect(targets.flatMap(([page, target]) => fault(page, target) ?? [])).toEqual([]);
});

it('loads nothing from another place', () => {
  const loaded = [...html.values()].flatMap((text) => [
    ...[...text.matchAll(/<link[^>]* href="([^"]*)"/g)].map(([, target = '']) => target),
    ...attributes(text, 'src'),
  ]);
  expect(loaded.filter((target) => /^(?:[a-z]+:|\/\/)/.test(target))).toEqual([]);
});

it('each link of llms.txt leads to a file', () => {
  const links = [...readFileSync(join(site, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(
    ([, path = '']) => path,
  );
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter((path) => !existsSync(join(site, path)))).toEqual([]);
});

it('every page of docs is in the navigation', () => {
  const index = html.get('index.html') ?? '';
  const missing = pages.filter((page) => page.startsWith('docs/') && !index.includes(`href="${page}"`));
  expect(missing.filter((page) => page !== 'docs/howto/index.html')).toEqual([]);
});

it('shows PowerShell beside the commands of the tutorial, and no comment for tests', () => {
  for (const page of pages.filter((one) => one.startsWith('docs/tutorial/'))) {
    const text = html.get(page) ?? '';
    expect([page, text.includes('data-shell="powershell"')]).toEqual([page, true]);
    expect(text).not.toMatch(/<summary>PowerShell|&lt;!--|<!--/);
  }
});

it('draws the diagrams of the documents', () => {
  for (const [page, labels] of [
    ['index.html', ['SaaS platform', '18 POST endpoints', 'engine --profile sage.yaml']],
    ['docs/architecture.html', ['engine/compile', 'src/cli']],
  ] as const)
    for (const label of labels) expect(html.get(page)).toContain(`>${label}</text>`);
});

it('the index of the search has the sections of all pages', () => {
  const script = readFileSync(join(site, 'assets/search-index.js'), 'utf8');
  const ids = [
    'docs/language.html#reads',
    'docs/contract.html#errors',
    'docs/faq.html',
    'index.html#a-profile',
    'docs/glossary.html#idempotency-key',
  ];
  expect(ids.filter((id) => !script.includes(`"${id}"`))).toEqual([]);
});
