import assert from 'node:assert/strict';
import { EventEmitter, window } from 'vscode';

/**
 * Enters these texts into input boxes, one each time a box is shown. Returns the prompts of the shown boxes, each with the
 * reason for which a text was rejected before, if any. The list grows.
 */
export function answerBoxes(...texts: readonly string[]): readonly string[] {
  const left = [...texts];
  const prompts: string[] = [];
  Object.assign(window, {
    createInputBox: () => {
      const accepted = new EventEmitter<void>();
      const box = {
        value: '',
        prompt: '',
        validationMessage: undefined as string | undefined,
        onDidAccept: accepted.event,
        onDidChangeValue: new EventEmitter<string>().event,
        onDidTriggerButton: new EventEmitter<unknown>().event,
        onDidHide: new EventEmitter<void>().event,
        dispose: () => undefined,
        show: () => {
          prompts.push([box.prompt, box.validationMessage].filter((words) => words !== undefined).join('\n'));
          box.value = left.shift() ?? assert.fail(`no answer to ${box.prompt}`);
          accepted.fire();
        },
      };
      return box;
    },
  });
  return prompts;
}
