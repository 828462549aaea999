import type { Cursor } from '../cursor';
import { placeAt, type Report } from '../report';
import { surely, type Toolchain } from '../toolchain';

const source = /\.(?:[ehxy]rl|escript)$/;
const said = /^ (Warning: )?(\S.*)/;
/** what `escript` says of a program that died, and `erl -s` */
const died = /^escript: (exception \w{1,20}: .*)|^\{"(init terminating in do_boot",.*)/;
const frame = /\(([^()]{1,4096}\.erl), line (\d{1,9})\)|\[\{file,"([^"]{1,4096})"\},\{line,(\d{1,9})\}\]/g;
/** modules of the system, of which nobody has the text */
const system =
  /^(?:(?:erl|gen|gb|io_lib|code)_\w+|io|io_lib|lists|escript|init|proc_lib|maps|string|binary|array|dict|timer|code|sets|orddict|queue|rand)\.erl$/;
const framesRead = 60;

/** Erlang: `a.erl:5:1: syntax error before: x`, with a word for warnings alone; excerpts begin with `%`. */
export const erlang: Toolchain = {
  name: 'erlang',
  lines: { place: true, first: 'e{' },
  detect: surely(
    /\.(?:[ehxy]rl|escript):\d{1,9}:(?:\d{1,9}:)? /,
    /^(?:escript: exception |\{"init terminating in do_boot",)/m,
  ),
  open: (cursor, report) => () => {
    const { place } = cursor;
    if (!place) return readDeath(cursor, report);
    const hit = source.test(place.file) ? said.exec(place.rest) : null;
    if (!hit) return false;
    report.add({
      severity: hit[1] ? 'warning' : 'error',
      message: hit[2] ?? '',
      at: place,
      unit: 'codePoints',
    });
    cursor.advance();
    while (/^% *\d*\| /.test(cursor.content)) cursor.advance();
    return true;
  },
};

/** The innermost call that is none of the system's is the place, as far as one is named: scripts are not compiled. */
function readDeath(cursor: Cursor, report: Report): boolean {
  const hit = died.exec(cursor.content);
  if (!hit) return false;
  const message = hit[1] ?? `{"${hit[2] ?? ''}`;
  const draft = report.add({ severity: 'error', message });
  for (let read = 0; read < framesRead; read++) {
    for (const [, file = '', line, listed, lineListed] of cursor.content.matchAll(frame)) {
      if (draft.line !== null || system.test(file || (listed ?? ''))) continue;
      placeAt(draft, { file: file || listed, line: line ?? lineListed });
    }
    cursor.advance();
    if (!cursor.content.startsWith('  ')) return true;
  }
  return true;
}
