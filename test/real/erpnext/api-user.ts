/** The user that the service works as, with the roles of the profile's README and a new API key. */
import { z } from 'zod';
import type { Frappe } from './frappe.ts';

interface ApiUser {
  readonly name: string;
  readonly key: string;
  readonly secret: string;
}

const roles = ['Sales User', 'Sales Manager', 'Accounts User'];

/** Creates the user, or takes the one of an earlier run. */
export async function apiUserOf(frappe: Frappe): Promise<ApiUser> {
  const name = 'middleware@real.example';
  const rows = roles.map((role) => ({ role }));
  const [user] = await frappe.rows('User', [['name', '=', name]], ['name']);
  if (user === undefined)
    await frappe.create('User', {
      ...{ email: name, first_name: 'Middleware', send_welcome_email: 0, user_type: 'System User', roles: rows },
    });
  else await frappe.change('User', name, { roles: rows });
  const answer = await frappe.call('frappe.core.doctype.user.user.generate_keys', { user: name });
  const { api_secret: secret } = z.object({ api_secret: z.string() }).parse(answer);
  const { api_key: key } = await frappe.read('User', name);
  return { name, key: z.string().parse(key), secret };
}
