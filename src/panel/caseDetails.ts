import {
  caseFactNames,
  endingNames,
  figureNames,
  formatMemory,
  formatScore,
  formatTime,
  type CaseFactName,
  type FigureName,
  type Omission,
} from '../judge';
import { caseView, difference, type CaseView, caseHeading } from './caseView';
import { make, makeButton, replaceChildren, setAttribute } from './dom';
import type {
  CaseResult,
  ComparedCase,
  DescriptionMessage,
  Post,
  RecordHead,
  OutputsView,
  Side,
  SubtaskView,
  Words,
} from './messages';
import { subtaskName } from './recordCard';
import { fill, type Shown } from './shown';
import { setShare, worthABar } from './square';

export interface ChosenCase {
  readonly subtask: SubtaskView;
  readonly case: ComparedCase;
  /** of the case in its subtask */
  readonly index: number;
}

/** Everything the service says about one case. */
export class CaseDetails {
  readonly element = make('aside', { class: 'details', hidden: true });
  /** whole descriptions that were asked for */
  private readonly whole = new Map<string, string>();

  constructor(
    private readonly post: Post,
    private readonly close: () => void,
    /** the failed case behind the chosen one; null: it was the last */
    private readonly next: () => { readonly name: string; readonly open: () => void } | null,
  ) {}

  draw(shown: Shown, chosen: ChosenCase | null): void {
    setAttribute(this.element, 'hidden', chosen === null);
    setAttribute(this.element, 'aria-label', shown.words.details);
    if (!chosen) {
      this.element.replaceChildren();
      return;
    }
    const { words } = shown;
    const now = caseView(shown.record, chosen.case.name, chosen.case);
    const several = shown.subtasks.length > 1;
    const closing = { class: 'close', 'aria-label': words.close, title: words.close, 'data-focus': 'close' };
    const close = makeButton(closing, this.close, '✕');
    replaceChildren(
      this.element,
      make(
        'header',
        {},
        make('h2', {}, caseHeading(now, words)),
        ' ',
        ...(shown.comparison ? [] : verdictOf(now, words)),
        several && !isNamedAfter(now, chosen.subtask)
          ? make('span', { class: 'where' }, subtaskName(chosen.subtask, words))
          : null,
        close,
      ),
      ...(shown.comparison && chosen.case.before
        ? this.compared(shown, shown.comparison.before, chosen, chosen.case.before)
        : this.single(shown, chosen, now)),
    );
  }

  setWhole({ side, subtask, case: one, text }: DescriptionMessage): void {
    this.whole.set(JSON.stringify([side, subtask, one]), text);
  }

  forget(): void {
    this.whole.clear();
  }

  private single(shown: Shown, chosen: ChosenCase, view: CaseView): (Node | null)[] {
    const { words, record } = shown;
    const factOf = (name: CaseFactName): Node | string => {
      if (name === 'time') {
        const limit = formatTime(record.limits?.time ?? null, record.units);
        return measured(view.time, view.timeShare, limit, words);
      }
      if (name === 'memory') {
        const limit = formatMemory(record.limits?.memory ?? null, record.units);
        return measured(view.memory, view.memoryShare, limit, words);
      }
      return view[name];
    };
    const next = this.next();
    const { isOwnRun } = record;
    const title = isOwnRun ? words.output : words.description;
    const description = this.description(shown, chosen, 'record', view, title);
    return [
      ...inputOf(chosen.case, words),
      ...(isOwnRun ? description : []),
      outputPair(chosen.case.outputs, view, words),
      make(
        'dl',
        { 'data-look': view.look ?? 'none' },
        ...caseFactNames.flatMap((name) => row(words[name], factOf(name))),
      ),
      ...(isOwnRun ? [] : description),
      next &&
        make(
          'p',
          { class: 'next' },
          makeButton(
            { class: 'link', 'data-focus': 'next', 'aria-keyshortcuts': 'N' },
            next.open,
            fill(words.nextFailed, next.name),
          ),
        ),
    ];
  }

  private compared(
    shown: Shown,
    headBefore: RecordHead,
    chosen: ChosenCase,
    caseBefore: CaseResult,
  ): (Node | null)[] {
    const { words, record } = shown;
    const now = caseView(record, chosen.case.name, chosen.case);
    const before = caseView(headBefore, chosen.case.name, caseBefore);
    const change = chosen.case.change ?? 'same';
    const step = (figure: FigureName): string => {
      const { units } = record;
      if (headBefore.units[figure] !== units[figure]) return '';
      const format = { score: formatScore, time: formatTime, memory: formatMemory }[figure];
      return difference(caseBefore[figure], chosen.case[figure], (value) => format(value, units));
    };
    const was =
      change === 'added' ? make('span', { class: 'none' }, words.notThere) : shortPill(before, words);
    const is = change === 'removed' ? make('span', { class: 'none' }, words.notThere) : shortPill(now, words);
    const cells = (name: string, a: Node | string, b: Node | string, by = ''): HTMLElement | null =>
      a === '' && b === ''
        ? null
        : make(
            'tr',
            {},
            make('th', { scope: 'row' }, name),
            make('td', {}, a),
            make('td', {}, b, by === '' ? null : make('span', { class: 'step' }, by)),
          );
    const heads = [words.before, words.now].map((text) => make('th', { scope: 'col' }, text));
    return [
      make('p', { class: 'became', 'data-change': change }, words.changes[change]),
      make(
        'table',
        {},
        make('thead', {}, make('tr', {}, make('td'), ...heads)),
        make(
          'tbody',
          {},
          cells(words.verdict, was, is),
          ...figureNames.map((name) => cells(words[name], before[name], now[name], step(name))),
          ...endingNames.map((name) => cells(words[name], before[name], now[name])),
        ),
      ),
      ...this.description(shown, chosen, 'before', before, `${words.description} · ${words.before}`),
      ...this.description(shown, chosen, 'record', now, `${words.description} · ${words.now}`),
    ];
  }

