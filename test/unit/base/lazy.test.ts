import assert from 'node:assert/strict';
import { Lazy } from '../../../src/base/async';

describe('Lazy', () => {
  it('loads the value once', async () => {
    let loads = 0;
    const lazy = new Lazy(async () => ({ load: ++loads, dispose: () => undefined }));
    const values = await Promise.all([lazy.get(), lazy.get()]);
    assert.deepEqual(
      values.map(({ load }) => load),
      [1, 1],
    );
  });

  it('loads the value again after a failure', async () => {
    let loads = 0;
    let disposed = 0;
    const lazy = new Lazy(async () => {
      loads += 1;
      if (loads === 1) throw new Error('busy');
      return { dispose: () => void (disposed += 1) };
    });
    await assert.rejects(Promise.all([lazy.get(), lazy.get()]), /busy/);
    const value = await lazy.get();
    assert.equal(await lazy.get(), value);
    assert.equal(loads, 2);
    lazy.dispose();
    await lazy.get();
    assert.equal(disposed, 1);
  });

  it('is disposed without an error if loading has failed', async () => {
    const lazy = new Lazy(() => Promise.reject(new Error('busy')));
    await assert.rejects(lazy.get(), /busy/);
    lazy.dispose();
  });
});
