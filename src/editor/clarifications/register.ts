import { Disposable } from 'vscode';
import type { Lazy } from '../../base/async';
import type { Core } from '../shared/core';
import { onDidChangeSettings, switchSetting } from '../shared/settings/settings';
import { whenIdle } from '../shared/whenNeeded';
import type { ClarificationsFeature } from './index';

/** Registers clarifications. Their code is loaded once the chosen judge has them and the user is signed in. */
export function registerClarifications(
  { judges }: Core,
  clarifications: Lazy<ClarificationsFeature>,
  onError: (what: string, error: unknown) => void,
): Disposable {
  let isLoaded = false;
  const isNeeded = async (): Promise<boolean> => {
    if (isLoaded || !switchSetting('clarifications')) return isLoaded;
    const judge = await judges.chosen();
    return Boolean(judge?.contests?.clarifications) && judge !== null && !(await judges.isSignedOut(judge));
  };
  const update = async (): Promise<void> => {
    try {
      if (!(await isNeeded())) return;
      isLoaded = true;
      await (await clarifications.get()).update();
    } catch (error) {
      onError('clarifications could not be loaded', error);
    }
  };
  return Disposable.from(
    clarifications,
    whenIdle(update),
    judges.onDidChange(() => void update()),
    onDidChangeSettings('clarifications', () => void update()),
  );
}
