import type { ColumnUnit } from '../diagnostic';
import { severityOf } from '../severity';
import { surely, type Toolchain } from '../toolchain';

const adaFile = /\.ad[abs]$/;
const word = /^ (?:(error|warning|info|high|medium|low|style|check): |\((style)\) )?(?:\((style)\) )?(.*)/;
const option = / \[(-gnat[\w.]{1,10})\]$/;
const byDefault = ' [enabled by default]';

/** GNAT: `a.adb:6:09: error: …`, the columns zero-padded, tabs counted up to stops of 8. */
export const gnat: Toolchain = {
  name: 'gnat',
  lines: { place: true },
  detect: surely(/.\.ad[abs]:\d{1,9}:\d{2,9}: /),
  open: (cursor, report) => {
    // the command line that gnatmake shows tells how the source was read
    const unit: ColumnUnit = cursor.text.includes('-gnatW8') ? 'tabbed' : 'tabbedBytes';
    return () => {
      const { place } = cursor;
      if (!place?.column) return false;
      if (!adaFile.test(place.file)) return false;
      const hit = word.exec(place.rest);
      if (!hit) return false;
      const [, marked, style, styled, rest = ''] = hit;
      const draft = report.add({
        severity: severityOf(styled ?? marked ?? style),
        message: rest,
        at: place,
        unit,
      });
      // -gnatj breaks long texts and lines the parts up
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
