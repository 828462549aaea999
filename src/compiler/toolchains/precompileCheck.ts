import { detectByText, type Toolchain } from '../toolchain';

const header = /^Precompile check failed(?: \(([^()\n]{1,100})\))?: (.*)/;

const MAX_MESSAGE_LINES = 200;

/**
 * Failed checks of a program before its compilation, as the adapter of Yandex Contest formats them: `Precompile check failed
 * (style): tabs aren't allowed`. Further lines of a message begin with two blanks.
 */
export const precompileCheck: Toolchain = {
  name: 'precompile-check',
  lines: { initials: 'P' },
  detect: detectByText(/^Precompile check failed(?: \([^()\n]{1,100}\))?: /m),
  open: (cursor, report) => () => {
    const hit = header.exec(cursor.content);
    if (!hit) return false;
    const lines = [hit[2] ?? ''];
    for (const line of cursor.linesAhead(MAX_MESSAGE_LINES)) {
      if (!line.startsWith('  ')) break;
      lines.push(line.slice(2));
    }
    report.add({ severity: 'error', message: lines.join('\n'), code: hit[1] ?? null });
    cursor.advance(lines.length);
    return true;
  },
};
