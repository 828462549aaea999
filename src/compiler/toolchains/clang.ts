import { openGnu } from '../gnu/reader';
import type { Toolchain } from '../toolchain';

/** What Clang says and GCC doesn't. */
const own =
  /^\d{1,9} (?:warning|error)s?(?: and \d{1,9} errors?)? generated|\[-Werror,-W|: use of undeclared identifier '|: note: expanded from macro '|: note: in instantiation of |: note: candidate (?:function|template|constructor)|: remark: |^clang(?:\+\+)?[\w.-]{0,20}: |\[Semantic Issue\]|^[^\n(]{1,500}\(\d{1,9}(?:,\d{1,9})?\): {1,2}(?:fatal error|error|warning): /m;

/** Clang: GCC's form in English, columns in bytes. */
export const clang: Toolchain = {
  name: 'clang',
  lines: { colon: true, first: 'I' },
  detect: (sample) => (own.test(sample) ? 3 : 0),
  open: (cursor, report) => openGnu('clang', cursor, report),
};
