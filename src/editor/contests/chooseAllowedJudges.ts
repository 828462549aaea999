import { l10n, window, type QuickPickItem } from 'vscode';
import { contestOfRecord } from '../../records';
import type { JudgeId } from '../../judges';
import { judgeIdentity } from '../../judges/address';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { sanitizeForUi } from '../labels/sanitizeText';
import { assistantPermissions } from '../shared/settings/assistantPermissions';
import { writeUserSetting } from '../shared/settings/settings';
import type { PausedJudge } from './contestWatch';
import { pauseWords } from './pauseWords';
import { offerJudges } from '../shared/dialogs/dialogs';
import type { Core } from '../shared/core';
import type { WithContests } from './withContests';

interface JudgeItem extends QuickPickItem {
  readonly service: JudgeId;
}

/** Lets the user choose the judges whose results assistants may read during contests, and stores the choice. */
export async function assistantsDuringContests(extension: Core & WithContests): Promise<void> {
  const { allowedDuringContests } = assistantPermissions();
  const paused = await extension.contests.paused();
  const items = (await knownJudges(extension, paused)).map((service) =>
    itemOf(service, allowedDuringContests, paused),
  );
  if (items.length === 0) {
    offerJudges(l10n.t('None of your judges reports contests.'));
    return;
  }
  const chosen = await window.showQuickPick<JudgeItem>(items, {
    canPickMany: true,
    title: l10n.t('Assistants During Contests'),
    placeHolder: l10n.t('Select the judges whose results assistants may read during contests'),
  });
  if (!chosen) return;
  await writeUserSetting(
    'assistants.allowDuringContests',
    chosen.map(({ service }) => service),
  );
}

/** Returns the judges that report contests, also removed ones with results of contests, and the allowed ones. */
async function knownJudges(
  { judges, store }: Core,
  paused: readonly PausedJudge[],
): Promise<readonly JudgeId[]> {
  const reporting = (await judges.all()).filter(({ contests }) => contests?.fetch).map(({ id }) => id);
  const withContests = store.records().filter((record) => contestOfRecord(record) !== null);
  const { allowedDuringContests } = assistantPermissions();
  return [
    ...new Set([
      ...paused.map(({ service }) => service),
      ...reporting,
      ...withContests.map(({ service }) => service),
      ...allowedDuringContests,
    ]),
  ];
}

function itemOf(service: JudgeId, allowed: readonly JudgeId[], paused: readonly PausedJudge[]): JudgeItem {
  const { address } = judgeIdentity(service);
  const pause = paused.find((judge) => judge.service === service);
  return {
    service,
    label: nameOfJudgeId(service),
    description: sanitizeForUi(address, 120),
    picked: allowed.includes(service),
    ...(pause ? { detail: pauseWords(pause) } : {}),
  };
}
