import { l10n } from 'vscode';
import {
  displayAddress,
  MAX_SHARED_BYTES,
  parseUrl,
  readyJudgeOf,
  type CheckedJudge,
  type SharedProblem,
} from '../../../judges';
import { addresses, readyWords, typeWords } from '../../labels/judgeLabels';
import { sanitizeForUi } from '../../labels/sanitizeText';
import { faultWords } from '../../shared/settings/settingsProblems';

/** Explains why a link or a file with a judge is rejected, or can't be created. */
export function sharedProblemWords(problem: SharedProblem): string {
  switch (problem.kind) {
    case 'tooLarge':
      return l10n.t('It is larger than {0} KiB.', MAX_SHARED_BYTES / 1024);
    case 'notJson':
      return l10n.t('It isn’t JSON.');
    case 'notADescription':
      return l10n.t('It doesn’t describe a judge.');
    case 'deceptive':
      return l10n.t('“{0}” contains hidden characters.', fieldName(problem.at));
    case 'credential':
      return l10n.t(
        '“{0}” contains a credential. Remove it: everyone signs in with their own.',
        fieldName(problem.at),
      );
    case 'pathAbove':
      return l10n.t('“{0}” leads out of the judge’s URL.', fieldName(problem.at));
    case 'decision':
      return l10n.t('“{0}” can’t be shared. Everyone decides about it.', fieldName(problem.at));
    case 'otherHost':
      return l10n.t(
        '“{0}” is on another host ({1}) than the judge ({2}).',
        fieldName(problem.at),
        sanitizeForUi(problem.host, 100),
        sanitizeForUi(problem.judgeHost, 100),
      );
    case 'field':
      return l10n.t('“{0}”: {1}.', fieldName(problem.at), faultWords(problem.fault));
  }
}

function fieldName(at: string): string {
  return sanitizeForUi(at, 60);
}

/** Describes a judge before it is added: its type, its URLs, and the data that is sent to it, one sentence per line. */
export function sharedDetails({ type, entry, judge, website, isUnencrypted }: CheckedJudge): string {
  const ready = readyJudgeOf(entry);
  const { label } = ready ? readyWords(ready) : typeWords(type);
  const { push, signIn, submission, samples, browserSubmission } = judge;
  const url = displayAddress(judge.baseUrl);
  const host = hostOf(judge.baseUrl);
  const pages = website ?? judge.baseUrl;
  const lines = [l10n.t('Type: {0}', label), l10n.t('URL: {0}', url)];
  if (hostOf(pages) !== host) lines.push(l10n.t('Web pages: {0}', displayAddress(pages)));
  if (push && hostOf(push.origin) !== host) lines.push(l10n.t('Pushed results: {0}', push.origin));
  lines.push('');
  lines.push(
    signIn.kind === 'none'
      ? l10n.t('No sign-in: requests contain no credentials.')
      : l10n.t('When you sign in, your credentials are sent to {0}.', addresses(judge)),
  );
  if (isUnencrypted)
    lines.push(l10n.t('This URL isn’t encrypted. Anyone on the network can read what is sent.'));
  if (submission) lines.push(l10n.t('When you submit a program, it is sent to {0}.', host));
  else if (browserSubmission)
    lines.push(l10n.t('You submit programs in the browser, at {0}.', hostOf(pages)));
  if (samples) lines.push(l10n.t('When you run samples there, your program is sent to {0}.', host));
  if (!submission && !samples) lines.push(l10n.t('Programs aren’t sent to it.'));
  return lines.map((line) => sanitizeForUi(line, 300)).join('\n');
}

function hostOf(address: string): string {
  return parseUrl(address)?.host ?? '';
}
