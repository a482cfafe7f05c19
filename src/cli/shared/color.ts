/** Whether what is written for people is in colour. */

/**
 * `FORCE_COLOR` decides where it is set: 0 is none. Else colours go to a terminal, unless `NO_COLOR` has any value
 * (https://force-color.org, https://no-color.org).
 */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, terminal: boolean): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = env;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return terminal && (refused === undefined || refused === '');
}
