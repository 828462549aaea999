import { originsOf, RequestFailed, type Credential, type Judge } from '../../../judges';
import {
  checkCredential,
  credentialVerdict,
  makeCredential,
  saveChecked,
  type CheckedCredential,
} from './checkCredential';
import { judgeDescription } from '../../shared/settings/judgeSettings';
import type { Core } from '../../shared/core';
import type { Description } from '../settingsEntry';

/**
 * Signs in with the credential of another judge of the user on the same site, so that the next contest there needs no
 * password. Returns false if there is none, or if the site rejects it, which isn’t shown.
 */
export async function signInAsBefore(extension: Core, judge: Judge): Promise<boolean> {
  const checked = await checkAsBefore(extension, judge, judgeDescription(judge.name) ?? {});
  if (!checked) return false;
  await saveChecked(extension, judge, checked);
  return true;
}

/**
 * Checks the credential of another judge of the user on the same site. Saves nothing. Null: there is none, or the site
 * rejects it.
 *
 * @param described entry of the judge, which needn’t be in the settings
 */
export async function checkAsBefore(
  extension: Core,
  judge: Judge,
  described: Description,
): Promise<CheckedCredential | null> {
  const { authentication } = judge;
  if (authentication.scheme === 'none') return null;
  const before = await credentialOfSite(extension, judge, described);
  if (!before) return null;
  const { secret, signedInAs } = before;
  const credential = {
    ...makeCredential(judge, authentication, secret),
    ...(signedInAs === undefined ? {} : { signedInAs }),
  };
  const checked = await checkCredential(extension, judge, credential);
  const isRefused =
    checked.answer instanceof RequestFailed && credentialVerdict(checked.answer.failure) === 'refused';
  return isRefused ? null : checked;
}

/**
 * Returns the credential of another judge of the user on the same site, in another contest, course, or domain. Null:
 * there is none. The same judge once more is for another account.
 *
 * @param described entry of the judge in the settings, without the contest if that isn’t known yet
 */
export async function credentialOfSite(
  { judges }: Core,
  judge: Judge,
  described: Description,
): Promise<Credential | null> {
  const origins = originsOf(judge).join(' ');
  for (const other of await judges.all()) {
    const entry = judgeDescription(other.name);
    if (other.type !== judge.type || originsOf(other).join(' ') !== origins || !entry) continue;
    if (!isOtherPart(described, entry)) continue;
    const credential = await judges.credentials.get(other);
    if (credential?.authentication.scheme === judge.authentication.scheme) return credential;
  }
  return null;
}

/** Fields that identify a part of a site. */
const PART_FIELDS = ['contest', 'scope', 'domain', 'url'];

/** Fields that don’t belong to the site. */
const OWN_FIELDS = ['follow', 'allowPlainHttp'];

/** Returns whether two entries are different parts of a site, and all other fields are equal. */
function isOtherPart(one: Description, other: Description): boolean {
  const differs = (fields: readonly string[]): boolean =>
    fields.some((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
  const others = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (field) => !PART_FIELDS.includes(field) && !OWN_FIELDS.includes(field),
  );
  return differs(PART_FIELDS) && !differs(others);
}
