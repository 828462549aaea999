import { openGnu } from '../gnu/reader';
import type { Toolchain } from '../toolchain';

/** Words and shapes of GCC, whatever the language. */
const own =
  /: In (?:member |static |lambda )?function|-Werror=|cc1(?:plus)?(?:\.exe)?[:：]|compilation terminated|[gc]\+\+[\w.-]*[:：]/;
const shape =
  /:\d{1,9}:\d{1,9}[:：]|:\d{1,9}: ?[^\s:：]{2,24}[:：]|^[\w./\\+-]{1,80}[:：] [^\s:：]{2,24}[:：] /m;

/** GCC, in any language. */
export const gcc: Toolchain = {
  name: 'gcc',
  lines: { colon: true, first: 'I在' },
  yieldsTo: 'clang',
  detect: (sample) => (own.test(sample) ? 3 : shape.test(sample) ? 2 : 0),
  open: (cursor, report) => openGnu('gcc', cursor, report),
};
