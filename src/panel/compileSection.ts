import { fill, joined, make, makeButton, replaceChildren, setAttribute } from './dom';
import type { CompileView, Side, Words } from './messages';

export interface CompileHooks {
  openPosition(side: Side, link: number): void;
  openMessage(side: Side): void;
  toggled(open: boolean): void;
}

/** The compile message, whose positions are links. Open from the start only where the compilation failed. */
export class CompileSection {
  readonly element = make('div', { class: 'compile' });
  private drawn: CompileView | null | undefined = undefined;

  constructor(private readonly hooks: CompileHooks) {}

  /** `role`: `Before` or `Now`, null alone; `open`: what the person chose, null: nothing yet. */
  draw(
    compile: CompileView | null,
    side: Side,
    words: Words,
    role: string | null,
    open: boolean | null,
  ): void {
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
      make('summary', { 'data-focus': `compile-${side}` }, title),
      make(
        'pre',
        { tabindex: 0, role: 'region', 'aria-label': words.compileMessage },
        ...this.parts(compile, side, words),
      ),
      this.opener(compile, side, words),
    );
    // the event also comes for the state it is made with
    let wasOpen = details.open;
    details.addEventListener('toggle', () => {
      if (details.open === wasOpen) return;
      wasOpen = details.open;
      this.hooks.toggled(wasOpen);
    });
    replaceChildren(this.element, details);
  }

  private parts({ text, links }: CompileView, side: Side, words: Words): (Node | string)[] {
    const parts: (Node | string)[] = [];
    let from = 0;
    links.forEach(({ start, end }, index) => {
      parts.push(text.slice(from, start), this.link(text.slice(start, end), index, side, words));
      from = end;
    });
    parts.push(text.slice(from));
    return parts;
  }

  private link(text: string, index: number, side: Side, words: Words): HTMLElement {
    const title = fill(words.openPosition, text);
    const attributes = { class: 'link', title, 'data-focus': `link-${side}-${index}` };
    return makeButton(attributes, () => this.hooks.openPosition(side, index), text);
  }

  private opener({ cut }: CompileView, side: Side, words: Words): HTMLElement {
    const attributes = { class: 'link', 'data-focus': `open-${side}` };
    const button = makeButton(attributes, () => this.hooks.openMessage(side), words.openCompileMessage);
    return make('p', { class: 'compile-more' }, cut ? `${words.compileMessageCut} ` : null, button);
  }
}

function sameCompilation(a: CompileView | null, b: CompileView | null): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
