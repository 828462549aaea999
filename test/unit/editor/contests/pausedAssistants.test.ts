import { settings } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { window, workspace, type QuickPickItem, type WorkspaceConfiguration } from 'vscode';
import { assistantsDuringContests } from '../../../../src/editor/contests/chooseAllowedJudges';
import type { PausedJudge } from '../../../../src/editor/contests/contestWatch';
import type { Extension } from '../../../../src/editor/extension';
import { assistantPermissions } from '../../../../src/editor/shared/settings/assistantPermissions';
import type { Judge } from '../../../../src/judges';
import { hydroSite, luogu } from '../../../support/profiles';
import { makeStore } from '../../records/fixtures';
import { standIn } from '../../support/standIn';

const school = 'hydro https://oj.example.edu school';
const finals = 'ejudge https://ej.example.org#7 finals';
const at = (hours: number): number => new Date(new Date().setHours(hours, 0, 0, 0)).getTime();

describe('“Assistants During Contests”', () => {
  const { showQuickPick, showInformationMessage } = window;
  afterEach(() => {
    Object.assign(window, { showQuickPick, showInformationMessage });
    delete settings['assistants.allowDuringContests'];
  });

  /** Runs the command and checks the rows that `isChosen` accepts; null: closes the list. Returns all rows. */
  async function choose(
    paused: readonly PausedJudge[],
    isChosen: ((label: string) => boolean) | null,
    judges: readonly Judge[] = [hydroSite('https://oj.example.edu'), luogu],
  ): Promise<readonly QuickPickItem[]> {
    let rows: readonly QuickPickItem[] = [];
    Object.assign(window, {
      showQuickPick: async (items: readonly QuickPickItem[]) => {
        rows = items;
        return isChosen ? items.filter(({ label }) => isChosen(label)) : undefined;
      },
    });
    const { store } = makeStore();
    const extension = standIn<Extension>({
      store,
      contests: { paused: async () => paused },
      judges: { all: async () => judges },
    });
    await assistantsDuringContests(extension);
    return rows;
  }

  it('lists the judges that report contests, and stores the chosen ones with their addresses', async () => {
    const paused = [{ service: finals, contest: { title: 'Cup', endsAt: at(18) } }];
    const rows = await choose(paused, (label) => label === 'school');
    assert.deepEqual(
      rows.map(({ label, description, detail, picked }) => [label, description, detail, picked]),
      [
        ['finals', 'https://ej.example.org#7', 'finals: Cup is running until 18:00', false],
        ['school', 'https://oj.example.edu', undefined, false],
      ],
    );
    assert.deepEqual(settings['assistants.allowDuringContests'], [school]);
    assert.deepEqual(
      (await choose([], () => false)).map(({ label, picked }) => [label, picked]),
      [['school', true]],
    );
    assert.deepEqual(settings['assistants.allowDuringContests'], []);
  });

  it('changes nothing if the list is closed', async () => {
    settings['assistants.allowDuringContests'] = [school];
    await choose([], null);
    assert.deepEqual(settings['assistants.allowDuringContests'], [school]);
  });

  it('says that no judge reports contests instead of showing an empty list', async () => {
    const messages: string[] = [];
    Object.assign(window, {
      showInformationMessage: async (message: string) => void messages.push(message),
    });
    assert.deepEqual(await choose([], () => true, [luogu]), []);
    assert.deepEqual(messages, ['None of your judges reports contests.']);
    assert.equal(settings['assistants.allowDuringContests'], undefined);
  });
});

describe('The settings for assistants', () => {
  const { getConfiguration } = workspace;
  afterEach(() => {
    Object.assign(workspace, { getConfiguration });
  });

  interface Values {
    readonly globalValue?: unknown;
    readonly workspaceValue?: unknown;
    readonly workspaceFolderValue?: unknown;
  }

  function permissionsWith(enabled: Values, allowed: Values = {}) {
    Object.assign(workspace, {
      getConfiguration: () =>
        standIn<WorkspaceConfiguration>({
          inspect: (name: string) => ({ key: name, ...(name === 'assistants.enabled' ? enabled : allowed) }),
        }),
    });
    return assistantPermissions();
  }

  it('let a workspace or a folder forbid the tools, but not allow them', () => {
    const can = (values: Values) => {
      const { isEnabled, isForbiddenByWorkspace } = permissionsWith(values);
      return isEnabled && !isForbiddenByWorkspace;
    };
    assert.equal(can({}), true);
    assert.equal(can({ globalValue: false }), false);
    assert.equal(can({ workspaceValue: false }), false);
    assert.equal(can({ globalValue: true, workspaceFolderValue: false }), false);
    assert.equal(can({ globalValue: false, workspaceValue: true, workspaceFolderValue: true }), false);
    assert.equal(can({ workspaceValue: 'no' }), true);
  });

  it('contain only the judges that the user allowed, and no other values', () => {
    const others = { workspaceValue: [school], workspaceFolderValue: [school] };
    assert.deepEqual(permissionsWith({}, others).allowedDuringContests, []);
    const mixed = { globalValue: [school, 7, null] };
    assert.deepEqual(permissionsWith({}, mixed).allowedDuringContests, [school]);
    assert.deepEqual(permissionsWith({}, { globalValue: school }).allowedDuringContests, []);
  });
});
