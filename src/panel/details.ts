import { formatMemory, formatScore, formatTime } from '../judge';
import { caseView, difference, type CaseView, caseHeading } from './caseView';
import { make, makeButton, replaceChildren, setAttribute } from './dom';
import type {
  CaseResult,
  ComparedCase,
  DescriptionMessage,
  Post,
  RecordHead,
  Side,
  SubtaskView,
  Words,
} from './messages';
import { subtaskName } from './recordCard';
import { fill, type Shown } from './shown';
import { setShare } from './square';

export interface ChosenCase {
  readonly subtask: SubtaskView;
  readonly case: ComparedCase;
  /** of the case in its subtask */
  readonly index: number;
}

/** Everything the service says about one case. */
export class Details {
  readonly element = make('aside', { class: 'details', hidden: true });
  /** whole descriptions that were asked for */
  private readonly whole = new Map<string, string>();

  constructor(
    private readonly post: Post,
    private readonly close: () => void,
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
        several ? make('span', { class: 'where' }, subtaskName(chosen.subtask.id, words)) : null,
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
    const limitWords = (limit: string) => limit && fill(words.limit, limit);
    const time = limitWords(formatTime(record.limits?.time ?? null, record.units));
    const memory = limitWords(formatMemory(record.limits?.memory ?? null, record.units));
    return [
      make(
        'dl',
        {},
        ...row(words.verdict, pill(view, words)),
        ...row(words.score, view.score),
        ...row(words.time, measured(view.time, view.timeShare, time)),
        ...row(words.memory, measured(view.memory, view.memoryShare, memory)),
        ...row(words.signal, view.signal),
        ...row(words.exitCode, view.exitCode),
      ),
      ...this.description(shown, chosen, 'record', view, words.description),
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
    const step = (figure: 'score' | 'time' | 'memory'): string => {
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
          cells(words.score, before.score, now.score, step('score')),
          cells(words.time, before.time, now.time, step('time')),
          cells(words.memory, before.memory, now.memory, step('memory')),
          cells(words.signal, before.signal, now.signal),
          cells(words.exitCode, before.exitCode, now.exitCode),
        ),
      ),
      ...this.description(shown, chosen, 'before', before, `${words.description} · ${words.before}`),
      ...this.description(shown, chosen, 'record', now, `${words.description} · ${words.now}`),
    ];
  }

  private description(
    { words }: Shown,
    { subtask, case: one }: ChosenCase,
    side: Side,
    view: CaseView,
    title: string,
  ): (Node | null)[] {
    const place = { side, subtask: subtask.key, case: one.key };
    const outputs = (side === 'before' ? one.before : one)?.hasOutputs
      ? makeButton(
          { class: 'link', 'data-focus': `outputs-${side}` },
          () => this.post({ type: 'compareOutput', ...place }),
          words.compareOutput,
        )
      : null;
    const heading = make('h3', {}, title);
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

function pill(view: CaseView, words: Words): HTMLElement {
  if (view.verdict === '') return make('span', { class: 'none' }, words.noVerdict);
  return make('span', { class: 'pill small', 'data-look': view.look ?? 'none' }, view.verdict);
}

/** Narrow: the code in color, the name below it. */
function shortPill(view: CaseView, words: Words): HTMLElement {
  if (view.verdict === '') return pill(view, words);
  const code = make('span', { class: 'pill small', 'data-look': view.look ?? 'none' }, view.code);
  const name = view.verdict.startsWith(`${view.code} `) ? view.verdict.slice(view.code.length + 1) : '';
  return make('div', {}, code, name === '' ? null : make('div', {}, name));
}

function row(name: string, value: Node | string): Node[] {
  return value === '' ? [] : [make('dt', {}, name), make('dd', {}, value)];
}

function measured(value: string, share: number | null, limit: string): Node | string {
  if (value === '' || share === null) return value;
  const bar = make('span', { class: 'bar' });
  setShare(bar, share);
  return make('div', { class: 'measured' }, make('span', {}, value), bar, make('small', {}, limit));
}
