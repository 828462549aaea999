/** What a row has that decides whether it is shown. */
export interface PickItem {
  readonly label: string;
  readonly kind?: number;
  readonly description?: string;
  readonly alwaysShow?: boolean;
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
 * A box of VS Code to pick from, as far as its rows go: what is typed filters them whatever its case, and new rows make
 * the first one active.
 */
export class FakeQuickPick<Item extends PickItem> {
  title = '';
  placeholder = '';
  busy = false;
  activeItems: readonly Item[] = [];
  isOpen = false;
  private typed = '';
  private all: readonly Item[] = [];
  private readonly changed = new Signal<string>();
  private readonly taken = new Signal<void>();
  private readonly hidden = new Signal<void>();
  readonly onDidChangeValue = this.changed.on;
  readonly onDidAccept = this.taken.on;
  readonly onDidHide = this.hidden.on;
  readonly onDidTriggerButton = new Signal<unknown>().on;
  readonly onDidTriggerItemButton = new Signal<unknown>().on;

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

  /** The rows that can be chosen, as they are filtered by what is typed. */
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

  /** Replaces what is typed. */
  type(text: string): void {
    this.typed = text;
    this.activeItems = this.shown.slice(0, 1);
    this.changed.fire(text);
  }

  /** Marks the row that has this text. */
  mark(text: string): void {
    this.activeItems = this.shown.filter(({ label }) => label.includes(text)).slice(0, 1);
  }

  /** Presses Enter. */
  accept(): void {
    this.taken.fire();
  }

  hide(): void {
    this.isOpen = false;
    this.hidden.fire();
  }

  dispose(): void {
    this.isOpen = false;
  }
}
