/** Server-sent events for the open pages. */
import type { ServerResponse } from 'node:http';
import { type Conceal, concealedJson } from '../operations/access/conceal.ts';
import type { StudioEvent } from '../operations/protocol/events.ts';

export interface EventStream {
  send(event: StudioEvent): void;
  /** Adds a page. `conceal` hides secrets. */
  open(response: ServerResponse, conceal: () => Promise<Conceal>): void;
  close(): void;
}

interface Page {
  readonly response: ServerResponse;
  readonly conceal: () => Promise<Conceal>;
  /** Events are written in their order, one after the other. */
  written: Promise<void>;
}

/** Unsent bytes after which a page that does not read is cut off. It opens the stream again by itself. */
const mostUnsent = 4_000_000;

/** Events arrive in order. A page that reads too slowly loses its connection; the browser opens it again. */
export function createEventStream(): EventStream {
  const pages = new Set<Page>();
  return {
    send(event) {
      for (const page of pages) {
        page.written = page.written
          .then(async () => {
            const text = concealedJson(event, await page.conceal());
            if (page.response.writableEnded) return;
            page.response.write(`data: ${text}\n\n`);
            if (page.response.writableLength > mostUnsent) page.response.destroy();
          })
          // Nothing is sent while it is not known what has to be hidden. The page opens the stream again.
          .catch(() => void page.response.destroy());
      }
    },
    open(response, conceal) {
      const page: Page = { response, conceal, written: Promise.resolve() };
      pages.add(page);
      response.on('close', () => pages.delete(page));
      response.write(': open\n\n');
    },
    close() {
      for (const { response } of pages) response.end();
    },
  };
}
