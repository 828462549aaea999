import { setPosition } from '../report';
import { severityOf } from '../diagnostic';
import { detectByText, type Toolchain } from '../toolchain';

const placed = /^(ERROR|Warning): (?!-g )(.{1,4096}?):(\d{1,9}):(?:(\d{1,9}):)?(?:$| (.*))/;
/** A message about a goal on the command line, `ERROR: -g main: is/2: …`, or about a predicate. It has no position. */
const alone = /^(ERROR|Warning): (-g .{1,2000}?: .*|[^\s:]{1,200}\/\d{1,3}: .*)/;
/** A further line of a message. It repeats the word, or begins with a tab in older versions. */
const furtherLine = /^(?:(?:ERROR|Warning):(?: {2,}| (?=In:$))|\t)(\S.*)/;
const summary = /^Warning: Halting with status \d/;
const goalRaised = /^(?:Initialization goal raised exception|Goal \(.{1,60}\) raised exception):$/;
const raised = /^(?:ERROR|Warning): +(\S.*)/;
/** A stack frame. The innermost frame comes first. */
const call = /^\[\d{1,9}\] .* at (\S{1,4096}):(\d{1,9})$/;

/**
 * SWI-Prolog: `ERROR: a.pl:3:11: Syntax error: …`, or `Warning: a.pl:2:` above the message. Columns count bytes,
 * usually from 0.
 */
export const swipl: Toolchain = {
  name: 'swipl',
  readsCrashes: true,
  lines: { initials: 'EW' },
  detect: detectByText(
    /^(?:ERROR|Warning): (?:-g .{1,500}: |[^\s:]{1,200}\/\d{1,3}: |(?!-g )[^\n]{1,500}?:\d{1,9}:(?:$|\d{1,9}: | Init))/m,
  ),
  open: (cursor, report) => () => {
    const { content } = cursor;
    const hit = placed.exec(content);
    const [, word, text] = hit ? [] : (alone.exec(content) ?? []);
    if (!hit && word === undefined) return summary.test(content);
    const [, , file, line, column, inlineText] = hit ?? [];
    const draft = report.add({
      severity: severityOf(hit?.[1] ?? word),
      message: inlineText ?? text ?? '',
      at: { file, line, column },
      unit: 'tabbedBytes',
    });
    const lines = draft.message === '' ? [] : [draft.message];
    for (cursor.advance(); !cursor.done; cursor.advance()) {
      const nextLine =
        furtherLine.exec(cursor.content) ??
        (goalRaised.test(lines[lines.length - 1] ?? '') ? raised.exec(cursor.content) : null);
      if (!nextLine) break;
      const frame = call.exec(nextLine[1] ?? '');
      if (frame && draft.line === null) setPosition(draft, { file: frame[1], line: frame[2] });
      lines.push(nextLine[1] ?? '');
    }
    draft.message = lines.join('\n') || content;
    return true;
  },
};
