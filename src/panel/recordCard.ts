import { formatMemory, formatScore, formatTime, type VerdictStyle } from '../judge';
import { icon, make, makeButton } from './dom';
import { isMenuOpen, makeMenu } from './menu';
import {
  actionIds,
  type Action,
  type ActionId,
  type CaseIdentity,
  type Fact,
  type Post,
  type RecordHead,
  type Side,
  type SubtaskView,
  type Words,
} from './messages';
import { fill, joined } from './shown';

export interface CardHooks {
  readonly post: Post;
  /** the case that failed first is wanted */
  readonly choose: (place: CaseIdentity) => void;
  /** whether the facts that few people ask for are shown, and that this has changed */
  readonly more: boolean;
  readonly toggled: (more: boolean) => void;
}

/** A record in short: what it is, its verdict, what failed first, where it comes from, and what one does next. */
export function recordCard(
  head: RecordHead,
  side: Side,
  words: Words,
  /** `Before` or `Now` beside another record; null: it stands alone */
  role: string | null,
  hooks: CardHooks,
): HTMLElement {
  const level = role === null ? 'h1' : 'h2';
  const facts = factsOf(head, side);
  return make(
    'div',
    { class: role === null ? 'card alone' : 'card' },
    role === null ? null : make('span', { class: 'role' }, role),
    make(
      'div',
      { class: 'identity' },
      make(level, { class: 'name' }, head.name),
      ...actionsAt(head, 'icon').map((action) => iconButton(action, hooks.post)),
      menuOf(head, side, words, hooks.post),
    ),
    make(
      'div',
      { class: 'top' },
      verdictLine(head),
      summaryOf(head, side, words, hooks),
      progressOf(head, words),
    ),
    head.ownNote === null ? null : make('p', { class: 'own-note' }, head.ownNote),
    head.note === null ? null : make('p', { class: 'note' }, head.note),
    originOf(head, side, words, facts, hooks),
    facts,
    buttonsOf(head, words, hooks.post),
  );
}

/** `WA Wrong Answer 50`, and small what it took. While it is judged nothing is scored. */
function verdictLine(head: RecordHead): HTMLElement {
  const { verdict, sign, figures, units } = head;
  const look = lookOf(head);
  const isScored = look !== 'pending' && look !== 'compileError';
  const rest = verdict.startsWith(`${sign} `) ? verdict.slice(sign.length + 1) : '';
  const score = isScored ? formatScore(figures.score, units) : '';
  const took = isScored
    ? joined(' · ', formatTime(figures.time, units), formatMemory(figures.memory, units))
    : '';
  return make(
    'p',
    { class: 'verdict-line' },
    make('span', { class: 'pill', 'data-look': look }, sign),
    rest === '' ? null : ' ',
    rest === '' ? null : make('span', { class: 'verdict-name' }, rest),
    score === '' ? null : ' ',
    score === '' ? null : make('span', { class: 'points' }, score),
    took === '' ? null : ' ',
    took === '' ? null : make('small', { class: 'took' }, took),
  );
}

/** Without a code there is no verdict yet: nothing that would be solid. */
function lookOf({ look, figures }: RecordHead): VerdictStyle | 'none' {
  return look ?? (figures.status === null ? 'pending' : 'none');
}

/** `2 of 6 failed · first: 2-1, read 0, expected -` */
function summaryOf(
  { counted, first, progress }: RecordHead,
  side: Side,
  words: Words,
  { post, choose }: CardHooks,
): HTMLElement | null {
  if (counted === '' && first === null) {
    // what stands below keeps its place when the first case has been judged
    return progress ? make('p', { class: 'summary' }, '\u00a0') : null;
  }
  if (first === null) return make('p', { class: 'summary' }, counted);
  const open = (): void => {
    if (first.kind === 'case') choose(first.place);
    else post({ type: 'openPosition', side, link: first.link });
  };
  const [before = '', after = ''] = words.first.split('{0}');
  return make(
    'p',
    { class: 'summary' },
    joined('', counted, counted === '' ? '' : ' · ', before),
    makeButton({ class: 'link', 'data-focus': `first-${side}` }, open, first.name),
    after,
    first.said === '' ? null : `${words.locale.startsWith('zh') ? '，' : ', '}${first.said}`,
  );
}

