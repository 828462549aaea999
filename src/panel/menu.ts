import { icon, make, makeButton } from './dom';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
}

/** `name`: of this menu among others of the page. */
export interface MenuOptions {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
  /** it was open when what it stands in is drawn again */
  readonly isOpen: boolean;
}

/** An icon that opens a menu below it. Arrow keys, Home and End move in it; Escape, a choice or leaving it closes it. */
export function makeMenu(
  { name, label, icon: path, isOpen }: MenuOptions,
  items: readonly MenuItem[],
  choose: (id: string) => void,
): HTMLElement {
  const attributes = { class: 'icon', 'aria-label': label, title: label, 'aria-haspopup': 'menu' };
  const opener = makeButton(
    { ...attributes, 'aria-expanded': String(isOpen), 'data-focus': name },
    () => set(list.hidden === true),
    icon(path),
  );
  const entries = items.map((item) =>
    makeButton(
      { role: 'menuitem', class: 'menu-item', tabindex: -1, 'data-focus': `${name}-${item.id}` },
      () => {
        set(false);
        choose(item.id);
      },
      item.label,
    ),
  );
  const list = make(
    'div',
    { role: 'menu', class: 'menu-items', id: name, 'aria-label': label, hidden: !isOpen },
    ...entries,
  );
  const element = make('div', { class: 'menu' }, opener, list);
  const set = (open: boolean): void => {
    list.hidden = !open;
    opener.setAttribute('aria-expanded', String(open));
    (open ? entries[0] : opener)?.focus();
  };
  element.addEventListener('focusout', ({ relatedTarget }) => {
    // drawn again: the one that takes its place gets the focus
    if (!element.isConnected) return;
    if (relatedTarget instanceof Node && element.contains(relatedTarget)) return;
    list.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
  });
  list.addEventListener('keydown', (event) => {
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const last = entries.length - 1;
    const to = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) entries[to]?.focus();
    else if (event.key === 'Escape') set(false);
    else return;
    event.preventDefault();
  });
  return element;
}

/** Whether the menu of this name is open. */
export function isMenuOpen(name: string): boolean {
  return document.getElementById(name)?.hidden === false;
}
