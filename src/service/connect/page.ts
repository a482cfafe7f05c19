/** The pages that customers see: HTML without scripts and without resources of other files. */
import { createHash } from 'node:crypto';

/** What was connected, as far as the page names it. */
interface Names {
  /** Title of the profile. A text of the operator. */
  readonly title: string;
  /** Name of the service. */
  readonly service: string | undefined;
}

/**
 * `foreign`: the answer belongs to no attempt of this browser. `none`: no company was granted. `other`: another company than that of the service was granted.
 * `unavailable`: a fault of this service.
 */
type FailureReason = 'declined' | 'failed' | 'foreign' | 'none' | 'other' | 'unavailable' | 'busy';

export type Page =
  | ({ readonly kind: 'start'; readonly link: string } & Names)
  /** The link is unknown, expired or used. */
  | { readonly kind: 'invalid' }
  /** `url`: at the vendor. */
  | ({ readonly kind: 'vendor'; readonly url: string } & Names)
  /** `labels`: names of companies, texts of the vendor. One empty text if the vendor has no companies. */
  | ({ readonly kind: 'choose'; readonly labels: readonly string[] } & Names)
  | ({ readonly kind: 'connected'; readonly label: string; readonly ready: boolean } & Names)
  /** `link`: for another attempt; undefined if it is not known. */
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly link: string | undefined };

interface RenderedPage {
  readonly status: number;
  readonly html: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Longest shown name of a company, in characters. */
const longest = 120;
const shown = (text: string): string => escapeHtml(text.replace(/\s+/g, ' ').trim().slice(0, longest));

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1.5rem 1rem }
main { max-width: 34rem; margin: 0 auto }
h1 { font-size: 1.375rem; line-height: 1.25 }
fieldset { border: 1px solid; border-radius: .375rem; margin: 1rem 0; padding: .5rem 1rem }
label { display: block; padding: .5rem 0; overflow-wrap: anywhere }
button, .button { display: inline-block; box-sizing: border-box; min-height: 2.75rem; padding: .625rem 1.25rem; border: 0; border-radius: .375rem;
  background: #14508c; color: #fff; font: inherit; text-decoration: none; cursor: pointer }
:focus-visible { outline: 3px solid #e08700; outline-offset: 2px }
`;

/** For the header Content-Security-Policy: the page's own style, and nothing else. */
export const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

function htmlOf(heading: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${head}
<title>${heading}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`;
}

const paragraph = (text: string): string => `<p>${text}</p>`;

const failures: Readonly<Record<FailureReason, { readonly status: number; readonly text: string }>> = {
  declined: { status: 200, text: 'You did not give consent. Nothing was changed.' },
  failed: {
    status: 200,
    text: 'The other system did not complete the consent. Start again. If it fails once more, contact the person who sent you the link.',
  },
  foreign: {
    status: 400,
    text: 'This page does not belong to a consent that you have begun in this browser, or it was opened a second time. Open your link again and start from there.',
  },
  none: { status: 200, text: 'You gave consent to no company. Start again, and choose the company.' },
  other: {
    status: 200,
    text: 'You gave consent to another company than the one of this connection. Start again, and choose the right company. If it is a new company, ask for a link for it.',
  },
  unavailable: { status: 503, text: 'The connection cannot be made at the moment. Try again in a few minutes.' },
  busy: { status: 429, text: 'There were too many requests from your address. Try again in a minute.' },
};

function form(action: string, button: string, fields = ''): string {
  return `<form method="post" action="${escapeHtml(action)}">\n${fields}<button>${button}</button>\n</form>`;
}

function choices(labels: readonly string[]): string {
  const [only, ...others] = labels;
  if (others.length === 0) {
    const named = only === undefined || only === '' ? '' : paragraph(`Company: <strong>${shown(only)}</strong>`);
    return form('/connect/continue', 'Connect', `${named}<input type="hidden" name="choice" value="0">\n`);
  }
  const options = labels.map(
    (label, index) => `<label><input type="radio" name="choice" value="${index}" required> ${shown(label)}</label>\n`,
  );
  const fields = `<fieldset>\n<legend>Which company is to be connected?</legend>\n${options.join('')}</fieldset>\n`;
  return form('/connect/continue', 'Connect', fields);
}

/** The page as HTML. */
export function renderPage(page: Page): RenderedPage {
  switch (page.kind) {
    case 'start': {
      const content = `${paragraph(
        `You were asked to connect <strong>${shown(page.title)}</strong> with the service <strong>${shown(page.service ?? '')}</strong>.`,
      )}\n${paragraph(
        'With the button you go to the sign-in of that system. It asks you for consent, and then brings you back. Your password stays there.',
      )}\n${form(`/connect/${page.link}`, 'Continue')}`;
      return { status: 200, html: htmlOf('Connect your system', content) };
    }
    case 'invalid':
      return {
        status: 404,
        html: htmlOf(
          'This link cannot be used',
          paragraph(
            'It is not complete, has expired, or was used before. If your system is connected, nothing has to be done. Otherwise ask for a new link.',
          ),
        ),
      };
    case 'vendor': {
      const target = escapeHtml(page.url);
      const content = paragraph(
        `<a class="button" href="${target}" rel="noreferrer">Go on to ${shown(page.title)}</a>`,
      );
      const head = `\n<meta http-equiv="refresh" content="0; url=${target}">`;
      return { status: 200, html: htmlOf('You are taken to the sign-in', content, head) };
    }
    case 'choose': {
      const content = `${paragraph(`${shown(page.title)} has your consent.`)}\n${choices(page.labels)}`;
      return { status: 200, html: htmlOf('Confirm the connection', content) };
    }
    case 'connected': {
      const company = page.label === '' ? shown(page.title) : shown(page.label);
      const check = page.ready
        ? 'The connection was checked and works. You can close this page.'
        : 'The first check of the connection did not succeed. The operator of the service sees the reason. You can close this page.';
      const content = `${paragraph(`<strong>${company}</strong> is connected with ${shown(page.service ?? '')}.`)}\n${paragraph(check)}`;
      return { status: 200, html: htmlOf('The consent is stored', content) };
    }
    case 'failed': {
      const { status, text } = failures[page.reason];
      const again =
        page.link === undefined
          ? ''
          : `\n${paragraph(`<a class="button" href="/connect/${page.link}">Start again</a>`)}`;
      return { status, html: htmlOf('The connection was not made', `${paragraph(text)}${again}`) };
    }
  }
}
