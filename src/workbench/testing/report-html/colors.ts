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
