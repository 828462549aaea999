import { window } from 'vscode';
import type { Judge } from '../../../judges';
import { hasUserField, userNameNeeded } from '../../labels/accountWords';
import { offerSetting } from '../dialogs/dialogs';

/** Shows that submissions can't be listed without the user's name. */
export function showUserNameNeeded(judge: Judge): void {
  const words = userNameNeeded(judge);
  if (hasUserField(judge)) offerSetting(words, 'services');
  else void window.showInformationMessage(words);
}
