import { openGnu } from '../gnu/reader';
import { detectByText, type Toolchain } from '../toolchain';

/** Text and formats of GCC that don't depend on its language. */
const gccWords =
  /: In (?:member |static |lambda )?function|-Werror=|cc1(?:plus)?(?:\.exe)?[:：]|compilation terminated|[gc]\+\+[\w.-]*[:：]/;
const gccShape =
  /:\d{1,9}:\d{1,9}[:：]|:\d{1,9}: ?[^\s:：]{2,24}[:：]|^[\w./\\+-]{1,80}[:：] [^\s:：]{2,24}[:：] /m;

/** GCC, in any natural language. */
export const gcc: Toolchain = {
  name: 'gcc',
  lines: { colon: true, initials: 'I在' },
  yieldsTo: 'clang',
  detect: (sample) => (gccWords.test(sample) ? 3 : gccShape.test(sample) ? 2 : 0),
  open: (cursor, report) => openGnu('gcc', cursor, report),
};

/** Text that Clang prints and GCC doesn't. */
const clangWords =
  /^\d{1,9} (?:warning|error)s?(?: and \d{1,9} errors?)? generated|\[-Werror,-W|: use of undeclared identifier '|: note: expanded from macro '|: note: in instantiation of |: note: candidate (?:function|template|constructor)|: remark: |^clang(?:\+\+)?[\w.-]{0,20}: |\[Semantic Issue\]|^[^\n(]{1,500}\(\d{1,9}(?:,\d{1,9})?\): {1,2}(?:fatal error|error|warning): /m;

/** Clang: the format of GCC in English, with columns in bytes. */
export const clang: Toolchain = {
  name: 'clang',
  lines: { colon: true, initials: 'I' },
  detect: detectByText(clangWords),
  open: (cursor, report) => openGnu('clang', cursor, report),
};
