/** How the page is built. `npm run build` uses it (src/build/page.ts). */
import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, '../../../../dist/studio'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The content security policy allows no data: addresses for scripts and styles.
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
  logLevel: 'warn',
});
