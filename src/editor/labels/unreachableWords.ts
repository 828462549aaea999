import { l10n } from 'vscode';
import { joined } from './recordLabels';

/** Returns “can’t be reached · next try in 30 s”. `seconds`: until the next try; 0: it is under way, or not planned here */
export function unreachableWords(seconds: number): string {
  return joined(' · ', l10n.t('can’t be reached'), seconds === 0 ? '' : l10n.t('next try in {0} s', seconds));
}
