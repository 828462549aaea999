import assert from 'node:assert/strict';
import { sanitizer } from '../../../src/compiler/toolchains/crashes/sanitizer';
import { describeCases } from './cases';
import { describeKnown } from './known';
import { told } from './told';

describe('a report of a sanitizer', () => {
  describeCases('sanitizer');

  describeKnown(sanitizer, [
    '==12==ERROR: AddressSanitizer: x',
    '==12==WARNING: MemorySanitizer: x',
    'WARNING: ThreadSanitizer: x',
    'src.cpp:1:2: runtime error: x',
  ]);

  it('is located at the innermost call of the program', () => {
    assert.deepEqual(
      told(`output of the program
=================================================================
==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000034 at pc 0x55df8450fcee bp 0x7ffeb3828c70 sp 0x7ffeb3828c68
READ of size 4 at 0x602000000034 thread T0
    #0 0x55df8450fced in bool __gnu_cxx::__ops::operator()<int*, int*>(int*, int*) const /usr/include/c++/12/bits/predefined_ops.h:45
    #1 0x55df8450b890 in pick(std::vector<int> const&, int) /tmp/my task/src.cpp:13:7
    #2 0x55df8450b891 in pick(std::vector<int> const&, int) /tmp/my task/src.cpp:13:7
    #3 0x55df8450b895 in main C:\\judge files\\src.cpp:22
    #4 0x7f81bae45249 in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
    #5 0x55df8450b2e0 in _start (/tmp/src+0xb2e0)

0x602000000034 is located 4 bytes inside of 16-byte region [0x602000000030,0x602000000040)
freed by thread T0 here:
    #0 0x7f81bb0ba038 in operator delete[](void*) ../../../../src/libsanitizer/asan/asan_new_delete.cpp:155
    #1 0x55df8450b84e in main src.cpp:31
    #2 0x55df8450b84f in main src.cpp:32

SUMMARY: AddressSanitizer: heap-use-after-free /usr/include/c++/12/bits/predefined_ops.h:45 in operator()
  0x0c047fff7fb0: 00 00 00 00
==12==ABORTING
==13==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x55c3e0b0ccc3 bp 0x7ffc27f570c0 sp 0x7ffc27f56f10 T0)
==13==The signal is caused by a WRITE memory access.
    #0 0x55c3e0b0ccc3 in main /tmp/src.cpp:44
==13==ABORTING
==14==WARNING: MemorySanitizer: use-of-uninitialized-value
    #0 0x55c3e0b0ccc3 in main (/tmp/src+0xb2e0)
`),
      [
        'sanitizer error /tmp/my task/src.cpp:13:7 AddressSanitizer: heap-use-after-free\nREAD of size 4',
        '+ C:\\judge files\\src.cpp:22:- called in main',
        '+ src.cpp:31:- freed by thread T0 here',
        'sanitizer error /tmp/src.cpp:44:- AddressSanitizer: SEGV',
        'sanitizer error -:-:- MemorySanitizer: use-of-uninitialized-value',
      ],
    );
  });

  it('about undefined behavior has one line', () => {
    assert.deepEqual(
      told(`src.cpp:13:63: runtime error: index 3 out of bounds for type 'int [3]'
my src.cpp:24:65: runtime error: store to misaligned address
0x7ffdc6253c4c: note: pointer points here
  02 00 00 00 00
              ^
src.cpp:35:5: runtime errors: x
`).filter((line) => line.startsWith('sanitizer ')),
      [
        "sanitizer error src.cpp:13:63 runtime error: index 3 out of bounds for type 'int [3]'",
        'sanitizer error my src.cpp:24:65 runtime error: store to misaligned address',
      ],
    );
  });
});
