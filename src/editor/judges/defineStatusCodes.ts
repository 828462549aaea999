import { l10n, window, type QuickPickItem } from 'vscode';
import {
  meaningOf,
  statusText,
  subtasksOf,
  type JudgeSemantics,
  type StatusCode,
  type StatusKind,
} from '../../results';
import type { JudgeId } from '../../judges';
import { nameOfJudge } from '../labels/judgeLabels';
import { changeJudges, judgeDescription } from '../shared/settings/judgeSettings';
import { showSettingsProblems } from '../shared/settings/settingsProblems';
import { targetRecords, type RowArguments } from '../shared/commands/commandTargets';
import { offerJudges } from '../shared/dialogs/dialogs';
import type { Core, WithSelection } from '../shared/core';

/** Prompts for the meaning of each undefined code that occurs in the judge's results. */
export async function defineStatusCodes(extension: Core & WithSelection, args: RowArguments): Promise<void> {
  const [record] = targetRecords(extension, args.length > 0 ? args : [null]);
  const { judges } = extension;
  const own = record ? await judges.judgeOf(record.service) : null;
  // a demo or imported result has no judge
  const choice = own ? { kind: 'chosen' as const, judge: own } : await judges.choice();
  if (choice.kind === 'wrong') return showSettingsProblems(choice.problems);
  if (choice.kind === 'none') {
    offerJudges(l10n.t('Choose a judge to define its status codes.'));
    return;
  }
  const { judge } = choice;
  const name = nameOfJudge(judge);
  if (!judge.definesCodes || judgeDescription(judge.name) === null) {
    void window.showInformationMessage(l10n.t('The status codes of {0} are built in.', name));
    return;
  }
  const codes = await unknownCodes(extension, judge.id);
  if (codes.length === 0) {
    void window.showInformationMessage(l10n.t('No undefined status codes in results from {0}.', name));
    return;
  }
  const defined: Record<string, unknown> = {};
  for (const code of codes) {
    const meaning = await askMeaning(code, judge.rules, l10n.t('Status Codes of {0}', name));
    if (!meaning) break;
    defined[String(code)] = meaning;
  }
  if (Object.keys(defined).length === 0) return;
  // the settings may have changed while the dialogs were open
  const described = judgeDescription(judge.name);
  if (!described) return;
  const before = described['statusCodes'];
  const known = typeof before === 'object' && before !== null ? before : {};
  await changeJudges({ [judge.name]: { ...described, statusCodes: { ...known, ...defined } } });
}

/** Returns the undefined codes in all known results of a judge. Codes of records come before codes of cases. */
async function unknownCodes({ store }: Core, service: JudgeId): Promise<readonly StatusCode[]> {
  const codes = new Set<StatusCode>();
  const records = store.records().filter((record) => record.service === service);
  const see = (code: StatusCode | null, record: (typeof records)[number]): void => {
    if (code !== null && !meaningOf(record.rules.statuses, code)) codes.add(code);
  };
  for (const record of records) see(record.summary?.status ?? null, record);
  for (const record of records) {
    for (const subtask of subtasksOf(await store.findEnvelope(record.key))) {
      see(subtask.status, record);
      for (const { status } of subtask.cases) see(status, record);
    }
  }
  return [...codes];
}

interface KindItem extends QuickPickItem {
  readonly kindOfStatus: StatusKind;
}

async function askMeaning(
  code: StatusCode,
  rules: JudgeSemantics,
  title: string,
): Promise<{ readonly name: string; readonly kind: StatusKind; readonly short: string } | null> {
  const words = statusText(code, rules);
  const kind = await window.showQuickPick(kindItems(), {
    title,
    placeHolder: l10n.t('Select what “{0}” means', words),
    ignoreFocusOut: true,
  });
  if (!kind) return null;
  const name = await window.showInputBox({
    title,
    prompt: l10n.t('Name of “{0}”, for example Wrong Answer', words),
    ignoreFocusOut: true,
  });
  if (!name?.trim()) return null;
  const parts = name.trim().split(/\s+/);
  const short = await window.showInputBox({
    title,
    prompt: l10n.t('Short name of “{0}”, for example WA', words),
    value: parts.length > 1 ? parts.map((part) => part.slice(0, 1).toUpperCase()).join('') : '',
    ignoreFocusOut: true,
  });
  return short === undefined ? null : { name: name.trim(), kind: kind.kindOfStatus, short: short.trim() };
}

function kindItems(): KindItem[] {
  return [
    { kindOfStatus: 'accepted', label: l10n.t('Accepted') },
    { kindOfStatus: 'failed', label: l10n.t('Failed') },
    { kindOfStatus: 'partial', label: l10n.t('Partially accepted') },
    { kindOfStatus: 'pending', label: l10n.t('Pending') },
    { kindOfStatus: 'error', label: l10n.t('System error') },
  ];
}
