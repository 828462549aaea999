/** The fields that decide whether an item is shown. */
export interface PickItem {
  readonly label: string;
  readonly kind?: number;
  readonly description?: string;
  readonly detail?: string;
  readonly alwaysShow?: boolean;
  readonly buttons?: readonly { readonly tooltip: string }[];
}

class Signal<Event> {
  private readonly listeners = new Set<(event: Event) => void>();
  readonly on = (listener: (event: Event) => void) => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };
  fire(event: Event): void {
    for (const listener of [...this.listeners]) listener(event);
  }
}

/**
 * Imitates the items of VS Code's quick pick: the input filters them, ignoring case, and new items make the first one
 * active.
 */
export class FakeQuickPick<Item extends PickItem> {
  title = '';
  step: number | undefined;
  totalSteps: number | undefined;
  placeholder = '';
  busy = false;
  /** whether `sort` moves items whose labels begin with the input to the top */
  sortByLabel = true;
  private active: readonly Item[] = [];
  /** marked with a check box, if several items can be chosen */
  selectedItems: readonly Item[] = [];
  isOpen = false;
  private typed = '';
  private all: readonly Item[] = [];
  private readonly changed = new Signal<string>();
  private readonly taken = new Signal<void>();
  private readonly hidden = new Signal<void>();
  readonly onDidChangeValue = this.changed.on;
  readonly onDidAccept = this.taken.on;
  private readonly activated = new Signal<readonly Item[]>();
  readonly onDidChangeActive = this.activated.on;
  readonly onDidHide = this.hidden.on;
  private readonly titleButton = new Signal<unknown>();
  readonly onDidTriggerButton = this.titleButton.on;
  private readonly pressed = new Signal<unknown>();
  readonly onDidTriggerItemButton = this.pressed.on;

  get activeItems(): readonly Item[] {
    return this.active;
  }

  set activeItems(items: readonly Item[]) {
    this.active = items;
    this.activated.fire(items);
  }

  get items(): readonly Item[] {
    return this.all;
  }

  set items(items: readonly Item[]) {
    this.all = items;
    this.activeItems = this.shown.slice(0, 1);
  }

  get value(): string {
    return this.typed;
  }

  set value(text: string) {
    this.typed = text;
  }

  /** The items that match the input. */
  get shown(): readonly Item[] {
    const wanted = this.typed.trim().toLowerCase();
    return this.all
      .filter(({ kind }) => kind !== -1)
      .filter(
        (item) => item.alwaysShow || `${item.label} ${item.description ?? ''}`.toLowerCase().includes(wanted),
      );
  }

  show(): void {
    this.isOpen = true;
  }

  /** Replaces the input. */
  type(text: string): void {
    this.typed = text;
    this.activeItems = this.shown.slice(0, 1);
    this.changed.fire(text);
    this.activated.fire(this.active);
  }

  /**
   * Replaces the input as a slow extension host sees it: VS Code has filtered the old items, its active row is reported
   * after the key, and the new items aren't shown yet.
   */
  typeQuickly(text: string): void {
    const old = this.all.indexOf(this.shown[0] as Item);
    this.typed = text;
    this.changed.fire(text);
    this.active = this.all.slice(old, old + 1);
    this.activated.fire(this.active);
  }

  /**
   * Sorts the shown items, as VS Code does after it has activated the first one, and activates the one at the top. Does
   * nothing if `sortByLabel` is false.
   */
  sort(): void {
    const wanted = this.typed.trim().toLowerCase();
    if (!this.sortByLabel || wanted === '') return;
    const isPrefixed = ({ label }: Item): boolean =>
      label
        .replace(/^\$\(.*?\) /, '')
        .toLowerCase()
        .startsWith(wanted);
    const first = this.shown.find(isPrefixed);
    if (first) this.activeItems = [first];
  }

  /** Makes the item with this label active. */
  mark(text: string): void {
    this.activeItems = this.shown.filter(({ label }) => label.includes(text)).slice(0, 1);
  }

  /** Presses the button with this tooltip of the item whose description contains the text. */
  press(text: string, tooltip: string): void {
    const item = this.all.find(({ description }) => description?.includes(text));
    const button = item?.buttons?.find((one) => one.tooltip === tooltip);
    if (!button) throw new Error(`${text} has no button ${tooltip}`);
    this.pressed.fire({ item, button });
  }

  /** Presses Enter. */
  accept(): void {
    this.taken.fire();
  }

  /** Presses the only button of the title. */
  back(): void {
    this.titleButton.fire(undefined);
  }

  hide(): void {
    this.isOpen = false;
    this.hidden.fire();
  }

  dispose(): void {
    this.isOpen = false;
  }
}
