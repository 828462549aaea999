import * as v from 'valibot';
import { l10n, Uri, ViewColumn, window, env, type WebviewPanel } from 'vscode';
import { errorStack } from '../../base/log';
import type { FromSamplePage, ToSamplePage } from '../../resultPage/samplePage/messages';
import { shownFileName } from '../labels/recordLabels';
import { offer } from '../shared/dialogs/dialogs';
import { pageHtml } from '../shared/pageHtml';
import { EditedSample } from './editedSample';
import type { StoredSample } from './findSamples';
import type { Core } from '../shared/core';

type SampleParts = Pick<Core, 'context' | 'log' | 'realPath'>;

/** Open pages, in the order of their opening. */
const open = new Set<SampleEditor>();

/**
 * Opens a page on which the user types a sample, input and expected output side by side. Shows the page that is already
 * open for it. `sample`: null: a new one. `run`: runs the samples of the program
 */
export function openSampleEditor(
  extension: SampleParts,
  program: Uri,
  sample: StoredSample | null,
  run: () => Promise<unknown>,
): void {
  const known = [...open].find((editor) => editor.isOf(program, sample));
  if (known) known.reveal(sample);
  else open.add(new SampleEditor(extension, program, sample, run));
}

/** Saves the typed texts on the open pages of a program's samples. Returns false if that failed, which was shown. */
export async function saveOpenSamples(program: Uri): Promise<boolean> {
  let isSaved = true;
  for (const editor of open) if (editor.isOfProgram(program)) isSaved = (await editor.save()) && isSaved;
  return isSaved;
}

/** Closes the page of a sample that was removed. */
export function closeSampleEditor(program: Uri, sample: StoredSample): void {
  for (const editor of open) if (editor.isOf(program, sample)) editor.close();
}

const texts = v.object({ input: v.string(), expected: v.string() });
const fromPage = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.picklist(['change', 'save', 'run']), texts }),
]);

class SampleEditor {
  private readonly panel: WebviewPanel;
  private readonly edited: EditedSample;
  /** the user closed the page of a removed sample, so nothing is saved */
  private isDiscarded = false;

  constructor(
    private readonly extension: SampleParts,
    private readonly program: Uri,
    sample: StoredSample | null,
    private readonly run: () => Promise<unknown>,
  ) {
    this.edited = new EditedSample(extension, program, sample);
    this.panel = this.createPanel();
    this.panel.onDidDispose(() => {
      open.delete(this);
      this.offerToSave().catch((error: unknown) => extension.log.error(`sample page: ${errorStack(error)}`));
    });
    this.panel.webview.onDidReceiveMessage((message: unknown) => this.receive(message));
  }

  isOfProgram(program: Uri): boolean {
    return this.edited.isOfProgram(program);
  }

  isOf(program: Uri, sample: StoredSample | null): boolean {
    return this.edited.isOf(program, sample);
  }

  /** `sample`: as it is stored now */
  reveal(sample: StoredSample | null): void {
    if (this.edited.refresh(sample)) this.show();
    this.panel.reveal();
  }

  close(): void {
    this.isDiscarded = true;
    this.panel.dispose();
  }

  /** Saves the sample if it has changes. Returns false if that failed, which was shown. */
  async save(): Promise<boolean> {
    const outcome = await this.edited.save();
    if (outcome.kind !== 'unchanged') this.post({ type: 'note', note: outcome.words });
    if (outcome.kind === 'failed') void window.showErrorMessage(outcome.words);
    return outcome.kind !== 'failed';
  }

  private createPanel(): WebviewPanel {
    const media = Uri.joinPath(this.extension.context.extensionUri, 'media');
    const title = l10n.t('Sample of {0}', shownFileName(this.program));
    const panel = window.createWebviewPanel('judgeResults.sample', title, ViewColumn.Active, {
      enableScripts: true,
      enableForms: false,
      enableCommandUris: false,
      // keeps the typed text while the page is hidden
      retainContextWhenHidden: true,
      localResourceRoots: [media],
    });
    const address = (name: string): string =>
      panel.webview.asWebviewUri(Uri.joinPath(media, name)).toString();
    panel.iconPath = {
      light: Uri.joinPath(media, 'judge.svg'),
      dark: Uri.joinPath(media, 'judge-dark.svg'),
    };
    panel.webview.html = pageHtml({
      script: address('sample.js'),
      style: address('sample.css'),
      source: panel.webview.cspSource,
      nonce: crypto.randomUUID(),
      language: env.language,
      title,
    });
    return panel;
  }

  private receive(received: unknown): void {
    const message = v.safeParse(fromPage, received);
    if (!message.success) {
      this.extension.log.warn('sample page: invalid message from the page');
      return;
    }
    this.follow(message.output).catch((error: unknown) =>
      this.extension.log.error(`sample page: ${errorStack(error)}`),
    );
  }

  private async follow(message: FromSamplePage): Promise<void> {
    if (message.type === 'ready') {
      this.show();
      return;
    }
    this.edited.texts = message.texts;
    switch (message.type) {
      case 'change':
        return;
      case 'save':
        await this.save();
        return;
      case 'run':
        if (await this.save()) await this.run();
    }
  }

  private show(): void {
    const labels = {
      input: l10n.t('Input'),
      expected: l10n.t('Expected Output'),
      run: l10n.t('Run Samples'),
      save: l10n.t('Save'),
    };
    this.post({ type: 'show', texts: this.edited.texts, labels });
  }

  /** Offers to save what was typed on the closed page. */
  private async offerToSave(): Promise<void> {
    if (this.isDiscarded || !(await this.edited.hasUnsaved())) return;
    const words = l10n.t('The sample of {0} wasn’t saved.', shownFileName(this.program));
    await offer(words, l10n.t('Save'), () => this.save());
  }

  private post(message: ToSamplePage): void {
    // a closed page can't receive it
    if (open.has(this)) void this.panel.webview.postMessage(message);
  }
}