function progressOf({ progress }: RecordHead, words: Words): HTMLElement | null {
  if (!progress) return null;
  const { done, total } = progress;
  // without a value it only says that something is going on
  const bar = make('progress', { 'aria-label': words.judging, max: total, value: total && done });
  return make('div', { class: 'progress' }, bar, make('span', {}, progress.words));
}

/** Quiet: file, language, service, age, the pages of its service, and the way to all else. */
function originOf(
  head: RecordHead,
  side: Side,
  words: Words,
  facts: HTMLElement | null,
  { post, more, toggled }: CardHooks,
): HTMLElement {
  const links = actionsAt(head, 'link').map(({ id, label }) =>
    makeButton(
      { class: 'link', 'data-focus': `action-${id}` },
      () => post({ type: 'action', action: id }),
      `${label} ↗`,
    ),
  );
  const shown = (isOpen: boolean): string => `${words.more} ${isOpen ? '▴' : '▾'}`;
  const opener =
    facts &&
    makeButton(
      { class: 'link', 'aria-expanded': String(more), 'data-focus': `more-facts-${side}` },
      () => {
        facts.hidden = !facts.hidden;
        opener?.setAttribute('aria-expanded', String(!facts.hidden));
        opener?.replaceChildren(shown(!facts.hidden));
        toggled(!facts.hidden);
      },
      shown(more),
    );
  if (facts) facts.hidden = !more;
  return make(
    'div',
    { class: 'origin' },
    ...head.origin.flatMap((fact) => [factValue(fact, side, post), ' ']),
    ...links.flatMap((link) => [link, ' ']),
    opener,
  );
}

function factsOf({ facts }: RecordHead, side: Side): HTMLElement | null {
  if (facts.length === 0) return null;
  const rows = facts.flatMap(({ name, value }) => [make('dt', {}, name), ' ', make('dd', {}, value), ' ']);
  return make('dl', { class: 'facts', id: `facts-${side}` }, ...rows);
}

/** With its name for whoever hears it alone. */
function factValue(fact: Fact, side: Side, post: Post): HTMLElement {
  switch (fact.kind) {
    case 'text':
      return make('span', { title: fact.name }, fact.value);
    case 'moment':
      return make('time', { 'data-at': fact.at, title: `${fact.name}: ${fact.value}` }, fact.value);
    case 'source': {
      const attributes = { class: 'link', title: fact.hint, 'data-focus': `source-${side}` };
      return makeButton(attributes, () => post({ type: 'openSource', side }), fact.value);
    }
  }
}

function actionsAt({ actions }: RecordHead, place: Action['place']): Action[] {
  return actions.filter((action) => action.place === place);
}

function buttonsOf(head: RecordHead, words: Words, post: Post): HTMLElement | null {
  const shown = [...actionsAt(head, 'primary'), ...actionsAt(head, 'button')];
  if (shown.length === 0) return null;
  const buttons = shown.map(({ id, label, place }, index) =>
    makeButton(
      {
        class: index > 0 || place !== 'primary' ? 'button secondary' : 'button',
        'data-focus': `action-${id}`,
      },
      () => post({ type: 'action', action: id }),
      label,
    ),
  );
  return make('div', { class: 'actions', role: 'group', 'aria-label': words.actions }, ...buttons);
}

function menuOf(head: RecordHead, side: Side, words: Words, post: Post): HTMLElement | null {
  const items = actionsAt(head, 'menu');
  if (items.length === 0) return null;
  const name = `menu-${side}`;
  const options = { name, label: words.moreActions, icon: dots, isOpen: isMenuOpen(name) };
  return makeMenu(options, items, (id) => {
    const action = actionIds.find((one) => one === id);
    if (action) post({ type: 'action', action });
  });
}

const dots = 'M3.5 8h.01M8 8h.01M12.5 8h.01';

/** What has a drawing instead of its words. */
const icons: Readonly<Partial<Record<ActionId, string>>> = {
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13.2 1.8v3h-3',
  keep: 'M5.5 2h5M6.5 2v4.5L4.5 9h7l-2-2.5V2M8 9v5',
};

function iconButton({ id, label }: Action, post: Post): HTMLElement {
  const attributes = { class: 'icon', 'aria-label': label, title: label, 'data-focus': `action-${id}` };
  return makeButton(attributes, () => post({ type: 'action', action: id }), icon(icons[id] ?? ''));
}

export function subtaskName({ id, name }: Pick<SubtaskView, 'id' | 'name'>, words: Words): string {
  const title = name ?? id;
  return title === null ? words.subtaskWithoutId : fill(words.subtask, title);
}