  private description(
    shown: Shown,
    { subtask, case: one }: ChosenCase,
    side: Side,
    view: CaseView,
    title: string,
  ): (Node | null)[] {
    const { words } = shown;
    const place = { side, subtask: subtask.key, case: one.key };
    const outputs = (side === 'before' ? one.before : one)?.outputs?.isWhole
      ? makeButton(
          { class: 'link', 'data-focus': `outputs-${side}` },
          () => this.post({ type: 'compareOutput', ...place }),
          words.compareOutput,
        )
      : null;
    const heading = make('h3', {}, title);
    if (view.description === '' && shown.record.isOwnRun)
      return [heading, make('p', { class: 'output' }, make('i', {}, words.emptyOutput))];
    if (view.description === '') return outputs ? [heading, outputs] : [];
    const asked = this.whole.get(JSON.stringify([side, subtask.key, place.case]));
    // the case may say something else since it was asked for: judged again, say
    const whole = view.cut && asked?.startsWith(view.description.slice(0, -1)) ? asked : undefined;
    const text = make('p', { class: 'description' }, whole ?? view.description);
    if (!view.cut || whole !== undefined) return [heading, text, outputs];
    const more = makeButton(
      { class: 'link', 'data-focus': `more-${side}` },
      () => this.post({ type: 'wholeDescription', ...place }),
      words.showWholeDescription,
    );
    return [heading, text, more, outputs];
  }
}

/** The name of the case says which subtask it is of. */
function isNamedAfter({ name }: CaseView, { id }: SubtaskView): boolean {
  return id !== null && name.startsWith(`${id}-`);
}

function verdictOf(view: CaseView, words: Words): (Node | string)[] {
  if (view.verdict === '') return [make('span', { class: 'none' }, words.noVerdict)];
  const code = make('span', { class: 'pill small', 'data-look': view.look ?? 'none' }, view.code);
  const name = view.verdict.startsWith(`${view.code} `) ? view.verdict.slice(view.code.length + 1) : '';
  return [code, ' ', make('span', { class: 'verdict-name', title: name }, name)];
}

/** Narrow: the code in color, the name below it. */
function shortPill(view: CaseView, words: Words): HTMLElement {
  const [first, , second = null] = verdictOf(view, words);
  return make('div', {}, first ?? null, second && make('div', {}, second));
}

/** What the program was given, as far as the service says. */
function inputOf({ input }: CaseResult, words: Words): Node[] {
  if (input === null) return [];
  const text = input === '' ? make('i', {}, words.emptyOutput) : input;
  return [make('h3', {}, words.input), make('p', { class: 'output' }, text)];
}

/** What should have been written and what was, side by side, with what differs. */
function outputPair(outputs: OutputsView | null, { look }: CaseView, words: Words): HTMLElement | null {
  if (!outputs) return null;
  const { expected, found, omitted = {} } = outputs;
  const same = sharedEnds(expected, found);
  const output = (name: string, text: string, omission?: Omission): HTMLElement =>
    make(
      'div',
      {},
      make('h3', {}, name),
      make(
        'p',
        { class: 'output' },
        ...(omission
          ? [make('i', {}, words.omittedOutput[omission])]
          : text === ''
            ? [make('i', {}, words.emptyOutput)]
            : marked(text, same)),
      ),
    );
  return make(
    'div',
    { class: 'outputs', 'data-look': look ?? 'none' },
    output(words.expected, expected, omitted.expected),
    output(words.found, found, omitted.actual),
  );
}

function marked(text: string, { start, end }: { start: number; end: number }): (Node | string | null)[] {
  const last = text.length - end;
  const differs = text.slice(start, last);
  return [text.slice(0, start), differs === '' ? null : make('mark', {}, differs), text.slice(last)];
}

/** How many UTF-16 units two texts have in common at the start and at the end, never half a character of either. */
function sharedEnds(a: string, b: string): { start: number; end: number } {
  const [one, other] = [[...a], [...b]];
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const length = (characters: readonly string[]): number => characters.join('').length;
  return { start: length(one.slice(0, start)), end: length(one.slice(one.length - end)) };
}

function row(name: string, value: Node | string): Node[] {
  return value === '' ? [] : [make('dt', {}, name), make('dd', {}, value)];
}

/** `412 ms of 500 ms`; a bar from half of the limit on. */
function measured(value: string, share: number | null, limit: string, words: Words): Node | string {
  if (value === '' || share === null || limit === '') return value;
  const text = fill(words.of, value, limit);
  if (share < worthABar) return text;
  const bar = make('span', { class: 'bar' });
  setShare(bar, share);
  return make('div', { class: 'measured' }, make('span', {}, text), bar);
}
