import type { Toolchain } from '../toolchain';

const name = 'lua';

const header =
  /^(?:[^\s:]{0,200}\/)?(?:lua|luac|luajit|texlua)[\w.-]{0,12}: (?:(.{1,4096}?):(\d{1,9}): )?(.*)/;
const stackHead = 'stack traceback:';
const frame = /^\t(.{1,4096}?):(\d{1,9}): (in .*)$/;
const program = /(?:^|\n)(?:[^\s:]{0,200}\/)?(?:lua|luac|luajit|texlua)[\w.-]{0,12}: /;

/** Lua, luac, LuaJIT: `lua: a.lua:2: 'then' expected near '='`, when running also a stack. */
export const lua: Toolchain = {
  name,
  marks: ['lua'],
  lines: { first: 'lt/.' },
  detect: (sample) => (program.test(sample) ? 3 : 0),
  open: (cursor, report) => () => {
    const hit = header.exec(cursor.content);
    if (!hit) return false;
    const [, file, line, message = ''] = hit;
    const draft = report.add(name, { severity: 'error', message, file, line: Number(line) }, cursor.line);
    cursor.advance();
    if (cursor.done || cursor.content !== stackHead) return true;
    for (cursor.advance(); !cursor.done && cursor.text.startsWith('\t', cursor.start); cursor.advance()) {
      const at = frame.exec(cursor.content);
      if (at)
        report.relate(draft, {
          file: at[1] ?? null,
          line: Number(at[2]),
          column: null,
          message: at[3] ?? '',
        });
    }
    return true;
  },
};
