import assert from 'node:assert/strict';
import { entryIn } from '../../../support/localRuns';

const main = 'public static void main(String[] args) {}';

/** Returns the names that are sent and what starts the program, for files by name; the first one is active. */
function names(language: string, extensions: readonly string[], texts: Readonly<Record<string, string>>) {
  const files = Object.entries(texts).map(([fileName, text]) => ({ fileName, text }));
  const { sent, mainClass, mainFile, ask } = entryIn({
    language,
    extensions,
    files,
    active: files[0]?.fileName ?? '',
  });
  return [sent.join(' '), mainClass ?? mainFile, ask];
}

describe('The names of a program', () => {
  it('are accepted by Java 25, which names a class after the file', () => {
    assert.deepEqual(names('java', ['.java'], { 'a-b.java': 'void main() {}' }), [
      'main.java',
      'main',
      'java25',
    ]);
  });

  it('are distinct if two files want the same one', () => {
    const files = { 'B.java': 'class C {}', 'A.java': 'public class B {}', 'D.java': `class D { ${main} }` };
    assert.deepEqual(names('java', ['.java'], files), ['D.java main.java B.java', 'D', null]);
  });

  it('are those of the user for files that don’t start a Scala program', () => {
    const files = { 'lib.scala': 'object Lib', 'sol.scala': 'object Prog extends App' };
    assert.deepEqual(names('scala', ['.scala'], files), ['Prog.scala lib.scala', 'Prog', null]);
  });

  it('keep the extension of a script that another one names', () => {
    const files = { 'lib.sh': 'go() { :; }', 'sol.sh': '. ./lib.sh\ngo' };
    assert.deepEqual(names('bash', ['.bash'], files), ['sol.bash lib.sh', 'sol.bash', null]);
  });

  it('begin with main.swift', () => {
    const files = { 'lib.swift': 'func go() {}', 'main.swift': 'go()' };
    assert.deepEqual(names('swift', ['.swift'], files), ['main.swift lib.swift', 'main.swift', null]);
  });

  it('avoid that a Python program imports itself', () => {
    const sent = (fileName: string, text: string) => names('python', ['.py'], { [fileName]: text })[0];
    assert.equal(sent('random.py', 'import random'), 'main.py');
    // `random` imports `bisect`
    assert.equal(sent('bisect.py', 'import random'), 'main.py');
    assert.equal(sent('queue.py', 'import sys'), 'queue.py');
  });

  it('are accepted by the compilers of Rust and Go', () => {
    assert.equal(names('rust', ['.rs'], { 'a.b.rs': 'fn main() {}' })[0], 'main.rs');
    assert.equal(names('go', ['.go'], { 'sum_test.go': 'package main\nfunc main() {}' })[0], 'main.go');
  });

  it('contain the files that others use first in OCaml', () => {
    const files = { 'sol.ml': 'let () = B.go ()', 'b.ml': 'let go () = A.go ()', 'a.ml': 'let go () = ()' };
    assert.deepEqual(names('ocaml', ['.ml'], files), ['a.ml b.ml sol.ml', 'sol.ml', null]);
  });
});
