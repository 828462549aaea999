export interface Disposable {
  dispose(): void;
}

/** Calls listeners. If one throws, `onError` receives the error, and the others are still called. */
export class Emitter<Event> {
  private readonly listeners = new Set<{ readonly call: (event: Event) => void }>();

  constructor(private readonly onError: (error: unknown) => void) {}

  readonly event = (listener: (event: Event) => void): Disposable => {
    const entry = { call: listener };
    this.listeners.add(entry);
    return { dispose: () => void this.listeners.delete(entry) };
  };

  fire(event: Event): void {
    for (const { call } of [...this.listeners]) {
      try {
        call(event);
      } catch (error) {
        this.onError(error);
      }
    }
  }

  dispose(): void {
    this.listeners.clear();
  }
}
