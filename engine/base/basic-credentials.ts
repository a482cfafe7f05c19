/** HTTP Basic authentication. */

/** The value of an `Authorization` header of the scheme Basic (RFC 7617), in UTF-8. */
export function basicCredentials(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
