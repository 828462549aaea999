import { readPosition } from '../gnu/location';
import type { Toolchain } from '../toolchain';

const shape = /^(?:[A-Za-z]:)?[^\s:]{1,400}:\d{1,9}(?::\d{1,9})?: \S/m;
const fileName = /^(?:[A-Za-z]:)?[^:?*"<>|]*(?:[/\\]|\.[A-Za-z]\w{0,7}$)[^:?*"<>|]*$/;

/** Haxe files. Haxe prints trace output of programs in this format, but errors as `a.hx:6: characters 1-2 : text`. */
const haxe = /\.hx$/;
/** A stack frame of Pike: `a.pike:2: /main()->div(3,0)`. */
const call = /^\S*\(\)->/;

/** An unknown tool with the format of the GNU standards: `FILE:LINE: message`. A guess, see `Toolchain.detect`. */
export const other: Toolchain = {
  name: 'other',
  lines: { colon: true },
  detect: (sample) => (shape.test(sample) ? 1 : 0),
  open: (cursor, report) => () => {
    const position = /^\s/.test(cursor.content) ? null : readPosition(cursor.content);
    if (!position) return false;
    const { file, line, column, rest } = position;
    const message = rest.trim();
    if (file.length > 400 || !fileName.test(file) || !/^ \S/.test(rest)) return false;
    // a line that ends with a colon is a heading, not a message
    if (message.endsWith(':') || haxe.test(file) || call.test(message)) return false;
    report.add({ severity: 'error', message, at: { file, line, column } });
    cursor.advance();
    return true;
  },
};
