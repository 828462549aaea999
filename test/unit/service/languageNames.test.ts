import assert from 'node:assert/strict';
import {
  editorLanguagesKnown,
  extensionsFor,
  listedLanguage,
  mainClassOf,
} from '../../../src/service/languageNames';
import { kattis } from '../../../src/service/profiles/kattis';
import { described } from '../../support/profiles';

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

describe('a language that a service lists', () => {
  it('goes with all files of its language, though the service names one extension', () => {
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

  it('keeps the extension that the service names first', () => {
    assert.equal(listedLanguage('3', 'C++', ['cc']).extensions[0], '.cc');
  });

  it('is of no editor language if its name and its extensions don’t show one', () => {
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

describe('the main class of a Java program', () => {
  for (const [code, found] of [
    ['public class Foo {}', 'Foo'],
    ['class Node {}\npublic final class Main { }', 'Main'],
    [
      'class Node { int x; }\nclass Solution {\n  static class Pair {}\n  public static void main(String[] a) {}',
      'Solution',
    ],
    ['enum Sole { A; static final void main(String[] a) {} }', 'Sole'],
    ['class Foo {}', null],
    ['void main() {}', null],
    ['', null],
  ] as const)
    it(`is ${found} in ${JSON.stringify(code)}`, () => assert.equal(mainClassOf('Java', code), found));

  it('is found in linear time', () => {
    for (const part of ['public ', 'static ', 'class ', '{', 'public final ', 'static void ']) {
      const took = process.cpuUsage();
      mainClassOf('Java', `${part.repeat(300_000 / part.length)}static void main`);
      assert.ok(process.cpuUsage(took).user < 2_000_000, part);
    }
  });
});
