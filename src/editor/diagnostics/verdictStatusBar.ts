import { l10n, StatusBarAlignment, window, workspace, type Disposable, type Uri } from 'vscode';
import { isKeptText, type KnownRecord, type RecordStore, showsVerdict } from '../../records';
import { recordsOf } from './linkedSources';
import { later } from '../../base/ports';
import { isSampleRun } from '../labels/customInputRuns';
import { nameOfJudgeId } from '../labels/judgeLabels';
import { joined, recordName, shownScore, verdictName, verdictWord } from '../labels/recordLabels';
import { COMPARE_PAUSE_MS } from './limits';

/**
 * Shows the last verdict of the active file in the status bar (“P1115 WA 50”), marked if the file has changed since. For
 * a run of samples, also shows who ran it (“A.cpp samples AC · This Computer”).
 */
export class VerdictStatusBar implements Disposable {
  private readonly item = window.createStatusBarItem('judgeResults.lastVerdict', StatusBarAlignment.Left, 4);
  private typing: Disposable | null = null;
  /** number of the newest update; older ones are discarded */
  private updates = 0;
  private readonly disposables: Disposable[];

  constructor(private readonly store: RecordStore) {
    this.item.name = l10n.t('Verdict of this file');
    const update = (): void => void this.update();
    this.disposables = [
      this.item,
      window.onDidChangeActiveTextEditor(update),
      store.onDidChange(update),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document !== window.activeTextEditor?.document) return;
        this.typing?.dispose();
        this.typing = later(COMPARE_PAUSE_MS, update);
      }),
    ];
    update();
  }

  dispose(): void {
    this.typing?.dispose();
    this.disposables.forEach((disposable) => void disposable.dispose());
  }

  private async update(): Promise<void> {
    const number = (this.updates += 1);
    const document = window.activeTextEditor?.document;
    const record = document && recordsOf(this.store, document.uri).find(showsVerdict);
    if (!record) {
      this.item.hide();
      return;
    }
    const isChanged = !(await isKeptText(record, document.getText()));
    if (number === this.updates) this.show(record, document.uri, isChanged);
  }

  private show(record: KnownRecord, uri: Uri, isChanged: boolean): void {
    const score = shownScore(record);
    const isRun = isSampleRun(record);
    const place = isRun ? nameOfJudgeId(record.service) : '';
    const label = joined(' · ', joined(' ', recordName(record), verdictWord(record), score), place);
    this.item.text = `$(checklist) ${label}${isChanged ? ' •' : ''}`;
    const verdict = joined(' ', recordName(record), verdictName(record), score);
    const description = joined(' · ', verdict, place);
    const changed = isRun
      ? l10n.t('The file has changed since this run.')
      : l10n.t('The file has changed since this submission.');
    this.item.tooltip = isChanged ? `${description}\n${changed}` : description;
    this.item.accessibilityInformation = { label: isChanged ? `${description}. ${changed}` : description };
    this.item.command = {
      command: 'judgeResults.row.showVerdictActions',
      title: '',
      arguments: [{ key: record.key }, uri],
    };
    this.item.show();
  }
}
