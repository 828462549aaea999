import type { Disposable } from './emitter';

/** Something that is loaded when it is first asked for, and disposed only if it was. */
export class Lazy<Value extends Disposable> implements Disposable {
  private value: Promise<Value> | null = null;

  constructor(private readonly load: () => Promise<Value>) {}

  get(): Promise<Value> {
    this.value ??= this.load();
    return this.value;
  }

  dispose(): void {
    void this.value?.then((value) => {
      value.dispose();
    });
  }
}
