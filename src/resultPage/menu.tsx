import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon';

export interface MenuItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface MenuProps<Id extends string> {
  readonly label: string;
  readonly items: readonly MenuItem<Id>[];
  readonly choose: (id: Id) => void;
}

const dots = 'M3.5 8h.01M8 8h.01M12.5 8h.01';

/** An icon button that opens a menu. Arrow keys, Home, and End move the focus. Escape, a choice, or blur closes it. */
export function Menu<Id extends string>({ label, items, choose }: MenuProps<Id>) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isOpen) entriesOf(list.current)[0]?.focus();
  }, [isOpen]);

  const close = (): void => {
    opener.current?.focus();
    setOpen(false);
  };
  const left = (event: FocusEvent): void => {
    const { currentTarget, relatedTarget } = event;
    if (
      currentTarget instanceof Node &&
      relatedTarget instanceof Node &&
      currentTarget.contains(relatedTarget)
    )
      return;
    setOpen(false);
  };
  const pressed = (event: KeyboardEvent): void => {
    const entries = entriesOf(list.current);
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const to = nextEntry(event.key, at, entries.length - 1);
    if (to !== undefined) entries[to]?.focus();
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <div class="menu" onFocusOut={left}>
      <button
        ref={opener}
        type="button"
        class="icon"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <Icon path={dots} />
      </button>
      <div ref={list} role="menu" class="menu-items" aria-label={label} hidden={!isOpen} onKeyDown={pressed}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="menuitem"
            class="menu-item"
            tabIndex={-1}
            onClick={() => {
              close();
              choose(item.id);
            }}
          >
            {item.label}
          </button>
        ))}
      </div>
    </div>
  );
}

function entriesOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

/**
 * Returns the index of the entry that a key moves to; undefined for other keys. `at`: the focused entry, -1 if none.
 */
function nextEntry(key: string, at: number, last: number): number | undefined {
  return {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[key];
}
