interface Flight<T> {
  readonly answer: Promise<T>;
  readonly control: AbortController;
  waiting: number;
}

/** Shares one running operation per key. Aborts it when the last caller cancels. */
export class InFlight<T> {
  private readonly flights = new Map<string, Flight<T>>();

  /** `cancelled` creates the error for a caller whose `signal` fires. */
  join(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
    cancelled: () => Error,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(cancelled());
    const flight = this.flights.get(key) ?? this.begin(key, start);
    flight.waiting += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        flight.waiting -= 1;
        reject(cancelled());
        if (flight.waiting > 0) return;
        if (this.flights.get(key) === flight) this.flights.delete(key);
        flight.control.abort();
      };
      signal?.addEventListener('abort', leave, { once: true });
      const stay = () => signal?.removeEventListener('abort', leave);
      flight.answer.finally(stay).then(resolve, reject);
    });
  }

  private begin(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const control = new AbortController();
    const flight: Flight<T> = { answer: start(control.signal), control, waiting: 0 };
    this.flights.set(key, flight);
    const forget = () => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    flight.answer.then(forget, forget);
    return flight;
  }
}
