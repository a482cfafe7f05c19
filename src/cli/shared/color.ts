/** Whether output for people is in colour. */

/**
 * `FORCE_COLOR` decides if it is set; 0 means no colour. Otherwise output to a terminal is in colour unless `NO_COLOR` is set
 * (https://force-color.org, https://no-color.org).
 */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, terminal: boolean): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused } = env;
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return terminal && (refused === undefined || refused === '');
}
