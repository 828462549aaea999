import type { TreeView } from 'vscode';

type DescribedView = Pick<TreeView<unknown>, 'message' | 'description'>;

/** The text next to the title of the view: the chosen judge with its account, and how the list is arranged. */
export class ViewDescription implements DescribedView {
  private judge = '';
  private arrangement: string | undefined;

  constructor(private readonly view: DescribedView) {}

  set message(words: string | undefined) {
    this.view.message = words;
  }

  get message(): string | undefined {
    return this.view.message;
  }

  /** Sets how the list is arranged. The description of the view also contains the judge. */
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
    this.view.description = parts.join(' · ') || undefined;
  }
}
