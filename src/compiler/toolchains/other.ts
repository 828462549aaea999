import { isBlank, PositionScan } from '../gnu/scan';
import type { Toolchain } from '../toolchain';

const shape = /^(?:[A-Za-z]:)?[^\s:]{1,400}:\d{1,9}(?::\d{1,9})?: \S/m;
const fileName = /^(?:[A-Za-z]:)?[^:?*"<>|]*(?:[/\\]|\.\w{1,8}$)[^:?*"<>|]*$/;
const position = new PositionScan();

/** A tool that nobody here knows: `FILE:LINE: message`, as the GNU standards have it. Only where nobody is surer. */
export const other: Toolchain = {
  name: 'other',
  lines: { colon: true },
  detect: (sample) => (shape.test(sample) ? 1 : 0),
  open: (cursor, report) => () => {
    const { text, units, start, end } = cursor;
    if (start === end || isBlank(units[start]) || !position.read(units, start, end)) return false;
    const { line, column, rest, fileEnd } = position;
    const file = text.slice(start, fileEnd);
    const message = text.slice(rest, end).trim();
    if (file.length > 400 || !fileName.test(file) || !/^ \S/.test(text.slice(rest, rest + 2))) return false;
    // a colon at the end announces something and says nothing
    if (message.endsWith(':')) return false;
    report.add('other', { severity: 'error', file, line, column, message }, cursor.line);
    cursor.advance();
    return true;
  },
};
