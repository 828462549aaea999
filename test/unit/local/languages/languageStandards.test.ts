import assert from 'node:assert/strict';
import { localLanguages, type Toolchain } from '../../../../src/local/languages/languageCommands';
import { withOptions } from '../../../../src/local/languages/commandOptions';
import { standardOfJudge } from '../../../../src/local/languages/languageStandards';

function toolchainOf(language: string): Toolchain {
  const [first] = localLanguages.find(({ id }) => id === language)?.toolchains ?? [];
  assert.ok(first);
  return first;
}

describe('The standard of a judge’s language', () => {
  it('is in its name', () => {
    for (const [language, name, expected] of [
      ['cpp', 'C++20 (GCC 13)', 'c++20'],
      ['cpp', 'C++ 23 (gcc 14.2)', 'c++23'],
      ['cpp', 'GNU G++17 7.3.1', 'c++17'],
      ['cpp', 'GNU G++20 13.2 (64 bit, winlibs)', 'c++20'],
      ['cpp', 'GNU C++2a', 'c++20'],
      ['cpp', 'cpp17', 'c++17'],
      ['cpp', 'cc.cc14o2', 'c++14'],
      ['cpp', 'g++ -std=gnu++2b', 'c++23'],
      ['cpp', 'C++14 (Clang 18)', 'c++14'],
      ['c', 'C11 (GCC 13)', 'c11'],
      ['c', 'GNU C17', 'c17'],
      ['c', 'gcc -std=gnu2x', 'c23'],
      ['rust', 'Rust 1.89.0 (2021)', '2021'],
    ] as const)
      assert.equal(standardOfJudge(language, name), expected, name);
  });

  it('is unknown if the name has only the version of a compiler', () => {
    for (const [language, name] of [
      ['cpp', 'C++ (GCC 11)'],
      ['cpp', 'G++ 11.4.0'],
      ['cpp', 'C++'],
      ['c', 'C (GCC 11)'],
      ['c', 'C++17 (GCC 7)'],
      ['rust', 'Rust 1.75.0'],
      ['python', 'Python 3.11'],
    ] as const)
      assert.equal(standardOfJudge(language, name), null, name);
  });
});

describe('withOptions', () => {
  it('adds them to the command that reads the source, with libraries after it', () => {
    const cpp = withOptions(toolchainOf('cpp'), ['-std=c++20'], ['-lgmp', '-DLOCAL']);
    assert.deepEqual(cpp.compile?.slice(-4), ['${file}', '-std=c++20', '-lgmp', '-DLOCAL']);
    assert.deepEqual(cpp.debug?.slice(-4), ['${file}', '-std=c++20', '-lgmp', '-DLOCAL']);
    assert.deepEqual(cpp.run, ['${executable}']);
    const go = withOptions(toolchainOf('go'), [], ['-race']);
    assert.deepEqual(go.compile, ['go', 'build', '-o', '${executable}', '-race', '${file}']);
    const python = withOptions(toolchainOf('python'), [], ['-O']);
    assert.deepEqual(python.run, ['python3', '-O', '${file}']);
    assert.deepEqual(python.compile, toolchainOf('python').compile);
  });

  it('leaves the choice of the standard to the user’s flags', () => {
    const cpp = withOptions(toolchainOf('cpp'), ['-std=c++20'], ['-std=gnu++14']);
    assert.deepEqual(cpp.compile?.slice(-2), ['${file}', '-std=gnu++14']);
    const rust = withOptions(toolchainOf('rust'), ['--edition', '2024'], ['--edition=2018']);
    assert.deepEqual(rust.compile?.slice(-2), ['--edition=2018', '${file}']);
    assert.equal(withOptions(toolchainOf('java'), [], []), toolchainOf('java'));
  });
});
