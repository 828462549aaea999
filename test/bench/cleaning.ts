/**
 * npm run bench -- cleaning: the longest time to prepare a text of a judge for display. Repeats each of the 65,536 UTF-16
 * units, and a few sequences, and measures the slowest of them at 1 MiB.
 *
 * Budget: less than 200 ms of CPU time for 1 MiB of any unit. Sixteen times the text takes sixteen times as long if a
 * function is linear (more with garbage collection), and 256 times as long if it is quadratic.
 */
import '../unit/support/vscodeWords';
import { withoutEscapeSequences } from '../../src/base/escapeSequences';
import { prepareMessage } from '../../src/compiler';
import { inMarkdown } from '../../src/editor/exchange/markdown';
import { sanitizeForUi } from '../../src/editor/labels/sanitizeText';
import { plainLines, plainText } from '../../src/results';
import { Redaction } from '../../src/judges/signIn/redaction';
import { fastest, type Read, slowestUnits } from '../fuzz/growth';
import { ms, type Row, runAlone } from './row';

const size = 2 ** 20;
const budget = 200;
const candidates = 20;
const unbounded = Number.MAX_SAFE_INTEGER;
const sequences = [
  '\x1b[',
  '\x1b]',
  '\x1b]8;;',
  '\x9d ',
  '\x90\x1b',
  '\r\n',
  '$(',
  '](',
  '\\u0026',
  '\\ud83d\\ude00',
  '%26',
  '%255c',
  '&amp;amp;',
];

const redaction = new Redaction();
redaction.add('user:p&ss\\wørd');

const cleanings: Readonly<Record<string, Read>> = {
  'escape sequences': withoutEscapeSequences,
  'one line': (text) => plainText(text, unbounded),
  lines: (text) => plainLines(text),
  'compiler output': prepareMessage,
  'a label': (text) => sanitizeForUi(text),
  Markdown: (text) => inMarkdown(text),
  credentials: (text) => redaction.text(text),
};

export async function measure(): Promise<readonly Row[]> {
  return Object.entries(cleanings).map(([name, clean]) => {
    const of = (part: string, length: number) => fastest(part.repeat(length / part.length), clean);
    const parts = [...slowestUnits(clean, candidates), ...sequences];
    const times = parts.map((part) => ({ part, time: of(part, size) }));
    const slowest = times.reduce((one, other) => (other.time > one.time ? other : one));
    const share = of(slowest.part, size / 16);
    return {
      measure: `${name}: 1 MiB of the slowest unit, ${JSON.stringify(slowest.part).replace(/[^ -~]/g, hex)}`,
      ours: ms(slowest.time),
      peer: `a sixteenth of it ${ms(share)}`,
      ratio: slowest.time / share,
      budget: `< ${budget} ms, ≤ 128`,
      met: slowest.time < budget && slowest.time <= 128 * share + 1,
    };
  });
}

function hex(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

runAlone(import.meta.filename, measure);
