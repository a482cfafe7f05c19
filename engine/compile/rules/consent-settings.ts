/** Rule: the settings that a consent decides are settings of the profile that a variable can have, and no secrets. Their expressions can be parsed. */
import { ownMember } from '../../base/members.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import { isHttp } from '../../profile/schema/index.ts';
import { tenantExpressions } from '../http/consent.ts';
import type { Rule, RuleContext } from './rule.ts';

function checkSetting(context: RuleContext, source: string, name: string): void {
  const path = ['sources', source, 'auth', 'refreshToken', 'consent', 'tenants', 'settings', name];
  const spec = ownMember(context.profile.settings, name);
  if (spec === undefined) {
    const message = `There is no setting "${name}".`;
    context.report('MAP201', {
      path,
      key: true,
      message,
      ...suggestion(name, Object.keys(context.profile.settings ?? {})),
    });
    return;
  }
  const fault =
    spec.env === undefined
      ? 'has no variable (`env`), so that nothing can set it'
      : spec.secret === true
        ? 'is a secret, but a consent gives the name of a company'
        : undefined;
  if (fault === undefined) return;
  const hint = 'Name a setting with `env` that is not secret.';
  context.report('MAP206', { path, key: true, message: `The setting "${name}" ${fault}.`, hint });
}

/** Reports MAP201 for an unknown setting, MAP206 for one that a consent cannot give, and the codes of expressions. */
export const consentSettings: Rule = (context) => {
  for (const [source, spec] of Object.entries(context.profile.sources)) {
    const consent = isHttp(spec) ? spec.auth?.refreshToken?.consent : undefined;
    if (consent?.tenants === undefined) continue;
    tenantExpressions(context, ['sources', source, 'auth', 'refreshToken', 'consent', 'tenants'], consent.tenants);
    for (const name of Object.keys(consent.tenants.settings)) checkSetting(context, source, name);
  }
};
