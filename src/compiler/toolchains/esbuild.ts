import { detectByText, type Toolchain } from '../toolchain';

/** The rest of a line after `src.ts:2:7`. */
const messagePattern = /^:? ?(ERROR|WARNING): (.*)/;

/** esbuild, with which tsx runs TypeScript: `src.ts:2:7: ERROR: Unexpected "="`. Its columns begin at 0. */
export const esbuild: Toolchain = {
  name: 'esbuild',
  lines: { location: true },
  detect: detectByText(/(?:Transform|Build) failed with \d{1,9} errors?:$/m),
  open: (cursor, report) => () => {
    const { location } = cursor;
    const hit = location?.column == null ? null : messagePattern.exec(location.rest);
    if (!location || !hit) return false;
    const [, word, message = ''] = hit;
    const severity = word === 'ERROR' ? 'error' : 'warning';
    const column = Number(location.column) + 1;
    report.add({ severity, message, at: { ...location, column }, unit: 'bytes' });
    cursor.advance();
    return true;
  },
};
