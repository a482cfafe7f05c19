/** The script of each page: search, theme, menu and tabs. Without it the pages can be read. */
import MiniSearch, { type SearchResult } from 'minisearch';
import { searchOptions } from '../search-options.ts';

declare global {
  interface Window {
    searchIndex?: unknown;
  }
}

const root = document.documentElement;
const base = root.dataset.base ?? '';

function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    // Pages that are opened from a folder may have no storage: the choice then lasts for the page.
    return null;
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // As above.
  }
}

// Before the first paint.
const theme = stored('theme');
if (theme !== null) root.dataset.theme = theme;
root.dataset.shell = stored('shell') ?? (/Windows/.test(navigator.userAgent) ? 'powershell' : 'posix');

function switchTheme(): void {
  const isDark =
    root.dataset.theme === undefined
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : root.dataset.theme === 'dark';
  root.dataset.theme = isDark ? 'light' : 'dark';
  store('theme', root.dataset.theme);
}

function addTabs(): void {
  for (const tabs of document.querySelectorAll('.tabs')) {
    const head = document.createElement('div');
    head.className = 'tab-names';
    for (const [shell, title] of [
      ['posix', 'bash'],
      ['powershell', 'PowerShell'],
    ] as const) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = title;
      button.dataset.for = shell;
      button.addEventListener('click', () => {
        root.dataset.shell = shell;
        store('shell', shell);
      });
      head.append(button);
    }
    tabs.prepend(head);
  }
}

function addCopyButtons(): void {
  if (navigator.clipboard === undefined) return;
  for (const block of document.querySelectorAll<HTMLElement>('.code[data-language]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1500);
    });
    block.append(button);
  }
}

let index: Promise<MiniSearch> | undefined;

/** The index, which is loaded at the first search. */
function searchIndex(): Promise<MiniSearch> {
  index ??= loadIndex();
  return index;
}

function loadIndex(): Promise<MiniSearch> {
  const loaded = Promise.withResolvers<MiniSearch>();
  const script = document.createElement('script');
  script.src = `${base}assets/search-index.js`;
  script.addEventListener('load', () => loaded.resolve(MiniSearch.loadJS(Object(window.searchIndex), searchOptions)));
  script.addEventListener('error', () => loaded.reject(new Error('The index cannot be loaded.')));
  document.head.append(script);
  return loaded.promise;
}

function resultItem({ id, page, heading, begin }: SearchResult): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${base}${String(id)}`;
  const [title, about] = [document.createElement('strong'), document.createElement('span')];
  title.textContent = page === heading ? heading : `${page} › ${heading}`;
  about.textContent = begin;
  link.append(title, about);
  item.append(link);
  return item;
}

function addSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.results');
  const field = dialog?.querySelector('input');
  const list = dialog?.querySelector('ol');
  if (!dialog || !field || !list) return;
  const open = (): void => {
    dialog.showModal();
    field.select();
    void searchIndex();
  };
  document.querySelector('button.search')?.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if ((event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      open();
    }
  });
  dialog.addEventListener('click', (event) => {
    const isLink = event.target instanceof Element && event.target.closest('a') !== null;
    if (event.target === dialog || isLink) dialog.close();
  });
  field.addEventListener('input', async () => {
    const text = field.value;
    const found = (await searchIndex()).search(text).slice(0, 20);
    if (field.value !== text) return;
    list.replaceChildren(...found.map(resultItem));
    if (found.length === 0 && text !== '') list.textContent = 'Nothing found.';
  });
  field.addEventListener('keydown', (event) => {
    const first = list.querySelector('a');
    if (event.key === 'Enter' && first !== null) first.click();
    else if (event.key === 'ArrowDown') first?.focus();
  });
  list.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const links = [...list.querySelectorAll('a')];
    const at = links.findIndex((link) => link === document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
    (links[at] ?? field).focus();
  });
}

function addMenu(): void {
  const button = document.querySelector('button.menu');
  button?.addEventListener('click', () => {
    const isOpen = document.body.classList.toggle('menu-open');
    button.setAttribute('aria-expanded', String(isOpen));
  });
}

document.addEventListener('DOMContentLoaded', () => {
  document.querySelector('button.theme')?.addEventListener('click', switchTheme);
  addTabs();
  addCopyButtons();
  addSearch();
  addMenu();
});
