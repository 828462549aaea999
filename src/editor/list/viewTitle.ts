import type { TreeView } from 'vscode';

/**
 * The title of the view: the chosen judge with its account, and how the list is arranged. VS Code shows it after the name
 * of the extension, because it doesn’t show a description there.
 */
export class ViewTitle implements Pick<TreeView<unknown>, 'message' | 'description'> {
  private judge = '';
  private arrangement: string | undefined;

  /** @param name title while no judge is chosen */
  constructor(
    private readonly view: Pick<TreeView<unknown>, 'message' | 'title'>,
    private readonly name: string,
  ) {}

  set message(words: string | undefined) {
    this.view.message = words;
  }

  get message(): string | undefined {
    return this.view.message;
  }

  /** Sets how the list is arranged. */
  set description(arrangement: string | undefined) {
    this.arrangement = arrangement;
    this.show();
  }

  get description(): string | undefined {
    return this.arrangement;
  }

  /** Sets the chosen judge with its account; empty: none is chosen. */
  showJudge(words: string): void {
    this.judge = words;
    this.show();
  }

  private show(): void {
    const parts = [this.judge, this.arrangement ?? ''].filter((part) => part !== '');
    this.view.title = parts.join(' · ') || this.name;
  }
}
