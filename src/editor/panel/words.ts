import { env, l10n } from 'vscode';
import type { Words } from '../../panel/messages';
import { countWords, joined } from '../recordWords';
import type { CompileCounts } from './compileView';

/** Every sentence of the page. Where `{0}` stands in one, the page fills it in. */
export function pageWords(): Words {
  return {
    locale: env.language,
    subtask: l10n.t('Subtask #{0}', '{0}'),
    subtaskWithoutId: l10n.t('Cases'),
    case: l10n.t('Case #{0}', '{0}'),
    caseWithoutId: l10n.t('Case'),
    cases: l10n.t('Cases'),
    verdict: l10n.t('Verdict'),
    score: l10n.t('Score'),
    time: l10n.t('Time'),
    memory: l10n.t('Memory'),
    signal: l10n.t('Signal'),
    exitCode: l10n.t('Exit code'),
    description: l10n.t('Description'),
    limit: l10n.t('limit: {0}', '{0}'),
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
    compileMessage: l10n.t('Compile message'),
    openCompileMessage: l10n.t('Open as document'),
    openPosition: l10n.t('Go to {0}', '{0}'),
    compileMessageCut: l10n.t('Truncated.'),
    showWholeDescription: l10n.t('Show all'),
    compareOutput: l10n.t('Compare Output'),
    judging: l10n.t('Judging'),
    versions: l10n.t('Versions'),
    version: l10n.t('{0} of {1}', '{0}', '{1}'),
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

/** What a compilation came to: `Compilation failed · 2 errors · 1 warning`. */
export function compileTitle({ success, errors, warnings, lines }: CompileCounts): string {
  const silent = lines === 0 && success !== null ? l10n.t('no compiler output') : '';
  const outcome =
    success === null ? l10n.t('Compilation') : success ? l10n.t('Compiled') : l10n.t('Compilation failed');
  return joined(' · ', outcome, ...countWords(errors, warnings), silent);
}
