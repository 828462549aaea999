export interface Disposable {
  dispose(): void;
}

/** A list of listeners. One that throws stops neither the others nor the sender: `onError` is told. */
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
