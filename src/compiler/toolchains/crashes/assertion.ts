import type { Toolchain } from '../../toolchain';

/** `PROGRAM: FILE:LINE: FUNCTION: Assertion `x' failed.` of glibc. libstdc++ omits the program. */
const glibc = /^ ?Assertion [`'].*' failed\.$/;
const glibcMark = ': Assertion ';

/**
 * Formats of macOS, musl, Windows and newlib. Each part of a pattern excludes the text that follows it, because
 * backtracking would try each occurrence of that text.
 */
const otherFormats = [
  /^(Assertion failed: \(.*\)), function (?:(?!, file |\), function ).){0,1000}, file ((?:(?!, file ).){1,4096}), line (\d{1,9})\.$/,
  /^(Assertion failed: .*) \(([^():]{1,4096}): [^():]{0,1000}: (\d{1,9})\)$/,
  /^(Assertion failed: .*), file ((?:(?!, file ).){1,4096}), line (\d{1,9})$/,
  /^(assertion ".*" failed): file "([^"]{1,4096})", line (\d{1,9})(?:, function: .{0,1000})?$/,
];
const shape =
  /' failed\.$(?<=Assertion [`'].{1,4000}' failed\.)|^Assertion failed: .|^assertion ".{0,4000}" failed: file "/m;

/** Failed assertions of the C macro `assert`, in the formats of the various C libraries. */
export const assertion: Toolchain = {
  name: 'assert',
  lines: { colon: true },
  readsCrashes: true,
  detect: (sample) => (shape.test(sample) ? 3 : 0),
  open: (cursor, report) => () => {
    const { content } = cursor;
    const parsed = readGlibc(content) ?? readOther(content);
    if (!parsed) return false;
    report.add({ severity: 'error', message: parsed.message, at: parsed });
    return true;
  },
};

interface ParsedAssertion {
  readonly message: string;
  readonly file: string | undefined;
  readonly line: string | undefined;
}

function readGlibc(content: string): ParsedAssertion | null {
  const mark = content.indexOf(glibcMark);
  if (mark < 0 || !glibc.test(content.slice(mark + 1))) return null;
  // the function's name may contain `::`, but no number between colons
  const numbered = /:(\d{1,9}):/.exec(`${content.slice(0, mark)}:`);
  if (!numbered) return null;
  const named = content.slice(0, numbered.index);
  const program = named.indexOf(': ');
  return {
    message: content.slice(mark + 2),
    file: program < 0 ? named : named.slice(program + 2),
    line: numbered[1],
  };
}

function readOther(content: string): ParsedAssertion | null {
  if (!/^[Aa]ssertion /.test(content)) return null;
  for (const pattern of otherFormats) {
    const [, message, file, at] = pattern.exec(content) ?? [];
    if (message !== undefined) return { message, file, line: at };
  }
  return null;
}
