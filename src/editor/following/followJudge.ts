import { l10n, window } from 'vscode';
import { RequestFailed, type RecentSubmission, type Judge } from '../../judges';
import { judgeIdentity } from '../../judges/address';
import { mementos } from '../shared/storage/storageKeys';
import { offer } from '../shared/dialogs/dialogs';
import { showUserNameNeeded } from '../shared/failures/showUserNameNeeded';
import { orFailure, showFailure } from '../shared/failures/showFailure';
import { listsSubmissions } from '../shared/capabilities';
import type { AskedBy } from '../shared/judges';
import { isFollowed, writeFollowed } from '../shared/settings/judgeSettings';
import { nameOfJudge } from '../labels/judgeLabels';
import type { Core } from '../shared/core';
import type { WithFollowing } from './withFollowing';

/** Starts following a judge. Offers to add the older submissions in its list. */
export async function followJudge(extension: Core & WithFollowing, judge: Judge): Promise<void> {
  const name = nameOfJudge(judge);
  const mayHaveAny = await orFailure(mayHaveSubmissions(extension, judge, 'person'));
  if (mayHaveAny instanceof RequestFailed)
    return showFailure(extension, mayHaveAny, judge, () => followJudge(extension, judge));
  if (!mayHaveAny) {
    void window.showInformationMessage(
      l10n.t('Your account on {0} belongs to no team, so it has no submissions to follow.', name),
    );
    return;
  }
  const followed = await extension.following();
  const listed = await orFailure(followed.listAll(judge));
  if (listed instanceof RequestFailed)
    return showFailure(extension, listed, judge, () => followJudge(extension, judge));
  if (listed === null) {
    showUserNameNeeded(judge);
    return;
  }
  const older = await followed.following.begin(judge, listed);
  await writeFollowed(judgeIdentity(judge.id).name, true);
  const words = judge.listing?.isSmall
    ? l10n.t(
        'New submissions on {0} are added whenever you return to this window, and every minute during contests.',
        name,
      )
    : l10n.t('New submissions on {0} are added whenever you return to this window.', name);
  if (older.length === 0) void window.showInformationMessage(words);
  else void offer(`${words} ${olderWords(older)}`, l10n.t('Add Older'), () => followed.addAll(judge, older));
}

export async function unfollowJudge(judge: Judge): Promise<void> {
  await writeFollowed(judgeIdentity(judge.id).name, false);
}

/** Offers to follow a judge that lists submissions: once per judge, after its first result. */
export async function offerToFollow(extension: Core & WithFollowing, judge: Judge): Promise<void> {
  const { globalState } = extension.context;
  const offered = globalState.get<readonly string[]>(mementos.followOffered, []);
  const { name } = judgeIdentity(judge.id);
  if (!listsSubmissions(judge) || isFollowed(name) || offered.includes(judge.id)) return;
  const mayHaveAny = await orFailure(mayHaveSubmissions(extension, judge, 'background'));
  if (mayHaveAny !== true) return;
  await globalState.update(mementos.followOffered, [...offered, judge.id]);
  await offer(
    l10n.t(
      'Follow your submissions on {0}? New submissions will be added to the list automatically.',
      nameOfJudge(judge),
    ),
    l10n.t('Follow My Submissions'),
    () => followJudge(extension, judge),
  );
}

/** Lists the submissions of a followed judge soon, because the user submitted or fetched something there. */
export async function lookForMore(
  { following }: Core & WithFollowing,
  { id }: Pick<Judge, 'id'>,
): Promise<void> {
  if (isFollowed(judgeIdentity(id).name)) (await following()).following.refreshSoon(id);
}

/** Returns whether the account can have submissions. Rejects with `RequestFailed`. */
async function mayHaveSubmissions(extension: Core, judge: Judge, by: AskedBy): Promise<boolean> {
  const { fetchMayHaveAny } = judge.listing ?? {};
  return fetchMayHaveAny ? extension.judges.ask(judge, fetchMayHaveAny, undefined, by) : true;
}

function olderWords({ length }: readonly RecentSubmission[]): string {
  return length === 1
    ? l10n.t('1 older submission can be added, too.')
    : l10n.t('{0} older submissions can be added, too.', length);
}
