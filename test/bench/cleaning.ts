/**
 * npm run bench -- cleaning: how long it takes to make a text of a service fit for display, at worst. Each of all 65,536
 * UTF-16 units is repeated, a few sequences too; the slowest of them are measured at 1 MiB.
 *
 * Budget: 1 MiB of any unit in under 200 ms of the processor's time. What is linear takes sixteen times as long for sixteen
 * times the text, and more where the collector of garbage has work; what is quadratic takes 256 times as long.
 */
import '../unit/support/vscodeWords';
import { withoutEscapeSequences } from '../../src/base/escapeSequences';
import { prepareMessage } from '../../src/compiler';
import { inMarkdown } from '../../src/editor/exchange/markdown';
import { sanitizeForUi } from '../../src/editor/labels/text';
import { plainLines, plainText } from '../../src/judge';
import { Redaction } from '../../src/service/redaction';
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
  'a compile message': prepareMessage,
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
