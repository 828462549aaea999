import assert from 'node:assert/strict';
import { documentNames } from '../../../src/records/disk/layout';

describe('documentNames', () => {
  it('lists complete documents and ignores other files', () => {
    const listing = ['a.json', '.writing.m-1-n-1.b.json', 'c.json.replaced', 'd', 'e.gz', 'f.json'];
    assert.deepEqual(documentNames(listing), ['a', 'f']);
    assert.deepEqual(documentNames([]), []);
  });
});
