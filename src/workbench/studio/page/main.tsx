/** The entry of the page. */
import './zod-config.ts';
import { render } from 'preact';
import { App } from './app.tsx';

const root = document.getElementById('studio');
if (root !== null) render(<App />, root);
