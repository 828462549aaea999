import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import { followsAny } from '../shared/settings/judgeSettings';
import { whenIdle } from '../shared/whenNeeded';
import type { SubmissionFollower } from './index';
import type { Core } from '../shared/core';

/** Registers following. Its code is loaded once the settings contain a followed judge. */
export function registerFollowing({ judges }: Core, following: Lazy<SubmissionFollower>): Disposable {
  let isAny = false;
  const update = async (): Promise<void> => {
    const wasAny = isAny;
    isAny = followsAny();
    if (isAny || wasAny) await (await following.get()).update();
  };
  return Disposable.from(
    following,
    whenIdle(update),
    judges.onDidChange(() => void update()),
  );
}
