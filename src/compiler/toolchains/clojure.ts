import { detectByText, type Toolchain } from '../toolchain';

const header =
  /^(?:Syntax|Execution|Unexpected) error(?: \([\w.$]{1,200}\))?(?: [^()]{0,400})? at (?:[^\s()]{1,400} )?\((.{1,4096}?):(\d{1,9})(?::(\d{1,9}))?\)\.$/;
const anywhere = new RegExp(header.source, 'm');
/** The format before Clojure 1.10. */
const older =
  /^(?:Exception in thread "main" |CompilerException |Caused by: )(.+?), compiling:\(([^()]{1,1024}):(\d{1,9}):(\d{1,9})\)/;
const linesOfMessage = 20;

/** Clojure: `Syntax error compiling at (a.clj:2:13).` above the message. */
export const clojure: Toolchain = {
  name: 'clojure',
  readsCrashes: true,
  lines: { initials: 'SEUC' },
  detect: detectByText(anywhere, / compiling:\([^()]{1,1024}:\d{1,9}:\d{1,9}\)/),
  open: (cursor, report) => () => {
    const hit = header.exec(cursor.content);
    const old = hit ? null : older.exec(cursor.content);
    if (!hit && !old) return false;
    const [file, line, column] = hit?.slice(1) ?? old?.slice(2) ?? [];
    const draft = report.add({
      severity: 'error',
      message: old?.[1] ?? '',
      at: { file, line, column },
      unit: 'utf16',
    });
    const { content } = cursor;
    cursor.advance();
    if (old) return true;
    const lines: string[] = [];
    for (let read = 0; read < linesOfMessage && cursor.content !== ''; read++, cursor.advance())
      lines.push(cursor.content);
    draft.message = lines.join('\n') || content;
    return true;
  },
};
