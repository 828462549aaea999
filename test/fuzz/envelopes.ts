// Any body is decoded to an envelope or rejected with a path, and everything that displays it keeps its limits.
import '../unit/support/vscodeWords';
import assert from 'node:assert/strict';
import { compilerView } from '../../src/assistant/detailViews';
import { resultView } from '../../src/assistant/resultView';
import { UntrustedText } from '../../src/assistant/untrusted';
import { inMarkdown, recordsAsMarkdown } from '../../src/editor/exchange/markdown';
import { recordView } from '../../src/editor/resultPanel/recordView';
import {
  caseProgress,
  completionOf,
  countStatuses,
  decodeEnvelope,
  decodeErrorBody,
  formatMemory,
  formatScore,
  formatTime,
  identities,
  plainLines,
  plainText,
  rowDescription,
  subtasksOf,
  type Envelope,
  type Measured,
} from '../../src/results';
import { encodeEnvelope } from '../../src/results/model';
import { headTexts } from '../support/headTexts';
import { luogu } from '../support/profiles';
import { anyBody } from './envelopeText';
import { parsed } from './json';
import { finished } from '../unit/records/fixtures';
import { target } from './target';

const { rules } = luogu;

export const envelopes = target('envelopes', anyBody, (body) => {
  const json = parsed(body);
  freeze(json);
  const decoded = decodeEnvelope(json);
  untouchedPrototypes();
  decodeErrorBody(400, json);
  if (!decoded.ok) {
    isLabel(decoded.path, 1000);
    isLabel(decoded.found, 60);
    return;
  }
  for (const { path, count } of decoded.notices) {
    isLabel(path, 1000);
    assert.ok(count > 0);
  }
  isEnvelope(decoded.envelope);
  const stored = JSON.stringify(decoded.envelope);
  const again = decodeEnvelope(JSON.parse(encodeEnvelope(decoded.envelope)));
  assert.ok(again.ok, 'an encoded envelope can be decoded');
  assert.equal(JSON.stringify(again.envelope), stored);
  assert.deepEqual(again.notices, []);
  isShown(decoded.envelope);
});

/** Freezes a value, so that writing to it throws. Without recursion, because it may be deeper than the stack. */
function freeze(json: unknown): void {
  const waiting = [json];
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    Object.freeze(value);
    waiting.push(...(Object.values(value) as unknown[]).filter((inner) => inner !== undefined));
  }
}

const ordinary = [Object.prototype, Array.prototype, Function.prototype];
const before = ordinary.map((prototype) => Reflect.ownKeys(prototype).length);

export function untouchedPrototypes(): void {
  ordinary.forEach((prototype, at) => assert.equal(Reflect.ownKeys(prototype).length, before[at]));
}

/** Checks for one line without control characters, at most `most` characters long. */
export function isLabel(text: string, most: number): void {
  assert.equal(plainText(text, Number.MAX_SAFE_INTEGER), text.trim());
  assert.ok(text.length <= most, `${text.length} characters`);
}

/** Checks an envelope against its type: only finite numbers, text, and null. */
export function isEnvelope({ type, data, requestId, trackId }: Envelope): void {
  assert.equal(type, 'judge');
  isTextOrNull(requestId);
  isTextOrNull(trackId);
  if (data === null) return;
  if (data.compile) {
    isTextOrNull(data.compile.message);
    for (const flag of [data.compile.success, data.compile.opt2])
      assert.ok(flag === null || typeof flag === 'boolean');
  }
  if (!data.judge) return;
  isMeasured(data.judge);
  for (const subtask of data.judge.subtasks) {
    isMeasured(subtask);
    for (const one of subtask.cases) {
      isMeasured(one);
      for (const whole of [one.signal, one.exitCode]) assert.ok(whole === null || Number.isInteger(whole));
      isTextOrNull(one.description);
    }
  }
}

function isTextOrNull(value: unknown): void {
  assert.ok(value === null || typeof value === 'string');
}

function isMeasured({ id, status, score, time, memory }: Measured): void {
  assert.ok(id === null || Number.isInteger(id));
  assert.ok(status === null || typeof status === 'string' || Number.isInteger(status));
  for (const figure of [score, time, memory]) assert.ok(figure === null || Number.isFinite(figure));
}

const figure = /^(?:-?\d+(?:\.\d+)?(?:e[+-]\d+)?(?: (?:ms|s|B|KiB|MiB|GiB))?)?$/;

function isShown(envelope: Envelope): void {
  const subtasks = subtasksOf(envelope);
  const cases = subtasks.flatMap((subtask) => subtask.cases);
  const { done, total } = caseProgress(envelope, rules);
  assert.ok(done <= cases.length && (total === null || total === cases.length));
  assert.ok(['unfinished', 'finished', 'unknown'].includes(completionOf(envelope, rules)));
  for (const list of [subtasks, ...subtasks.map((subtask) => subtask.cases)]) {
    assert.equal(new Set(identities(list)).size, list.length, 'each node has a unique identity');
  }
  const counted = countStatuses(cases, rules).reduce((sum, { count }) => sum + count, 0);
  assert.equal(counted, cases.length);
  for (const one of [...subtasks, ...cases]) {
    assert.match(formatTime(one.time, rules.units), figure);
    assert.match(formatMemory(one.memory, rules.units), figure);
    assert.match(formatScore(one.score, rules.units), figure);
  }
  for (const one of cases) isLabel(rowDescription(one, rules), 300);
  const record = finished({ ...envelope, requestId: envelope.requestId ?? '' }, { rules });
  const marks = new UntrustedText((value) => value);
  const compile = envelope.data?.compile ?? null;
  const answers = [
    resultView(record, envelope, { includesPassed: true, offset: 0 }, marks),
    compilerView(compile, marks),
  ];
  for (const answer of answers) {
    const text = JSON.stringify(answer);
    assert.ok(text.length <= 100_000, `${text.length} characters for a model`);
    assert.equal(plainLines(text), text);
  }
  const markdown = recordsAsMarkdown([{ record, envelope }]);
  // removes fences and code spans, whose content is plain text
  const live = markdown.replace(/(`{3,})text\n[^]*?\n\1/g, '').replace(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
  assert.ok(!/(?<!\\)<[a-z/]/i.test(live), 'no HTML');
  isLabel(inMarkdown(envelope.trackId ?? '').replaceAll('\u200b', ''), 1000);
  const view = recordView(envelope, rules, headTexts);
  assert.equal(view.subtasks.length, subtasks.length);
  JSON.stringify(view);
}
