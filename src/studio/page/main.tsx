/** The entry of the page. */
import { render } from 'preact';
import { z } from 'zod';
import { App } from './app.tsx';

// The content security policy forbids code from texts, which zod would try first.
z.config({ jitless: true });

const root = document.getElementById('studio');
if (root !== null) render(<App />, root);
