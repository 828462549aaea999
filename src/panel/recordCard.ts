import { formatMemory, formatScore, formatTime } from '../judge';
import { icon, make, makeButton } from './dom';
import type { ActionId, Fact, Post, RecordHead, Side, Words } from './messages';
import { fill, joined, statusOf } from './shown';

/** A record in short: what it is, its verdict, what it took, where it comes from. */
export function recordCard(
  head: RecordHead,
  side: Side,
  words: Words,
  post: Post,
  /** `Before` or `Now` beside another record; null: it stands alone */
  role: string | null,
): HTMLElement {
  const { figures, units } = head;
  const level = role === null ? 'h1' : 'h2';
  return make(
    'div',
    { class: 'card' },
    role === null ? null : make('span', { class: 'role' }, role),
    make(
      'div',
      { class: 'card-head' },
      make(level, { class: 'name' }, head.name),
      ...head.actions.map(({ id, label }) => iconButton(id, label, post)),
    ),
    make(
      'p',
      { class: 'verdict-line' },
      make('span', { class: 'pill', 'data-look': head.look ?? 'none' }, head.verdict),
      figure(words.score, formatScore(figures.score, units)),
      figure(words.time, formatTime(figures.time, units)),
      figure(words.memory, formatMemory(figures.memory, units)),
    ),
    progressOf(head, words),
    head.note === null ? null : make('p', { class: 'note' }, head.note),
    make('dl', { class: 'facts' }, ...head.facts.map((fact) => factRow(fact, side, post))),
    actionsOf(head, words, post),
  );
}

function figure(name: string, value: string): HTMLElement | null {
  if (value === '') return null;
  return make('span', { class: 'measure' }, make('span', { class: 'measure-name' }, name), ' ', value);
}

function progressOf({ progress }: RecordHead, words: Words): HTMLElement | null {
  if (!progress) return null;
  const { done, total } = progress;
  // without a value it only says that something is going on
  const bar = make('progress', { 'aria-label': words.judging, max: total, value: total && done });
  return make('div', { class: 'progress' }, bar, make('span', {}, progress.words));
}

function factRow(fact: Fact, side: Side, post: Post): HTMLElement {
  return make('div', {}, make('dt', {}, fact.name), ' ', make('dd', {}, factValue(fact, side, post)));
}

function factValue(fact: Fact, side: Side, post: Post): HTMLElement {
  switch (fact.kind) {
    case 'text':
      return make('span', {}, fact.value);
    case 'moment':
      return make('time', { 'data-at': fact.at, title: fact.value }, fact.value);
    case 'source': {
      const attributes = { class: 'link', title: fact.hint, 'data-focus': `source-${side}` };
      return makeButton(attributes, () => post({ type: 'openSource', side }), fact.value);
    }
  }
}

function actionsOf({ actions }: RecordHead, words: Words, post: Post): HTMLElement | null {
  const labeled = actions.filter(({ id }) => icons[id] === undefined);
  if (labeled.length === 0) return null;
  const buttons = labeled.map(({ id, label }, index) =>
    makeButton(
      { class: index > 0 ? 'button secondary' : 'button', 'data-focus': `action-${id}` },
      () => post({ type: 'action', action: id }),
      label,
    ),
  );
  return make('div', { class: 'actions', role: 'group', 'aria-label': words.actions }, ...buttons);
}

/** What has a drawing instead of its words. */
const icons: Readonly<Partial<Record<ActionId, string>>> = {
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13.2 1.8v3h-3',
  keep: 'M5.5 2h5M6.5 2v4.5L4.5 9h7l-2-2.5V2M8 9v5',
};

function iconButton(id: ActionId, label: string, post: Post): HTMLElement | null {
  const path = icons[id];
  if (path === undefined) return null;
  const attributes = { class: 'icon', 'aria-label': label, title: label, 'data-focus': `action-${id}` };
  return makeButton(attributes, () => post({ type: 'action', action: id }), icon(path));
}

/** A subtask's heading: `Subtask 1`, its verdict, score, time and memory. */
export function subtaskHeading(
  id: number | null,
  head: RecordHead,
  figures: RecordHead['figures'],
  words: Words,
): (Node | string)[] {
  const { units } = head;
  const status = statusOf(head, figures.status);
  const score = formatScore(figures.score, units);
  return [
    make('span', { class: 'heading-name' }, subtaskName(id, words)),
    ' ',
    ...(status
      ? [make('span', { class: 'pill small', 'data-look': status.look ?? 'none' }, status.short), ' ']
      : []),
    make(
      'span',
      { class: 'heading-figures' },
      joined(
        ' · ',
        score && `${words.score} ${score}`,
        formatTime(figures.time, units),
        formatMemory(figures.memory, units),
      ),
    ),
  ];
}

export function subtaskName(id: number | null, words: Words): string {
  return id === null ? words.subtaskWithoutId : fill(words.subtask, id);
}
