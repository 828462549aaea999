import assert from 'node:assert/strict';
import { standIn } from './standIn';

interface Whole {
  readonly name: string;
  readonly inner: { readonly count: number; find(key: string): Promise<{ readonly at: number } | null> };
}

describe('A stand-in', () => {
  it('has the given members, and throws if another one is read', () => {
    const whole = standIn<Whole>({ name: 'x' });
    assert.equal(whole.name, 'x');
    assert.throws(() => whole.inner, /the stand-in has no inner/);
  });

  it('doesn’t compile with a member that the whole doesn’t have', () => {
    // @ts-expect-error: wrong name
    standIn<Whole>({ nam: 'x' });
    // @ts-expect-error: wrong name in a member
    standIn<Whole>({ inner: { cout: 1 } });
    // @ts-expect-error: wrong name, the type is inferred from the context
    const inferred: Whole = standIn({ nam: 'x' });
    // @ts-expect-error: wrong name in the result of a method
    const found: Whole = standIn({ inner: { find: async () => ({ att: 1 }) } });
    assert.ok([inferred, found].every((one) => typeof one === 'object'));
  });
});
