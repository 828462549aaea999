import assert from 'node:assert/strict';
import { editorLanguagesKnown, extensionsFor } from '../../../../src/service/profiles/languageNames';
import { kattis } from '../../../../src/service/profiles/kattis';
import { described } from '../../../support/profiles';

describe('a language that a service takes', () => {
  const { submission } = described(kattis, 'open', { url: 'https://open.kattis.com/' });

  it('has an extension of files where it is known by name', () => {
    assert.deepEqual(
      editorLanguagesKnown.filter((identifier) => extensionsFor(identifier).length === 0),
      [],
    );
  });

  it('has an extension at Kattis, whose files are called by it', () => {
    const languages = submission?.languages ?? [];
    assert.ok(languages.length > 30);
    assert.deepEqual(
      languages.filter(({ extensions }) => extensions.length === 0).map(({ name }) => name),
      [],
    );
  });
});
