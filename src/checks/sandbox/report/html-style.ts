/** The style of the HTML report, light or dark as the reader's system. Colours only repeat what words say. */
export const style = `
:root { color-scheme: light dark; --line: #8886; --good: #176b2c; --bad: #b3261e; --none: #5f6368; }
@media (prefers-color-scheme: dark) { :root { --good: #7bd88f; --bad: #ff8a80; --none: #b0b5ba; } }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h2, li, dd { overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; margin: .5rem 0; } dt { color: var(--none); } dd { margin: 0; }
.wide { overflow-x: auto; } table { border-collapse: collapse; } th, td { text-align: left; padding: .25rem .75rem; border-bottom: 1px solid var(--line); }
tbody th { font-weight: normal; } ul { padding-left: 1.2rem; } p { margin: .25rem 0; }
.passed { color: var(--good); } .failed { color: var(--bad); font-weight: bold; } .not-tested, .not-applicable { color: var(--none); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); padding: .5rem; max-height: 24rem; overflow: auto; }
@media (max-width: 40rem) { table { width: 100%; font-size: .85rem; } th, td { padding: .25rem .3rem; } tbody th { overflow-wrap: anywhere; } }
a:focus-visible, summary:focus-visible, pre:focus-visible, .wide:focus-visible { outline: 3px solid; }
`;
