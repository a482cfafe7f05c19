/** Dolibarr's pages, used as a browser uses them: with the cookie of a login. */
import type { Dolibarr } from './installation.ts';

export interface Pages {
  get(path: string): Promise<string>;
  /** Sends a form; resolves with the page behind its redirect. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<{ readonly url: string; readonly text: string }>;
}

/** The token that the next form has to send; without it Dolibarr ignores the form. */
const tokenOf = (page: string): string =>
  /name="anti-csrf-newtoken" content="([^"]*)"/.exec(page)?.[1] ?? /name="token" value="([^"]*)"/.exec(page)?.[1] ?? '';

/** Logs the administrator in. Rejects if Dolibarr answers with its login page again. */
export async function openPages({ url, login }: Dolibarr): Promise<Pages> {
  const first = await fetch(`${url}/index.php`);
  const text = await first.text();
  const token = tokenOf(text);
  const cookie = (first.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
  const fields = {
    token,
    actionlogin: 'login',
    loginfunction: 'loginfunction',
    username: login.name,
    password: login.password,
  };
  const body = new URLSearchParams(fields);
  const entered = await fetch(`${url}/index.php?mainmenu=home`, {
    ...{ method: 'POST', body, redirect: 'manual' },
    headers: { cookie, referer: url },
  });
  const sessionCookie = (entered.headers.getSetCookie().at(-1) ?? cookie).split(';')[0] ?? cookie;
  await entered.text();
  const get = async (path: string): Promise<string> => {
    const answer = await fetch(`${url}${path}`, { headers: { cookie: sessionCookie } });
    const page = await answer.text();
    if (page.includes('name="actionlogin"')) throw new Error(`Dolibarr asks for a login at ${path}.`);
    return page;
  };
  return {
    get,
    async post(path, form) {
      const token = tokenOf(await get('/commande/card.php?action=create'));
      const answer = await fetch(`${url}${path}`, {
        ...{ method: 'POST', body: new URLSearchParams({ ...form, token }), redirect: 'manual' },
        headers: { cookie: sessionCookie, referer: url },
      });
      const location = answer.headers.get('location');
      const target = new URL(location ?? path, answer.url);
      return {
        url: target.href,
        text: location === null ? await answer.text() : await get(target.pathname + target.search),
      };
    },
  };
}
