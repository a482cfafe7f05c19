/** The style of the HTML report: that of the studio's page, light or dark as the reader's system. Colours only repeat what words say. */

/** The colours of the studio's page (src/workbench/studio/page/style/main.css), each for a light and a dark page. A test compares them. */
export const colors = {
  surface: 'light-dark(#fbfbfa, #16181b)',
  raised: 'light-dark(#ffffff, #1d2024)',
  sunken: 'light-dark(#f2f2ef, #121416)',
  line: 'light-dark(#e2e1dc, #2d3137)',
  text: 'light-dark(#22252a, #e4e6e9)',
  quiet: 'light-dark(#5d636d, #9aa2ad)',
  accent: 'light-dark(#23588f, #8ab8ea)',
  good: 'light-dark(#1d6b43, #74c79b)',
  'good-soft': 'light-dark(#e2f2e9, #17301f)',
  warn: 'light-dark(#855400, #e5b566)',
  'warn-soft': 'light-dark(#fbf0d9, #36290f)',
  bad: 'light-dark(#ab2632, #f2949c)',
  'bad-soft': 'light-dark(#fbe6e7, #3c1a1e)',
} as const;

const variables = Object.entries(colors).map(([name, value]) => `--${name}: ${value};`);

export const style = `
:root { color-scheme: light dark; ${variables.join(' ')}
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "JetBrains Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
* { box-sizing: border-box; }
body { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; background: var(--surface); color: var(--text); }
h1, h2, h3, p, dl, dd, ul, pre { margin: 0; padding: 0; }
h1 { font-size: 1.5rem; letter-spacing: -0.01em; line-height: 1.25; }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.05rem; }
h3 { font-size: 1rem; }
h1, h3, li, dd, p { overflow-wrap: anywhere; }
ul { list-style: none; }
.mono, pre, .compare { font-family: var(--mono); font-size: 12.5px; }
.quiet { color: var(--quiet); }
.small { font-size: 13px; }
.row { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; }
header > p:first-child { margin-bottom: .25rem; color: var(--quiet); }
dl { display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin: 1rem 0; }
dl div { display: flex; gap: .5rem; }
dt { color: var(--quiet); }
.share { display: flex; gap: 2px; height: 8px; margin: 1.25rem 0 .6rem; overflow: hidden; border-radius: 4px; }
.share span { background: var(--line); }
.share .failed { background: var(--bad); } .share .passed { background: var(--good); } .share .not-tested { background: var(--warn); }
.badge { display: inline-block; padding: 0 .6em; border-radius: 99px; background: var(--sunken); color: var(--quiet); font-size: 12.5px; font-weight: 500; white-space: nowrap; }
.badge.failed { background: var(--bad-soft); color: var(--bad); }
.badge.passed { background: var(--good-soft); color: var(--good); }
.badge.not-tested { background: var(--warn-soft); color: var(--warn); }
.panel { margin-bottom: .75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); }
article.panel { padding: .9rem 1.1rem; }
article > * + * { margin-top: .6rem; }
.compare { width: 100%; border-collapse: collapse; table-layout: fixed; border: 1px solid var(--line); }
.compare th { padding: .3rem .75rem; border-bottom: 1px solid var(--line); background: var(--sunken); color: var(--quiet); font-weight: 600; text-align: left; }
.compare td { width: 50%; padding: .05rem .75rem; overflow-wrap: anywhere; vertical-align: top; white-space: pre-wrap; }
.compare td + td { border-left: 1px solid var(--line); }
.compare .same, .compare .omitted { color: var(--quiet); }
.compare .expected { background: var(--good-soft); color: var(--good); }
.compare .received { background: var(--bad-soft); color: var(--bad); }
summary { padding: .15rem 0; color: var(--accent); cursor: pointer; }
pre { max-height: 24rem; margin-top: .4rem; padding: .6rem .75rem; overflow: auto; border-radius: 6px; background: var(--sunken); white-space: pre-wrap; overflow-wrap: anywhere; }
details.panel, p.panel { margin-bottom: .5rem; } details.panel > summary, p.panel { padding: .55rem 1.1rem; color: var(--text); }
details.panel > ul { padding: 0 1.1rem .6rem; } details li { padding: .3rem 0; border-top: 1px solid var(--line); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 40rem) {
  body { padding: 1.25rem .9rem 3rem; } h1 { font-size: 1.3rem; } article.panel { padding: .8rem .85rem; }
  dl { display: grid; gap: .2rem; }
  .compare thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .compare, .compare tbody, .compare tr, .compare td { display: block; width: auto; }
  .compare td { padding-left: 1.9em; text-indent: -1.2em; }
  .compare td::before { content: "  "; } .compare .expected::before { content: "- "; } .compare .received::before { content: "+ "; }
  .compare td + td { border-left: 0; } .compare .same + .same, .compare td:empty { display: none; }
}
@media print { details > :not(summary) { display: block; } body { max-width: none; } }
`;
