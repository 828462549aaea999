import assert from 'node:assert/strict';
import { dotnetException } from '../../../src/compiler/toolchains/crashes/dotnet';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('an exception of .NET', () => {
  describeCases('dotnet');

  describeKnown(dotnetException, [
    'Unhandled exception. System.Exception: x',
    'Unhandled Exception: System.Exception: x',
    'Unhandled Exception:',
    '未经处理的异常:  System.Exception: x',
    '[ERROR] FATAL UNHANDLED EXCEPTION: System.Exception: x',
  ]);

  it('is located at the innermost call with a file', () => {
    assert.deepEqual(
      told(`Unhandled exception. System.AggregateException: One or more errors
occurred. (x)
 ---> System.FormatException: x
   at System.Number.ThrowFormatException[TChar](ReadOnlySpan\`1 value)
   at P.Inner(String s) in /tmp/my task/src.cs:line 13
   --- End of inner exception stack trace ---
   at System.Threading.Tasks.Task.Wait() in /_/src/Task.cs:line 99
   at P.F(Int32 n) in /tmp/my task/src.cs:line 25
   at P.F(Int32 n) in /tmp/my task/src.cs:line 25
--- End of stack trace from previous location ---
   at P.Main() in /tmp/my task/src.cs:line 37
未经处理的异常:  System.DivideByZeroException: 尝试除以零。
   在 P.Main(String[] args) 位置 C:\\judge files\\Program.cs:行号 5
`),
      [
        'dotnet error /tmp/my task/src.cs:13:- System.AggregateException: One or more errors\noccurred. (x)\n ---> System.FormatException: x',
        '+ /tmp/my task/src.cs:25:- called in P.F(Int32 n)',
        '+ /tmp/my task/src.cs:37:- called in P.Main()',
        'dotnet error C:\\judge files\\Program.cs:5:- System.DivideByZeroException: 尝试除以零。',
      ],
    );
  });

  it('of Mono is read once', () => {
    const calls = `  at System.Int32.Parse (System.String s) [0x00019] in <12b418a7818c4ca0893feeaaf67f1e7f>:0 
  at P.Main () [0x00001] in /tmp/src.cs:15 
`;
    const one = `\nUnhandled Exception:\nSystem.FormatException: x\n${calls}`;
    const again = `[ERROR] FATAL UNHANDLED EXCEPTION: System.FormatException: x\n${calls}`;
    const expected = ['dotnet error /tmp/src.cs:15:- System.FormatException: x'];
    assert.deepEqual(told(one + again), expected);
    assert.deepEqual(told(one), expected);
    assert.deepEqual(told(again), expected);
    assert.deepEqual(told(`\nUnhandled Exception:\nStackOverflowException\n${again}`), expected);
    assert.deepEqual(told(`${one}${again}${one.replace('FormatException', 'Exception')}`), [
      ...expected,
      'dotnet error /tmp/src.cs:15:- System.Exception: x',
    ]);
  });

  it('without calls has no position', () => {
    assert.deepEqual(told('Unhandled exception. System.Exception: x\nmore output\n'), [
      'dotnet error -:-:- System.Exception: x',
    ]);
    assert.deepEqual(told('Unhandled Exception:\nSystem.Exception: x\n'), [
      'dotnet error -:-:- System.Exception: x',
    ]);
  });
});
