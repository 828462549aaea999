import { personEvents, speak, tellFocused } from '../../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window } from 'vscode';
import { MAX_UNREPORTED_MS } from '../../../../../src/editor/shared/limits';
import {
  notePersonAction,
  waitingPerson,
  watchingPerson,
  type Person,
} from '../../../../../src/editor/shared/dialogs/personActions';
import { FakeClock } from '../../../support/fakeClock';

describe('What the person does while a command waits', () => {
  let clock: FakeClock;
  const editor = window as { activeTextEditor?: unknown };

  beforeEach(() => {
    speak('en');
    clock = new FakeClock();
  });
  afterEach(() => {
    delete editor.activeTextEditor;
    tellFocused(true);
  });

  const watched = (run: () => void): Promise<readonly [boolean, boolean]> =>
    watchingPerson(async (person: Person) => {
      run();
      return [person.hasActed, person.isWaiting] as const;
    }, clock);

  it('is nothing if VS Code reports nothing', async () => {
    assert.deepEqual(await watched(() => undefined), [false, true]);
    assert.deepEqual([waitingPerson.hasActed, waitingPerson.isWaiting], [false, true]);
  });

  it('can be unreported after a moment', async () => {
    const elapse = (ms: number) => watched(() => clock.jump(ms));
    assert.deepEqual(await elapse(MAX_UNREPORTED_MS - 1), [false, true]);
    assert.deepEqual(await elapse(MAX_UNREPORTED_MS), [false, false]);
  });

  const document = {};
  for (const [name, act] of [
    ['a selection with the keyboard', () => personEvents.selection.fire({ kind: 1 })],
    ['a click into an editor', () => personEvents.selection.fire({ kind: 2 })],
    ['typing', () => personEvents.text.fire({ document, contentChanges: [{}] })],
    ['another editor', () => personEvents.editor.fire(undefined)],
    ['a cell of a notebook', () => personEvents.notebookSelection.fire({})],
    ['another terminal', () => personEvents.terminal.fire(undefined)],
    ['another window', () => tellFocused(false)],
    ['a command, a box, or a click on a page', notePersonAction],
  ] as const) {
    it(`includes ${name}`, async () => {
      editor.activeTextEditor = { document };
      assert.deepEqual(await watched(act), [true, false]);
    });
  }

  it('doesn’t include changes by extensions', async () => {
    editor.activeTextEditor = { document };
    const change = () => {
      personEvents.selection.fire({ kind: undefined });
      personEvents.text.fire({ document: {}, contentChanges: [{}] });
      personEvents.text.fire({ document, contentChanges: [] });
    };
    assert.deepEqual(await watched(change), [false, true]);
  });

  it('doesn’t include a window that keeps the focus unused', async () => {
    assert.deepEqual(await watched(() => tellFocused(true)), [false, true]);
  });

  it('isn’t watched after the command', async () => {
    const person = await watchingPerson(async (one) => one, clock);
    notePersonAction();
    assert.equal(person.hasActed, false);
  });
});
