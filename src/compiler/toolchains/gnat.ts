import { detectByText, type Toolchain } from '../toolchain';
import { type ColumnUnit, severityOf } from '../diagnostic';

const adaFile = /\.ad[abs]$/;
const word = /^ (?:(error|warning|info|high|medium|low|style|check): |\((style)\) )?(?:\((style)\) )?(.*)/;
const option = / \[(-gnat[\w.]{1,10})\]$/;
const byDefault = ' [enabled by default]';

/** GNAT: `a.adb:6:09: error: …`. Columns are zero-padded, and tabs reach to the next stop of 8. */
export const gnat: Toolchain = {
  name: 'gnat',
  lines: { location: true },
  detect: detectByText(/.\.ad[abs]:\d{1,9}:\d{2,9}: /),
  open: (cursor, report) => {
    // gnatmake prints the command line, which contains the source encoding
    const unit: ColumnUnit = cursor.text.includes('-gnatW8') ? 'tabbed' : 'tabbedBytes';
    return () => {
      const { location } = cursor;
      if (!location?.column) return false;
      if (!adaFile.test(location.file)) return false;
      const hit = word.exec(location.rest);
      if (!hit) return false;
      const [, marked, style, styled, rest = ''] = hit;
      const draft = report.add({
        severity: severityOf(styled ?? marked ?? style),
        message: rest,
        at: location,
        unit,
      });
      // -gnatj breaks long messages into aligned lines
      for (cursor.advance(); !cursor.done && cursor.content.startsWith('        '); cursor.advance()) {
        draft.message += ` ${cursor.content.trim()}`;
      }
      const code = option.exec(draft.message);
      if (code) {
        draft.code = code[1] ?? null;
        draft.message = draft.message.slice(0, code.index);
      } else if (draft.message.endsWith(byDefault)) {
        draft.message = draft.message.slice(0, -byDefault.length);
      }
      return true;
    };
  },
};
