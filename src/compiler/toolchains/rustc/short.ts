import { severityOf } from '../../severity';
import type { Toolchain } from '../../toolchain';

const said = /^ (error|warning)(?:\[([A-Za-z]\w{0,60})\])?: (.*)/;

/** rustc with `--error-format short`: `a.rs:7:32: error[E0425]: …` and no source. */
export const rustcShort: Toolchain = {
  name: 'rustc',
  lines: { place: true },
  detect: (sample) => (/\.rs:\d{1,9}:\d{1,9}: (?:error|warning)(?:\[E\d{4}\])?: /.test(sample) ? 3 : 0),
  open: (cursor, report) => () => {
    const { place } = cursor;
    const hit = place?.column && place.file.endsWith('.rs') ? said.exec(place.rest) : null;
    if (!place || !hit) return false;
    const [, word, code, message = ''] = hit;
    const draft = report.add({ ...place, severity: severityOf(word), message, code, unit: 'codePoints' });
    // the rest of a text is indented by the word's length
    for (cursor.advance(); /^ {5,9}\S/.test(cursor.content); cursor.advance())
      draft.message += `\n${cursor.content.trim()}`;
    return true;
  },
};
