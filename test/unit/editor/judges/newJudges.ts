import assert from 'node:assert/strict';
import type { ExtensionContext } from 'vscode';
import { JudgeManager, type SharedContext } from '../../../../src/editor/judges/judgeManager';
import { nodeFetch } from '../../../../src/judges/http/nodeFetch';
import { standIn } from '../../support/standIn';
import { SecretsOfMachine } from './secretStorage';

/** Creates the judges of a window without saved credentials. `onRequest` receives the lines of the request log. */
export function newJudges(onRequest: (line: string) => void = () => undefined): JudgeManager {
  const context = standIn<ExtensionContext>({
    secrets: new SecretsOfMachine().window(),
    globalState: { get: () => undefined },
    extension: { packageJSON: { version: '1.0.0' } },
  });
  return new JudgeManager(
    context,
    assert.fail,
    assert.fail,
    standIn<SharedContext>({
      isBrowser: false,
      localResults: { result: assert.fail },
      fetch: nodeFetch,
      onOddity: assert.fail,
      onRequest,
    }),
  );
}
