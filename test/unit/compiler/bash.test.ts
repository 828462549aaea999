import assert from 'node:assert/strict';
import { bash } from '../../../src/compiler/toolchains/bash';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('bash', () => {
  describeCases('bash');

  describeKnown(bash, ['a.sh: line 1: x', 'a: 行 1: x', 'a: 第 1 行：x', 'a: 第 1 行: x']);

  it('reads each format of line numbers, once per error', () => {
    assert.deepEqual(
      told(`C:\\judge files (2)\\a.sh: line 4: syntax error near unexpected token \`fi'
C:\\judge files (2)\\a.sh: line 4: \`fi'
/tmp/src: 行 7: foo: 未找到命令
src: 第 4 行：cd: /x: 没有那个文件或目录
a.sh: eval: line 2: syntax error: unexpected end of file
bash: -c: line 1: unexpected EOF
/bin/sh: line 2: foo: not found
mawk: a.awk: line 3: missing } near BEGIN
sort: cannot read: a: No such file
a.sh: line x: y
`),
      [
        "bash error C:\\judge files (2)\\a.sh:4:- syntax error near unexpected token `fi'",
        'bash error /tmp/src:7:- foo: 未找到命令',
        'bash error src:4:- cd: /x: 没有那个文件或目录',
        'bash error a.sh:2:- syntax error: unexpected end of file',
        'bash error -:1:- unexpected EOF',
        'bash error -:2:- foo: not found',
        'bash error a.awk:3:- missing } near BEGIN',
      ],
    );
  });

  it('recognizes a warning', () => {
    assert.deepEqual(
      told(`a.sh: line 2: warning: here-document at line 1 delimited by end-of-file (wanted \`EOF')
a.sh: 行 2: 警告：立即文档在第 1 行被文件结束符分隔（需要 "EOF"）
`),
      [
        "bash warning a.sh:2:- here-document at line 1 delimited by end-of-file (wanted `EOF')",
        'bash warning a.sh:2:- 立即文档在第 1 行被文件结束符分隔（需要 "EOF"）',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'a.sh: line 9: known\n';
    const expected = told(known);
    for (const line of [
      ' a.sh: line 4: x',
      "'a.sh: line 4: x",
      '"a.sh: line 4: x',
      '`a.sh: line 4: x',
      'a.sh: line four: x',
      'a.sh: line 4 x',
      'a.sh:line 4: x',
      'a.sh: 行 4 x',
      ': line 4: x',
    ])
      assert.deepEqual(told(`${line}\n${known}`), expected, line);
  });

  it('skips a quoted source line only if it has the number of the error', () => {
    assert.deepEqual(
      told(`a.sh: line 4: syntax error
a.sh: line 4: \`fi'
a.sh: line 4: \`fi' it is not
a.sh: line 5: \`fi'
`),
      ['bash error a.sh:4:- syntax error', "bash error a.sh:4:- `fi' it is not", "bash error a.sh:5:- `fi'"],
    );
  });

  it('reports the file, not the shell', () => {
    const fileOf = (program: string) => told(`${program}: line 4: x\n`)[0];
    for (const shell of ['bash', 'sh', 'dash', '/bin/sh', '/usr/local/bin/bash', 'sh: -c', 'bash: eval'])
      assert.equal(fileOf(shell), 'bash error -:4:- x', shell);
    for (const file of ['a.sh', 'push', 'bash.d', '/bin/bash/a'])
      assert.equal(fileOf(file), `bash error ${file}:4:- x`, file);
    assert.equal(fileOf('a.sh: command substitution'), 'bash error a.sh:4:- x');
    assert.equal(fileOf('gawk: a.awk'), 'bash error a.awk:4:- x');
    assert.equal(fileOf('awk: a.awk'), 'bash error a.awk:4:- x');
  });
});
