import assert from 'node:assert/strict';
import { extensionsFor } from '../../../src/judges/fileExtensions';
import { editorLanguagesKnown, listedLanguage } from '../../../src/judges/languageNames';
import { kattis } from '../../../src/judges/adapters/kattis';
import { described } from '../../support/profiles';

describe('Languages accepted by judges', () => {
  const { submission } = described(kattis, 'open', { url: 'https://open.kattis.com/' });

  it('have file extensions if the editor supports them', () => {
    assert.deepEqual(
      editorLanguagesKnown.filter((identifier) => extensionsFor(identifier).length === 0),
      [],
    );
  });

  it('have file extensions at Kattis, which identifies languages by the extension', () => {
    const languages = submission?.languages ?? [];
    assert.ok(languages.length > 30);
    assert.deepEqual(
      languages.filter(({ extensions }) => extensions.length === 0).map(({ name }) => name),
      [],
    );
  });
});

describe('listedLanguage', () => {
  it('adds all extensions of the language if the judge lists one', () => {
    for (const [name, extensions] of [
      ['GNU C++ 12.2.0', '.cpp'],
      ['g++', ['cpp']],
      ['GNU C++', []],
      ['C++', undefined],
      ['GNU C++', ['cpp', 'cc', 'C', 'c++']],
    ] as const) {
      const language = listedLanguage('3', name, extensions);
      assert.deepEqual(language.editorLanguages, ['cpp'], name);
      assert.equal(language.extensions[0], '.cpp');
      assert.ok(language.extensions.includes('.cc'), name);
    }
  });

  it('keeps the extension that the judge lists first', () => {
    assert.equal(listedLanguage('3', 'C++', ['cc']).extensions[0], '.cc');
  });

  it('returns no editor language if neither name nor extensions identify a language', () => {
    for (const [name, extensions] of [
      ['Archive', '.tar'],
      ['Pl', '.pl'],
      ['Text', undefined],
      ['Karel', ['kp', 7, '../x']],
    ] as const)
      assert.deepEqual(listedLanguage('3', name, extensions).editorLanguages, [], name);
    assert.deepEqual(listedLanguage('3', 'Karel', ['kp', 7, '../x']).extensions, ['.kp']);
  });
});
