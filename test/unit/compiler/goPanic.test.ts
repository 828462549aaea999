import assert from 'node:assert/strict';
import { goPanic } from '../../../src/compiler/toolchains/crashes/go';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('a panic of Go', () => {
  describeCases('goroutine');

  describeKnown(goPanic, [
    'goroutine 1 [running]:',
    'goroutine 12 gp=0xc000002380 m=0 mp=0x5 [chan send, 2 minutes]:',
  ]);

  it('is located at the innermost call of the program', () => {
    assert.deepEqual(
      told(`output of the program
panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x457c76]

goroutine 1 [running]:
strings.Repeat({0x498453?, 0x60?}, 0x0?)
	/usr/local/go/src/strings/strings.go:538 +0x4d8
main.(*T).get(...)
	/tmp/my task/src.go:5
main.main.func1()
	/tmp/my task/src.go:16 +0x9a
created by main.main in goroutine 1
	/tmp/my task/src.go:9 +0x16
exit status 2
panic: first [recovered]
	panic: second

goroutine 7 gp=0xc000002380 m=0 mp=0x5 [running]:
main.f(0x1)
	/tmp/src.go:12 +0x1d fp=0xc0200703a0 sp=0xc020070398 pc=0x457ca5
main.f(0x0)
	/tmp/src.go:12 +0x1d
...additional frames elided...
main.main()
	/tmp/src.go:34 +0x1d

goroutine 8 [select]:
main.g()
	/tmp/src.go:45 +0x1d
`),
      [
        'goroutine error /tmp/my task/src.go:5:- panic: runtime error: invalid memory address or nil pointer dereference',
        '+ /tmp/my task/src.go:16:- called in main.main.func1()',
        '+ /tmp/my task/src.go:9:- called in created by main.main in goroutine 1',
        'goroutine error /tmp/src.go:12:- panic: first [recovered]\n\tpanic: second',
        '+ /tmp/src.go:34:- called in main.main()',
      ],
    );
  });

  it('begins at the last header above the stack', () => {
    const stack = '\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/src.go:3 +0x1\n';
    assert.deepEqual(
      told(`a.c:1:2: error: x
fatal error: too many errors emitted, stopping now [-ferror-limit=]
20 errors generated.
fatal error: all goroutines are asleep - deadlock!
${stack}`),
      [
        'clang error a.c:1:2 x',
        'clang error -:-:- too many errors emitted, stopping now',
        'goroutine error /tmp/src.go:3:- fatal error: all goroutines are asleep - deadlock!',
      ],
    );
    assert.deepEqual(
      told(`unexpected fault address 0x7f2c4\nfatal error: fault\n[signal SIGBUS: x]\n${stack}`),
      ['goroutine error /tmp/src.go:3:- unexpected fault address 0x7f2c4\nfatal error: fault'],
    );
    assert.deepEqual(told(`panic: x\nunexpected fault address 0x1\nfatal error: fault\n${stack}`), [
      'goroutine error /tmp/src.go:3:- unexpected fault address 0x1\nfatal error: fault',
    ]);
  });

  it('in a goroutine without calls of the program is located in the next goroutine with one', () => {
    assert.deepEqual(
      told(`fatal error: all goroutines are asleep - deadlock!

runtime stack:
runtime.throw({0x46581a?, 0x4bc880?})
	/usr/lib/go/src/runtime/panic.go:1047 +0x5d

goroutine 1 [semacquire]:
sync.runtime_Semacquire(0xc000014060?)
	/usr/lib/go/src/runtime/sema.go:62 +0x25

goroutine 5 [chan send]:
main.main.func1()
	/tmp/src.go:10 +0x25
`),
      ['goroutine error /tmp/src.go:10:- fatal error: all goroutines are asleep - deadlock!'],
    );
  });

  it('that is cut off has no position, and isn’t recognized without a stack', () => {
    assert.deepEqual(told('panic: x\n\ngoroutine 1 [running]:\n'), ['goroutine error -:-:- panic: x']);
    const known = 'panic: known\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/src.go:3 +0x1\n';
    assert.deepEqual(told(`${known}panic: x\nfatal error: y\n`).slice(0, 1), [
      'goroutine error /tmp/src.go:3:- panic: known',
    ]);
    assert.deepEqual(
      told(`${known}panic: x\n`).filter((line) => line.includes('panic: x')),
      [],
    );
  });
});
