import assert from 'node:assert/strict';
import { javac } from '../../../src/compiler/toolchains/javac';
import { describeKnown } from './known';
import { describeCases } from './cases';
import { told } from './told';

describe('javac', () => {
  describeCases('javac');

  describeKnown(javac, [
    'a.java:12: x',
    '/tmp/a b.java:12:x',
    'Note: a.java uses',
    '注: a.java 使用',
    'ノート:a.java',
    'error: x.java',
    '错误: 找不到文件: x.java',
    'エラー: x.java',
    'Fehler: a b.java',
  ]);

  it('reads lines below the caret, and messages without a position', () => {
    assert.deepEqual(
      told(`Main.java:4: error: cannot find symbol
        int x = zzz;
                ^
  symbol:   variable zzz
  location: class Main
Main.java:5: warning: [unchecked] unchecked call
more text
	x = y;
	    ^
  where T is a type-variable
Main.java:6: 警告:[rawtypes] 发现原始类型
Main.java:7: 错误: 找不到符号
Main.java:8: error: no source
Note: Main.java uses unchecked or unsafe operations.
error: file not found: X.java
错误: 找不到文件: X.java
error: compilation failed
警告: [options] 未与 -source 8 一起设置引导类路径
Fehler: x
2 errors
`),
      [
        'javac error Main.java:4:- cannot find symbol\nsymbol:   variable zzz\nlocation: class Main «z»',
        'javac warning Main.java:5:- [unchecked] unchecked call\nmore text\nwhere T is a type-variable «y»',
        'javac warning Main.java:6:- [rawtypes] 发现原始类型',
        'javac error Main.java:7:- 找不到符号',
        'javac error Main.java:8:- no source',
        'javac error -:-:- file not found: X.java',
        'javac error -:-:- 找不到文件: X.java',
        'javac warning -:-:- [options] 未与 -source 8 一起设置引导类路径',
        'javac error -:-:- x',
      ],
    );
  });

  it('ignores lines that only resemble its output', () => {
    const known = 'Main.java:4: error: known\n';
    const own = (message: string) => told(message).filter((line) => line.startsWith('javac '));
    assert.deepEqual(own(known.repeat(3)), [...own(known), ...own(known), ...own(known)]);
    for (const line of [
      'Main.java:4: an error x',
      'Main.java:4: (error): x',
      'Main.java:4:5: error: x',
      'Main.javax:4: error: x',
      'my error: x',
      'error x: y',
      'errors: x',
      'a Note: x',
      'Notes: x',
      'every error: x',
      'e.cpp:4: error: x',
      'Every Note: x',
      'Main.java.txt:4: error: x',
    ])
      assert.deepEqual(own(`${line}\n\n${known}`), own(known), line);
  });

  it('leaves lines of other tools to them', () => {
    const read = told('Main.java:4: error: known\n\nerror TS18003: No inputs were found\n');
    assert.equal(read[1], 'tsc error -:-:- [TS18003] No inputs were found');
  });

  it('shows the source line of a diagnostic, not of the next one', () => {
    assert.deepEqual(
      told(`Main.java:2: warning: first
Main.java:3: error: second
   more of it
        int x = y;
                ^
Main.java:4: Warnung: [dep-ann] third
Main.java:5: Hinweis: x
Main.java:6: 注意: y
Main.java:7: annotation: z
Main.java:8: forewarning: z
Main.java:9: warnings: z
Main.java:10: notes: z
Fehler:compilation of it failed
error: the compilation failed
Warnung: [options] x
Note: [x] y
`),
      [
        'javac warning Main.java:2:- first',
        'javac error Main.java:3:- second\nmore of it «y»',
        'javac warning Main.java:4:- [dep-ann] third',
        'javac information Main.java:5:- x',
        'javac information Main.java:6:- y',
        'javac error Main.java:7:- z',
        'javac error Main.java:8:- z',
        'javac error Main.java:9:- z',
        'javac error Main.java:10:- z',
        'javac error -:-:- compilation of it failed',
        'javac error -:-:- the compilation failed',
        'javac warning -:-:- [options] x',
      ],
    );
  });
});
