import assert from 'node:assert/strict';
import { DialogRecorder } from '../../../../src/local/checkers/dialogRecorder';
import { MAX_DIALOG_LENGTH, MAX_DIALOG_TURNS } from '../../../../src/local/limits';

/**
 * Records these texts, each written by the program (`<`) or the interactor (`>`). Returns the dialog as one text with
 * these marks.
 */
function recorded(written: Iterable<string | Buffer>): { readonly start: string; readonly end: string } {
  const recorder = new DialogRecorder();
  for (const text of written) {
    const bytes = Buffer.from(text);
    recorder.add(bytes.toString('latin1', 0, 1) === '<' ? 'program' : 'interactor', bytes.subarray(1));
  }
  const { start, end } = recorder.recorded();
  const marked = (turns: typeof start): string =>
    turns.map(({ from, text }) => `${from === 'program' ? '<' : '>'}${text}`).join('');
  return { start: marked(start), end: marked(end) };
}

function* guesses(count: number): Generator<string> {
  for (let guess = 1; guess <= count; guess += 1) yield* [`<${guess}\n`, '>no\n'];
}

describe('The recorded dialog', () => {
  it('joins texts without an answer between them', () => {
    assert.deepEqual(recorded(['<1', '<2\n', '>no\n', '<3\n']), { start: '<12\n>no\n<3\n', end: '' });
    assert.deepEqual(recorded([]), { start: '', end: '' });
  });

  it('keeps characters whose bytes arrive one after the other', () => {
    assert.equal(recorded([Buffer.from('3ce2', 'hex'), Buffer.from('3c82ac', 'hex')]).start, '<€');
    assert.equal(recorded([Buffer.from('3cff', 'hex')]).start, '<\ufffd');
  });

  it('is whole if both parts have room for it', () => {
    const all = [...guesses(MAX_DIALOG_TURNS)];
    assert.deepEqual(recorded(all), { start: all.join(''), end: '' });
    const long = 'x'.repeat(2 * MAX_DIALOG_LENGTH);
    assert.deepEqual(recorded([`<${long}`]), { start: `<${long}`, end: '' });
  });

  it('loses its middle if it has many turns', () => {
    const all = [...guesses(3 * MAX_DIALOG_TURNS)];
    const start = all.slice(0, MAX_DIALOG_TURNS).join('');
    assert.deepEqual(recorded(all), { start, end: all.slice(-MAX_DIALOG_TURNS).join('') });
  });

  it('loses its middle if it is long, and stays linear', () => {
    const line = 'x'.repeat(1000);
    const many = Array.from({ length: 20_000 }, (_, index) => `<${index} ${line}\n`);
    const { start, end } = recorded([...many, '>no\n']);
    assert.ok(start.startsWith('<0 x') && end.endsWith(`x\n>no\n`));
    assert.deepEqual([start.length, end.length], [MAX_DIALOG_LENGTH + 1, MAX_DIALOG_LENGTH + 2]);
  });
});
