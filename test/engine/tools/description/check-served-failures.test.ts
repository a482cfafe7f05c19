/** `engine check --connect` with an ERP that serves no description. */
import { afterEach, describe, expect, it } from 'vitest';
import { metadata4 } from '../../description/metadata.ts';
import { closeAll, json } from '../../sources/http/double.ts';
import { commandsFor, type Description, describedErp, findingsIn, odataProfile } from './served.ts';

afterEach(closeAll);

it('an address with a secret is refused before anything is sent', async () => {
  const erp = await describedErp(metadata4);
  const profile = odataProfile(erp.url, '{ files: [metadata.xml], live: "/${token}/$metadata" }').replace(
    'sources:',
    'settings: { token: { env: TOKEN, secret: true, default: abcdefgh } }\nsources:',
  );
  const { err } = await commandsFor(profile).check();
  expect(err).toContain('error[MAP206]: The setting "token" is a secret, but addresses are written to the log.');
  expect(erp.seen).toEqual([]);
});

describe('an ERP that does not serve it', () => {
  const html = '<!DOCTYPE html><html><head><title>Log in</title></head><body><form></form></body></html>';
  const entities = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  const bomb = `<!DOCTYPE e [<!ENTITY e0 "${'e'.repeat(30)}">${entities.join('')}]><edmx:Edmx>&e9;</edmx:Edmx>`;
  it.each<readonly [string, Description, string]>([
    ['answers 404', (response) => json(response, { error: 'no' }, 404), 'the ERP answered 404'],
    ['denies it', (response) => json(response, { error: 'no' }, 403), 'the ERP answered 403'],
    [
      'answers with a login page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html),
      'it is neither an XML schema nor $metadata of OData',
    ],
    [
      'redirects to another origin',
      (response) => response.writeHead(302, { location: 'https://login.example/' }).end(),
      'The ERP redirects to https://login.example',
    ],
    ['answers with a part of it', metadata4.slice(0, 900), 'it is no XML'],
    ['answers with JSON of something else', (response) => json(response, { value: [] }), 'it has no paths'],
    ['answers with nothing', '', 'it is neither XML nor'],
    ['answers with too much', `${metadata4}${' '.repeat(600_000)}`, 'is larger than 524288 bytes'],
    ['closes the connection', (response) => response.destroy(), 'was lost'],
    ['answers with entities that expand without end', bomb, 'it is neither an XML schema nor'],
    ['nests elements without end', '<a>'.repeat(150_000), 'it is no XML'],
  ])('%s: a finding that says so, with the next step', async (_what, description, reason) => {
    const erp = await describedErp(description);
    const { check } = commandsFor(odataProfile(erp.url));
    const ended = await check('--format', 'json');
    expect(ended).toMatchObject({ status: 0, err: '' });
    const [finding, ...more] = findingsIn(ended);
    expect(more).toEqual([]);
    expect(finding).toMatch(
      /^7 warning API814 The description that the ERP serves at http:\/\/erp\/api\/\$metadata is not compared/,
    );
    expect(finding).toContain(reason);
    expect(ended.out).toMatch(/"hint": ".{20,}"/);
  });

  it('has tokens that can be used once, and there is no key for them: nothing is sent', async () => {
    const erp = await describedErp(metadata4);
    const rotating = odataProfile(erp.url).replace(
      '    clock: UTC',
      `    auth: { refreshToken: { url: "${erp.url}/token", client: a, secret: "\${token}" } }\n    clock: UTC`,
    );
    const profile = rotating.replace(
      'sources:',
      'settings: { token: { env: TOKEN, secret: true, default: abcdefgh } }\nsources:',
    );
    const ended = await commandsFor(profile).check('--format', 'json');
    expect(findingsIn(ended)).toEqual([]);
    expect([ended.status, ended.out]).toEqual([1, expect.stringContaining('CFG516')]);
    expect(erp.seen).toEqual([]);
  });

  it('is too slow: the time limit of the source ends it', async () => {
    const erp = await describedErp(() => undefined);
    const slow = odataProfile(erp.url).replace('limits: { ', 'limits: { timeout: 1s, ');
    const ended = await commandsFor(slow).check('--format', 'json');
    expect(findingsIn(ended)).toEqual([
      // Whichever of the two limits of a second ends first.
      expect.stringMatching(/^7 warning API814 .* did not (answer by the deadline|begin to answer in time)\.$/),
    ]);
  });
});
