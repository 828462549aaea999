import type { Toolchain } from '../toolchain';

/** `a.sh: line 4: …`, in Chinese `a.sh: 行 4: …` or `a.sh: 第 4 行：…`. `eval:` or `-c:` may follow the file name. */
const header = /^(?![\s"'`])(.{1,4096}?): (?:(?:line|行) (\d{1,9}):|第 ?(\d{1,9}) ?行[:：]) ?(.*)/;
const prefix = /^(?:(?:mawk|gawk|awk): )|: (?:-c|eval|command substitution)$/g;
/** The source line, printed below its error. */
const source = /^[`'].*'$/;
const warning = /^(?:warning: |警告[:：] ?)/;

/** Bash, and mawk, whose messages have the same format. */
export const bash: Toolchain = {
  name: 'bash',
  lines: { colon: true },
  detect: (sample) => (/.: (?:(?:line|行) \d{1,9}:|第 ?\d{1,9} ?行[:：])/.test(sample) ? 2 : 0),
  open: (cursor, report) => () => {
    const { content } = cursor;
    const hit = content.includes(': line ') || content.includes('行') ? header.exec(content) : null;
    if (!hit) return false;
    const [, program = '', at, atToo, text = ''] = hit;
    const line = Number(at ?? atToo);
    const message = text.replace(warning, '').trim();
    const named = program.replace(prefix, '');
    // the line number refers to the shell's input or an argument, not to a file
    const file = /^(?:.*\/)?(?:ba|da)?sh$/.test(named) ? null : named;
    const { lastDraft } = report;
    if (lastDraft?.toolchain === 'bash' && lastDraft.line === line && source.test(text)) return true;
    report.add({ severity: warning.test(text) ? 'warning' : 'error', message, at: { file, line } });
    return true;
  },
};
