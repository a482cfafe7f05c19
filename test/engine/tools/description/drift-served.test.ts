/** `engine drift` compares the description that the ERP serves with the vendor's file, and own members with the lock. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { metadata4 } from '../../description/metadata.ts';
import { closeAll, json } from '../../sources/http/double.ts';
import { commandsFor, describedErp, findingsIn, odataProfile } from './served.ts';

afterEach(closeAll);

const region = (type: string): string =>
  metadata4.replace('<Property Name="blocked"', `<Property Name="U_Region" ${type}/><Property Name="blocked"`);

const withOwn = (url: string): string => odataProfile(url, "{ files: [metadata.xml], own: 'U_\\w+' }");

/** A lock of the ERP with one description, and the drift to another one. */
async function lockedWith(before: string, profileOf = withOwn) {
  let served = before;
  const erp = await describedErp((response) =>
    served === ''
      ? json(response, {}, 404)
      : response.writeHead(200, { 'content-type': 'application/xml' }).end(served),
  );
  const { drift, folder } = commandsFor(profileOf(erp.url));
  expect(await drift('--lock')).toMatchObject({ status: 0 });
  return {
    lock: parse(readFileSync(join(folder, 'acme.lock.yaml'), 'utf8')),
    async after(now: string): Promise<readonly string[]> {
      served = now;
      return findingsIn(await drift('--format', 'json'));
    },
  };
}

it('locks the own members of the types that the profile uses', async () => {
  const { lock, after } = await lockedWith(region('Type="Edm.String" MaxLength="20"'));
  expect(lock.sources.erp.own).toEqual({ customer: { U_Region: 'Edm.String, at most 20 characters' }, order: {} });
  expect(await after(region('Type="Edm.String" MaxLength="20"'))).toEqual([]);
});

it('reports own members that appear, vanish, or change their type', async () => {
  const { after } = await lockedWith(region('Type="Edm.String"'));
  expect(await after(metadata4)).toEqual([
    '7 warning DRF713 The own member "U_Region" of customer (Edm.String) no longer exists in the ERP.',
  ]);
  expect(await after(region('Type="Edm.Decimal"'))).toEqual([
    '7 warning DRF713 The own member "U_Region" of customer is Edm.Decimal now; it was Edm.String.',
  ]);
  const another = region('Type="Edm.String"').replace(
    '<Property Name="changed"',
    '<Property Name="Fax" Type="Edm.String"/><Property Name="U_Day" Type="Edm.Date"/><Property Name="changed"',
  );
  expect(await after(another)).toEqual(['7 advice DRF713 order has the new own member "U_Day" (Edm.Date).']);
});

it('reports an own member that is named like a member of every object', async () => {
  const named = metadata4.replace(
    '<Property Name="blocked"',
    '<Property Name="constructor" Type="Edm.String"/><Property Name="blocked"',
  );
  const { after } = await lockedWith(metadata4, (url) => withOwn(url).replace('U_', 'c'));
  expect(await after(named)).toEqual(['7 advice DRF713 customer has the new own member "constructor" (Edm.String).']);
});

it('names the line that uses an own member', async () => {
  const used = (url: string): string => withOwn(url).replace('name: displayName', 'name: U_Region');
  const { after } = await lockedWith(region('Type="Edm.String"'), used);
  expect(await after(region('Type="Edm.Decimal"'))).toContain(
    '15 warning DRF713 The own member "U_Region" of customer is Edm.Decimal now; it was Edm.String.',
  );
  expect(await after(metadata4)).toContain(
    '15 error API813 The ERP describes itself otherwise than metadata.xml (http://erp/api/$metadata): GET /customers returns no member "U_Region".',
  );
});

it('compares the file like engine check --connect, and a lock without own members is out of date', async () => {
  const { lock, after } = await lockedWith(metadata4, (url) => odataProfile(url));
  expect(lock.sources.erp).not.toHaveProperty('own');
  expect(await after(metadata4)).toEqual([]);
  expect(await after(metadata4.replace('displayName', 'name'))).toEqual([
    '15 error API813 The ERP has no "displayName" of customer (http://erp/api/$metadata); metadata.xml:10 has it.',
  ]);
  expect(await after('')).toEqual([expect.stringMatching(/^7 warning API814 /)]);
});

it('writes a lock also where the ERP serves no description, which is then out of date', async () => {
  const { lock, after } = await lockedWith('');
  expect(lock.sources.erp).not.toHaveProperty('own');
  expect(await after(metadata4)).toEqual([
    '7 warning DRF708 The lock does not have the own members of customer.',
    '7 warning DRF708 The lock does not have the own members of order.',
  ]);
});
