import { env, l10n } from 'vscode';
import { caseFactWords } from '../labels/caseLabels';
import type { Words } from '../../panel/messages';

/**
 * Returns the strings of the page, except for button labels (`caseButtons.ts`, `recordActions.ts`). The page replaces
 * placeholders such as `{0}`.
 */
export function pageWords(): Words {
  return {
    locale: env.language,
    subtask: l10n.t('Subtask {0}', '{0}'),
    subtaskWithoutId: l10n.t('Cases'),
    case: l10n.t('Case {0}', '{0}'),
    cases: l10n.t('Cases'),
    verdict: l10n.t('Verdict'),
    ...caseFactWords(),
    description: l10n.t('Judge’s message'),
    of: l10n.t('{0} of {1}', '{0}', '{1}'),
    noVerdict: l10n.t('no verdict'),
    actions: l10n.t('Actions'),
    show: l10n.t('Filter cases'),
    showHint: l10n.t('Press F to toggle failed cases only'),
    all: l10n.t('All'),
    failed: l10n.t('Failed'),
    changed: l10n.t('Changed'),
    nothingFailed: l10n.t('No failed cases.'),
    nothingLikeThat: l10n.t('No matching cases.'),
    details: l10n.t('Case details'),
    close: l10n.t('Close'),
    compileMessage: l10n.t('Compiler output'),
    openCompileMessage: l10n.t('Open in Editor'),
    openPosition: l10n.t('Go to {0}', '{0}'),
    compileMessageCut: l10n.t('Truncated.'),
    input: l10n.t('Input'),
    output: l10n.t('Output'),
    errorOutput: l10n.t('Error output'),
    expected: l10n.t('Expected'),
    found: l10n.t('Actual'),
    emptyOutput: l10n.t('(empty)'),
    omittedOutput: {
      tooLarge: l10n.t('(too large, not sent by the judge)'),
      binary: l10n.t('(binary, not sent by the judge)'),
      notSent: l10n.t('(not sent by the judge)'),
    },
    nextFailed: l10n.t('Next failed: {0}', '{0}'),
    first: l10n.t('first: #{0}', '{0}'),
    firstLine: l10n.t('first: {0}', '{0}'),
    failedOf: l10n.t('{0} of {1} failed', '{0}', '{1}'),
    passedOf: l10n.t('{0} of {1} passed', '{0}', '{1}'),
    was: l10n.t('{0} (was {1})', '{0}', '{1}'),
    more: l10n.t('More'),
    moreActions: l10n.t('More Actions'),
    judging: l10n.t('Judging'),
    versions: l10n.t('Versions'),
    version: l10n.t('Version {0} of {1}', '{0}', '{1}'),
    before: l10n.t('Before'),
    now: l10n.t('Now'),
    notThere: l10n.t('missing'),
    changes: {
      same: l10n.t('same'),
      better: l10n.t('better'),
      worse: l10n.t('worse'),
      different: l10n.t('different'),
      slower: l10n.t('slower'),
      faster: l10n.t('faster'),
      larger: l10n.t('more memory'),
      smaller: l10n.t('less memory'),
      added: l10n.t('new'),
      removed: l10n.t('gone'),
      unfinished: l10n.t('unfinished'),
    },
  };
}
