import assert from 'node:assert/strict';
import type { ProgramFile } from '../../../../src/judges';
import { sendingQuestion, type NamingRules } from '../../../../src/judges/entryPoints/sendingQuestion';
import { firstJavaClass, javaAsMain } from '../../../../src/judges/entryPoints/submittedProgram';
import { languageOfFile } from '../../../../src/judges/fileExtensions';
import type { SubmissionLanguage } from '../../../../src/judges/submission';

const named: NamingRules = { keepsFileNames: true };
const renamed: NamingRules = { compiledAs: javaAsMain };

function language(editorLanguage: string, extension: string, entryPoint?: string): SubmissionLanguage {
  return {
    id: 'x',
    name: 'X',
    editorLanguages: [editorLanguage],
    extensions: [extension],
    ...(entryPoint === undefined ? {} : { entryPoint }),
  };
}

function question(
  code: string,
  fileName: string,
  submitted: SubmissionLanguage,
  rules: NamingRules,
  ...files: readonly ProgramFile[]
) {
  const others = files.length === 0 ? undefined : { mainName: fileName, files };
  return sendingQuestion({ code, fileName, others, language: 'x', problemId: 'sum' }, submitted, rules);
}

const main = 'public static void main(String[] a) {}';
const java = language('java', '.java');
const javaByClass = language('java', '.java', 'Main class');

describe('The question before a program is sent', () => {
  const two = `public class A { ${main} } class B { ${main} }`;

  it('asks for the class under the judge’s name if the judge requires it', () => {
    assert.deepEqual(question(two, 'a.java', javaByClass, named), {
      kind: 'choose',
      name: 'Main class',
      candidates: ['A', 'B'],
      leavesOut: false,
    });
  });

  it('says that the judge chooses if it requires no class', () => {
    assert.deepEqual(question(two, 'a.java', java, named), { kind: 'judgeChooses', candidates: ['A', 'B'] });
  });

  it('asks which file with a main function to send', () => {
    const cpp = language('cpp', '.cpp');
    const code = 'int main() {}';
    assert.deepEqual(question(code, 'a.cpp', cpp, named, { fileName: 'b.cpp', text: code }), {
      kind: 'choose',
      name: null,
      candidates: ['a.cpp', 'b.cpp'],
      leavesOut: true,
    });
  });

  it('tells that nothing starts the program', () => {
    assert.deepEqual(question('class A {}', 'a.java', java, named), { kind: 'noMain' });
  });

  it('tells which name the judge refuses', () => {
    assert.deepEqual(question(`public class Größe { ${main} }`, 'a.java', java, named), {
      kind: 'refusedName',
      name: 'Größe.java',
    });
    const nested = `class A { static class B { ${main} } }`;
    assert.deepEqual(question(nested, 'A.java', javaByClass, named), { kind: 'refusedName', name: 'A$B' });
    assert.equal(question(nested, 'A.java', java, named), null);
  });

  it('tells that an object in a package can’t be started if the judge isn’t told the class', () => {
    const code = 'package a\nobject B extends App';
    assert.deepEqual(question(code, 'b.scala', language('scala', '.scala'), named), {
      kind: 'unreachable',
      name: 'a.B',
    });
    assert.equal(question(code, 'b.scala', language('scala', '.scala', 'Main class'), named), null);
  });

  it('tells that a program needs Java 25', () => {
    assert.deepEqual(question('void main() {}', 'a.java', java, named), { kind: 'java25' });
  });

  it('tells that a judge starts another class than that of the program', () => {
    const required = 'Main';
    const otherClass = { kind: 'otherClass', isFirst: false };
    const ask = (code: string) => question(code, 'a.java', java, renamed);
    assert.equal(ask(`public class Main { ${main} }`), null);
    assert.equal(ask(`class Main { ${main} } class B { ${main} }`), null);
    assert.equal(ask(`class Base { ${main} } public class Main extends Base {}`), null);
    assert.deepEqual(ask(`public class A { ${main} }`), { ...otherClass, found: 'A', required });
    assert.deepEqual(ask(`class A { ${main} }`), { ...otherClass, found: 'A', required });
    assert.deepEqual(ask(`package p; public class Main { ${main} }`), {
      ...otherClass,
      found: 'p.Main',
      required,
    });
    // the judge may have a main method of its own
    assert.equal(ask('class A { int sum(int a, int b) { return a + b; } }'), null);
    assert.equal(question('int x;', 'a.cpp', language('cpp', '.cpp'), renamed), null);
  });

  it('isn’t about a file that gets a name which another one has', () => {
    const cpp = language('cpp', '.cpp');
    const helper = { fileName: 'main.cpp', text: 'int two() { return 2; }' };
    assert.equal(question('int main() {}', 'a b.cpp', cpp, named, helper), null);
  });

  it('tells that a judge starts the first class of the file', () => {
    const ask = (code: string) => question(code, 'a.java', java, { compiledAs: firstJavaClass });
    const otherClass = { kind: 'otherClass', isFirst: true };
    assert.equal(ask(`class A { ${main} } class B {}`), null);
    assert.equal(ask(`interface I {} record R(int a) {} public class A { ${main} }`), null);
    assert.equal(ask('interface I {}'), null);
    assert.deepEqual(ask(`class B {} class A { ${main} }`), { ...otherClass, found: 'A', required: 'B' });
    assert.deepEqual(ask(`class B { ${main} } public class A {}`), {
      ...otherClass,
      found: 'A',
      required: 'B',
    });
    assert.deepEqual(ask(`package p; class A { ${main} }`), { ...otherClass, found: 'p.A', required: 'A' });
  });

  it('asks nothing at judges that choose the names themselves', () => {
    assert.equal(question('class A {}', 'a.java', java, {}), null);
  });

  it('asks nothing for usual programs', () => {
    assert.equal(question(`public class A { ${main} }`, 'a.java', javaByClass, named), null);
    assert.equal(question('fun main() {}', 'a.kt', language('kotlin', '.kt', 'Main class'), named), null);
    assert.equal(question('print(1)', 'a.py', language('python', '.py', 'Main file'), named), null);
    assert.equal(question('int main() {}', 'größe.cpp', language('cpp', '.cpp'), named), null);
  });
});

describe('languageOfFile', () => {
  for (const [file, editorLanguage, expected] of [
    ['/a/A.C', 'c', 'cpp'],
    ['a.c', 'c', 'c'],
    ['C', 'c', 'c'],
    ['a.mjs', 'plaintext', 'javascript'],
    ['a.cjs', 'plaintext', 'javascript'],
    ['a.C.py', 'python', 'python'],
    ['toString', 'cpp', 'cpp'],
    ['a.constructor', 'cpp', 'cpp'],
  ] as const)
    it(`returns ${expected} for ${file}`, () => assert.equal(languageOfFile(file, editorLanguage), expected));
});
