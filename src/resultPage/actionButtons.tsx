import { Icon } from './icon';
import { Menu } from './menu';
import type { Action, ActionId, ActionPlace, Post, RecordHead, Words } from './messages';

interface RecordActionsProps {
  readonly head: RecordHead;
  readonly words: Words;
  readonly post: Post;
}

/** Shows the actions next to the name: icon buttons, and a menu with the less common actions. */
export function NameActions({ head, words, post }: RecordActionsProps) {
  const menu = actionsAt(head, 'menu');
  const run = (action: ActionId): void => post({ type: 'action', action });
  return (
    <>
      {actionsAt(head, 'icon').map(({ id, label }) => (
        <button key={id} type="button" class="icon" aria-label={label} title={label} onClick={() => run(id)}>
          <Icon path={icons[id] ?? ''} />
        </button>
      ))}
      {menu.length > 0 && <Menu key="menu" label={words.moreActions} items={menu} choose={run} />}
    </>
  );
}

/** Shows the buttons below the head: at most one primary action, then the others. */
export function ActionButtons({ head, words, post }: RecordActionsProps) {
  const shown = [...actionsAt(head, 'primary'), ...actionsAt(head, 'button')];
  if (shown.length === 0) return null;
  return (
    <div class="actions" role="group" aria-label={words.actions}>
      {shown.map(({ id, label, place }, index) => (
        <button
          key={id}
          type="button"
          class={index === 0 && place === 'primary' ? 'button' : 'button secondary'}
          onClick={() => post({ type: 'action', action: id })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function actionsAt({ actions }: RecordHead, place: ActionPlace): Action[] {
  return actions.filter((action) => action.place === place);
}

/** Drawings of the actions that are shown as icons. */
const icons: Readonly<Partial<Record<ActionId, string>>> = {
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13.2 1.8v3h-3',
  keep: 'M5.5 2h5M6.5 2v4.5L4.5 9h7l-2-2.5V2M8 9v5',
};
