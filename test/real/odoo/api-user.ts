/** The user that the service works as, with an API key that is created as a person does it: in the dialogue of the preferences. */
import { z } from 'zod';
import { type Odoo, only, type Row, refOf, sendRpc } from './odoo.ts';

interface ApiUser {
  readonly login: string;
  readonly key: string;
}

const password = 'real-run-1';
const action = z.object({
  res_model: z.string(),
  res_id: z.number().optional(),
  context: z.record(z.string(), z.unknown()),
});
const wizardReply = z.object({ res_id: z.number() });

/** The key of a user. Odoo asks for the password once more, in a wizard that then calls the method. */
async function newKey({ url, database }: Odoo, login: string): Promise<string> {
  const session = await sendRpc(`${url}/web/session/authenticate`, { db: database, login, password });
  const call = async (model: string, method: string, args: readonly unknown[], context: Row = {}): Promise<unknown> => {
    const params = { model, method, args, kwargs: { context } };
    return (await sendRpc(`${url}/web/dataset/call_kw/${model}/${method}`, params, session.cookie)).result;
  };
  const created = await call('res.users.apikeys.description', 'create', [[{ name: 'real run', duration: '30' }]]).catch(
    () => call('res.users.apikeys.description', 'create', [[{ name: 'real run' }]]), // before 18 a key has no end
  );
  const asked = await call('res.users.apikeys.description', 'make_key', [created]);
  const shown = action.safeParse(asked);
  if (shown.success && typeof shown.data.context.default_key === 'string') return shown.data.context.default_key;
  const { res_id } = wizardReply.parse(asked);
  await call('res.users.identitycheck', 'write', [[res_id], { password }]).catch(() => undefined);
  const given = action.parse(await call('res.users.identitycheck', 'run_check', [[res_id]], { password }));
  return z.string().parse(given.context.default_key);
}

/** Creates the user with the groups of the profile's README, or takes the one of an earlier run. */
export async function apiUserOf(odoo: Odoo): Promise<ApiUser> {
  const login = 'middleware@real.example';
  const foundRows = await odoo.rows('res.users', [['login', '=', login]], ['id']);
  if (foundRows.length === 0) {
    const groups = await Promise.all(
      ['base.group_user', 'sales_team.group_sale_salesman_all_leads', 'account.group_account_invoice'].map((name) =>
        refOf(odoo, name),
      ),
    );
    const fields = await odoo.call('res.users', 'fields_get', [['group_ids', 'groups_id']], { attributes: ['type'] });
    const groupField =
      z.record(z.string(), z.unknown()).parse(fields).group_ids === undefined ? 'groups_id' : 'group_ids';
    const partner = await odoo.create('res.partner', { name: 'Middleware', email: login, active: true });
    await odoo.create('res.users', {
      name: 'Middleware',
      login,
      password,
      partner_id: partner,
      [groupField]: [[6, 0, groups]],
    });
  } else {
    await odoo.call('res.users', 'write', [[await only(odoo, 'res.users', [['login', '=', login]])], { password }]);
  }
  return { login, key: await newKey(odoo, login) };
}
