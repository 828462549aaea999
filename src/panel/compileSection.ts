import { make, makeButton, replaceChildren, setAttribute } from './dom';
import { fill, joined } from './shown';
import type { CompileView, Post, Side, Words } from './messages';

/** The compile message, whose positions are links. Open from the start only where the compilation failed. */
export class CompileSection {
  readonly element = make('div', { class: 'compile' });
  private drawn: CompileView | null | undefined = undefined;

  constructor(
    private readonly side: Side,
    private readonly post: Post,
    private readonly toggled: (open: boolean) => void,
  ) {}

  /** `role`: `Before` or `Now`, null alone; `open`: what the person chose, null: nothing yet. */
  draw(compile: CompileView | null, words: Words, role: string | null, open: boolean | null): void {
    if (this.drawn !== undefined && sameCompilation(this.drawn, compile)) return;
    this.drawn = compile;
    setAttribute(this.element, 'hidden', compile === null);
    if (!compile) {
      this.element.replaceChildren();
      return;
    }
    const failed = compile.success === false;
    const title = make(
      'span',
      { class: 'compile-title', 'data-failed': failed },
      joined(words.locale.startsWith('zh') ? '：' : ': ', role, compile.title),
    );
    if (compile.text === '') {
      replaceChildren(this.element, make('p', { class: 'compile-empty' }, title));
      return;
    }
    const details = make(
      'details',
      { open: open ?? failed },
      make('summary', { 'data-focus': `compile-${this.side}` }, title),
      make(
        'pre',
        { tabindex: 0, role: 'region', 'aria-label': words.compileMessage },
        ...this.parts(compile, words),
      ),
      this.opener(compile, words),
    );
    // the event also comes for the state it is made with
    let wasOpen = details.open;
    details.addEventListener('toggle', () => {
      if (details.open === wasOpen) return;
      wasOpen = details.open;
      this.toggled(wasOpen);
    });
    replaceChildren(this.element, details);
  }

  private parts({ text, links }: CompileView, words: Words): (Node | string)[] {
    const parts: (Node | string)[] = [];
    let from = 0;
    links.forEach(({ start, end }, index) => {
      parts.push(text.slice(from, start), this.link(text.slice(start, end), index, words));
      from = end;
    });
    parts.push(text.slice(from));
    return parts;
  }

  private link(text: string, index: number, words: Words): HTMLElement {
    const { side } = this;
    const title = fill(words.openPosition, text);
    const attributes = { class: 'link', title, 'data-focus': `link-${side}-${index}` };
    return makeButton(attributes, () => this.post({ type: 'openPosition', side, link: index }), text);
  }

  private opener({ cut }: CompileView, words: Words): HTMLElement {
    const { side } = this;
    const attributes = { class: 'link', 'data-focus': `open-${side}` };
    const open = (): void => this.post({ type: 'openCompileMessage', side });
    const button = makeButton(attributes, open, words.openCompileMessage);
    return make('p', { class: 'compile-more' }, cut ? `${words.compileMessageCut} ` : null, button);
  }
}

function sameCompilation(a: CompileView | null, b: CompileView | null): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
