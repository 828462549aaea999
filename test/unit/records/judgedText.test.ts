import assert from 'node:assert/strict';
import { hashOf, isKeptText, withEndsOf, type KnownRecord } from '../../../src/records';
import { standIn } from '../support/standIn';

describe('A file', () => {
  async function equalsReturned(returned: string, own: string): Promise<boolean> {
    return isKeptText(standIn<KnownRecord>({ judgedHash: await hashOf(returned), source: null }), own);
  }

  it('equals the text that the judge returned without whitespace at its ends', async () => {
    assert.equal(await equalsReturned('a b', 'a b\r\n'), true);
    assert.equal(await equalsReturned('a b', '\ufeff\n\n  a b\n\n'), true);
    assert.equal(await equalsReturned('\na b', '\na b\n'), true);
  });

  it('differs if something else was changed, or if the judge returns the ends', async () => {
    assert.equal(await equalsReturned('a b', 'a  b\n'), false);
    assert.equal(await equalsReturned('a b\n', 'a b'), false);
  });
});

describe('A judged text that is compared with the file', () => {
  it('has the whitespace at the ends that the judge removed', () => {
    assert.equal(withEndsOf('a\nb', '\ufeff\r\n  a\r\nc\n\n'), '\r\n  a\nb\n\n');
    assert.equal(withEndsOf('a', 'a'), 'a');
  });

  it('keeps ends that have whitespace', () => {
    assert.equal(withEndsOf('a\n', '\n a\n\n\n'), '\n a\n');
    assert.equal(withEndsOf('  a', 'a\n'), '  a\n');
  });

  it('is unchanged if the file or the text is empty', () => {
    assert.equal(withEndsOf('a', ' \n'), 'a');
    assert.equal(withEndsOf('', '\nb\n'), '');
  });
});
