import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import '../support/vscodeWords';
import { commandTable } from '../../../src/editor/lazy/commandTable';
import { COMMAND_NAMES, currentCommandNames } from '../../../tools/docs/commandNames';
import { currentSettingValues, SETTING_VALUES } from '../../../tools/docs/settingValues';
import { root } from '../../../tools/root';
import { judgeTypeNames, type JudgeTypeName } from '../../../src/judges';
import { thisComputer } from '../../../src/judges/adapters/thisComputer';
import { capabilities } from '../../../src/editor/shared/capabilities';
import { specifiedJudge, leastJudge, luogu } from '../../support/profiles';

interface Manifest {
  readonly capabilities: Readonly<
    Record<
      string,
      {
        readonly supported: unknown;
        readonly description: string;
        readonly restrictedConfigurations?: unknown;
      }
    >
  >;
  readonly contributes: {
    readonly configuration: {
      readonly properties: Readonly<Record<string, Setting>> & {
        readonly 'judgeResults.services': ServicesSchema;
      };
    };
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly enablement?: string;
    }[];
    readonly menus: Readonly<
      Record<string, readonly { readonly command: string; readonly when: string; readonly alt?: string }[]>
    >;
    readonly viewsWelcome: readonly { readonly contents: string; readonly when: string }[];
    readonly walkthroughs: readonly {
      readonly title: string;
      readonly steps: readonly {
        readonly id: string;
        readonly title: string;
        readonly when?: string;
        readonly completionEvents: readonly string[];
      }[];
    }[];
    readonly keybindings: readonly {
      readonly command: string;
      readonly when: string;
      readonly key: string;
      readonly mac?: string;
    }[];
  };
}

interface Setting {
  readonly scope: string;
  readonly default: unknown;
  readonly order?: number;
}

interface ServicesSchema extends Setting {
  readonly propertyNames: { readonly pattern: string };
  readonly additionalProperties: {
    readonly oneOf: readonly {
      readonly properties: { readonly type: { readonly const: JudgeTypeName } };
    }[];
  };
}

const manifest = JSON.parse(
  fs.readFileSync(path.join(__dirname, '../../../package.json'), 'utf8'),
) as Manifest;
const { properties } = manifest.contributes.configuration;

/** Evaluates a `when` clause without parentheses inside of parentheses. A key that isn't set is undefined. */
function isTrue(when: string, keys: ReadonlyMap<string, unknown>): boolean {
  const flat = when.replaceAll(/\(([^()]*)\)/g, (_whole, inner: string) => String(isTrue(inner, keys)));
  return flat
    .split('||')
    .some((all) => all.split('&&').every((condition) => isConditionTrue(condition.trim(), keys)));
}

function isConditionTrue(condition: string, keys: ReadonlyMap<string, unknown>): boolean {
  if (condition === 'true' || condition === 'false') return condition === 'true';
  const [, name = '', operator = '', value = ''] =
    /^(!?[\w.]+)(?: (==|!=|not in|in) '?([^']*)'?)?$/.exec(condition) ?? assert.fail(condition);
  switch (operator) {
    case '==':
      return keys.get(name) === value;
    case '!=':
      return keys.get(name) !== value;
    case 'in':
    case 'not in': {
      const list = keys.get(value);
      const isIn = Array.isArray(list) && list.includes(keys.get(name));
      return isIn === (operator === 'in');
    }
    default:
      return name.startsWith('!') ? !keys.get(name.slice(1)) : Boolean(keys.get(name));
  }
}

describe('The manifest', () => {
  it('lets a workspace set only the judge in use, how compiler output is shown, and whether assistants read it', () => {
    const others = Object.entries(properties).filter(([, { scope }]) => scope !== 'application');
    assert.deepEqual(others.map(([name, { scope }]) => [name, scope]).sort(), [
      ['judgeResults.assistants.enabled', 'resource'],
      ['judgeResults.diagnostics.enabled', 'resource'],
      ['judgeResults.diagnostics.minimumSeverity', 'resource'],
      ['judgeResults.service', 'window'],
    ]);
    const untrusted = manifest.capabilities['untrustedWorkspaces'];
    assert.deepEqual(untrusted?.restrictedConfigurations, ['judgeResults.service']);
  });

  it('rejects invisible judge names', () => {
    const { propertyNames } = properties['judgeResults.services'];
    const pattern = new RegExp(propertyNames.pattern, 'u');
    for (const name of ['school', '学校', 'My school 2']) assert.match(name, pattern);
    for (const name of ['luogu', 'a\u034fb', '\u115f', '\u2800', '\u3164', 'b\uffa0'])
      assert.doesNotMatch(name, pattern);
  });

  it('allows following only for judges that list submissions', () => {
    const { additionalProperties } = properties['judgeResults.services'];
    for (const { properties: fields } of additionalProperties.oneOf) {
      const type = fields.type.const;
      assert.equal(Object.hasOwn(fields, 'follow'), leastJudge(type).listing !== undefined, type);
    }
    assert.equal(additionalProperties.oneOf.length, judgeTypeNames.length);
  });

  it('has no setting that could contain a secret', () => {
    const names = Object.keys(properties);
    assert.deepEqual(
      names.filter((name) => /token|secret|password|credential|key$/i.test(name)),
      [],
    );
  });

  it('lists notifications first, the setting that users change most', () => {
    const orders = Object.entries(properties).map(([name, { order }]) => ({
      name,
      order: order ?? Infinity,
    }));
    const [first] = orders.sort((a, b) => a.order - b.order);
    assert.equal(first?.name, 'judgeResults.notifications');
  });

  it('declares the limits in untrusted and virtual workspaces', () => {
    for (const kind of ['untrustedWorkspaces', 'virtualWorkspaces']) {
      assert.equal(manifest.capabilities[kind]?.supported, 'limited', kind);
      assert.match(manifest.capabilities[kind]?.description ?? '', /^%.+%$/, kind);
    }
  });

  it('offers commands in the palette and above the list only if they work there', () => {
    const { commands, menus } = manifest.contributes;
    const offered = (place: string, name: string) =>
      menus[place]?.filter(({ command }) => command === `judgeResults.${name}`) ?? [];
    for (const { command } of commands) {
      const name = command.replace('judgeResults.', '');
      // Without a judge, these add one, let the user choose one, or need none.
      const always = ['fetch', 'chooseService', 'openSample', 'showLog'];
      if (always.includes(name)) continue;
      assert.equal(
        offered('commandPalette', name).length,
        1,
        `${name} is in the palette without a condition`,
      );
    }
    for (const name of ['refreshAll', 'clearFinished', 'filter']) {
      const places = [...offered('commandPalette', name), ...offered('view/title', name)];
      assert.ok(places.length >= 2, name);
      for (const { when } of places) assert.match(when, /judgeResults\.hasRecords/, name);
    }
    // Commands that arrange the list are offered only there.
    for (const name of ['sortBy', 'groupBy', 'clearFilter', 'removeSamples', 'importJson']) {
      assert.deepEqual(
        offered('commandPalette', name).map(({ when }) => when),
        ['false'],
        name,
      );
      assert.ok(offered('view/title', name).length > 0, name);
    }
  });

  it('offers only actions that the current judge supports', () => {
    const { menus, viewsWelcome, walkthroughs } = manifest.contributes;
    const keys: Readonly<Record<string, RegExp>> = {
      submit: /judgeResults\.(cannotSubmit|languages)|viewItem =~ .*tied/,
      runSamples: /judgeResults\.canRunSamples/,
      setCredentials: /judgeResults\.(canSignIn|service == signedOut)/,
      removeCredentials: /judgeResults\.hasCredentials/,
      copyCallbackAddress: /judgeResults\.hasCallbacks/,
      showQuota: /judgeResults\.hasQuota/,
      openProblem: /judgeResults\.hasProblemPages|viewItem =~ .*problemPage/,
      showStatement: /judgeResults\.hasStatements|viewItem =~ .*statement/,
      showProblemSubmissions: /judgeResults\.listsByProblem|viewItem =~ .*problemList/,
      openInBrowser: /judgeResults\.hasRecordPages|viewItem =~ .*recordPage/,
      follow: /judgeResults\.canFollow/,
      stopFollowing: /judgeResults\.canFollow/,
      defineStatusCodes: /judgeResults\.definesCodes|viewItem =~ .*undefinedCode/,
    };
    for (const [name, key] of Object.entries(keys)) {
      const places = Object.values(menus)
        .flat()
        .filter(({ command }) => command === `judgeResults.${name}`);
      assert.ok(places.length > 0, name);
      for (const { when } of places) assert.match(when, key, name);
    }
    const steps = walkthroughs.flatMap((one) => one.steps).map(({ id, when }) => [id, when]);
    // programs run, and problems are received, on a computer only
    assert.deepEqual(steps, [
      ['problem', '!isWeb || remoteName'],
      ['run', '!isWeb || remoteName'],
      ['submit', undefined],
    ]);
    for (const { contents, when } of viewsWelcome) {
      if (contents === '%welcome.nothingYet.submit%') assert.match(when, /&& judgeResults\.canSubmit/);
      if (contents === '%welcome.token%') assert.match(when, /judgeResults\.hasTokenPage/);
      // This Computer has no results to fetch.
      if (contents === '%welcome.nothingYet%') assert.match(when, /&& !judgeResults\.runsHere/);
      if (contents === '%welcome.nothingYet.here%') assert.match(when, /&& judgeResults\.runsHere/);
    }
  });

  it('has a text for the empty list that offers running samples if programs run on this computer', () => {
    const { viewsWelcome } = manifest.contributes;
    assert.equal(viewsWelcome.filter(({ contents }) => contents === '%welcome.nothingYet.here%').length, 1);
    const words = JSON.parse(
      fs.readFileSync(path.join(__dirname, '../../../package.nls.json'), 'utf8'),
    ) as Record<string, string>;
    assert.match(words['welcome.nothingYet.here'] ?? '', /\(command:judgeResults\.runSamples\)/);
    assert.equal(capabilities(thisComputer, true).runsHere, true);
    assert.equal(capabilities(luogu, true).runsHere, false);
  });

  it('offers the choice of judges for assistants in the palette before the first result', () => {
    const [choice] = (manifest.contributes.menus['commandPalette'] ?? []).filter(
      ({ command }) => command === 'judgeResults.assistantsDuringContests',
    );
    assert.match(choice?.when ?? '', /\|\| judgeResults\.service != none/);
  });

  it('offers submission in the palette even before a judge is chosen and the extension has started', () => {
    const [submit] = (manifest.contributes.menus['commandPalette'] ?? []).filter(
      ({ command }) => command === 'judgeResults.submit',
    );
    const keys = [...(submit?.when ?? '').matchAll(/!?judgeResults\.\w+/g)].map(([key]) => key);
    assert.deepEqual(keys, ['!judgeResults.cannotSubmit']);
    assert.equal(capabilities(null, true).cannotSubmit, false);
    assert.equal(capabilities(luogu, true).cannotSubmit, false);
    assert.equal(capabilities(specifiedJudge({ url: 'https://judge.test' }), true).cannotSubmit, true);
  });

  it('has one editor icon for submitting, and an arrow next to it if the file was submitted before', () => {
    const icons = manifest.contributes.menus['editor/title'] ?? [];
    const named = (name: string) => icons.filter(({ command }) => command === `judgeResults.${name}`);
    assert.deepEqual(
      named('submit').map(({ alt }) => alt),
      ['judgeResults.submitWith'],
    );
    assert.equal(named('submitAgain').length, 0);
    assert.match(named('submitWith')[0]?.when ?? '', /\bresourcePath in judgeResults\.submittedFiles/);
  });

  describe('for a person without a judge', () => {
    /** Context keys of a computer, without results. */
    const keys: ReadonlyMap<string, unknown> = new Map<string, unknown>([
      ...Object.entries(capabilities(null, true)).map(
        ([name, value]) => [`judgeResults.${name}`, value] as const,
      ),
      ['judgeResults.service', 'none'],
      ['resourceLangId', 'cpp'],
      ['resourceExtname', '.cpp'],
      ['resourcePath', '/w/a.cpp'],
    ]);
    const commandsShown = (editorIsOpen: boolean): readonly string[] => {
      const { commands, menus } = manifest.contributes;
      const values = new Map([...keys, ['editorIsOpen', editorIsOpen]]);
      const conditions = new Map(menus['commandPalette']?.map(({ command, when }) => [command, when]));
      return commands
        .map(({ command }) => command)
        .filter((command) => isTrue(conditions.get(command) ?? 'true', values))
        .map((command) => command.replace('judgeResults.', ''));
    };

    it('has six commands in the palette', () => {
      assert.deepEqual(commandsShown(false).toSorted(), [
        'chooseService',
        'fetch',
        'openSample',
        'receiveProblems',
        'showLog',
        'tryRealJudge',
      ]);
    });

    it('has nine commands in the palette while a program is open', () => {
      assert.deepEqual(commandsShown(true).toSorted(), [
        'addSample',
        'chooseService',
        'fetch',
        'openSample',
        'receiveProblems',
        'runInputHere',
        'runSamples',
        'showLog',
        'submit',
      ]);
    });
  });

  it('has the same keys for submitting and running samples on all systems', () => {
    const { keybindings } = manifest.contributes;
    const keyed = (name: string) =>
      keybindings
        .filter(({ command }) => command === `judgeResults.${name}`)
        .map(({ key, mac, when }) => [key, mac, /editorTextFocus|focusedView/.exec(when)?.[0]]);
    assert.deepEqual(keyed('submit'), [
      ['ctrl+alt+enter', undefined, 'editorTextFocus'],
      ['ctrl+alt+enter', undefined, 'focusedView'],
    ]);
    assert.deepEqual(keyed('runSamples'), [['ctrl+alt+r', undefined, 'editorTextFocus']]);
  });

  it('offers to open source and compiler output only for records that have them', () => {
    const menu = manifest.contributes.menus['view/item/context'] ?? [];
    const fits = (name: string, row: string) =>
      menu.some(
        ({ command, when }) =>
          command === `judgeResults.${name}` &&
          new RegExp(/viewItem =~ \/(.*?)\/(?: |$)/.exec(when)?.[1] ?? '^$').test(row),
      );
    const rows = ['record ended tied result compiled', 'record ended untied result', 'compilation output'];
    assert.deepEqual(
      rows.map((row) => [fits('openSource', row), fits('openCompileMessage', row)]),
      [
        [true, true],
        [false, false],
        [false, true],
      ],
    );
  });

  it('offers no submission actions on a row without a submission', () => {
    const menu = manifest.contributes.menus['view/item/context'] ?? [];
    const offered = (row: string): readonly string[] =>
      menu
        .filter(({ when }) => new RegExp(/viewItem =~ \/(.*?)\/(?: |$)/.exec(when)?.[1] ?? '^$').test(row))
        .map(({ command }) => command.replace('judgeResults.', ''));
    const waiting = offered('record inBrowser tied');
    const notFound = offered('record notSubmitted tied');
    for (const commands of [waiting, notFound]) {
      for (const name of ['submitInBrowser', 'openSource', 'compareWithJudged', 'remove', 'rename'])
        assert.ok(commands.includes(name), `${name}: ${commands.join()}`);
      for (const name of ['copyRequestId', 'stopTracking', 'resumeTracking'])
        assert.ok(!commands.includes(name), `${name}: ${commands.join()}`);
    }
    assert.deepEqual(
      [waiting, notFound].map((commands) => [commands.includes('refresh'), commands.includes('follow')]),
      [
        [true, false],
        [false, true],
      ],
    );
  });

  it('gives every record row a menu', () => {
    const menu = manifest.contributes.menus['view/item/context'] ?? [];
    for (const row of ['record', 'subtask', 'case', 'message', 'compilation', 'diagnostic', 'group']) {
      const pattern = (when: string) => /viewItem =~ \/(.*?)\/(?: |$)/.exec(when)?.[1] ?? '^$';
      const fitting = menu.filter(({ when }) => new RegExp(pattern(when)).test(row));
      assert.ok(fitting.length > 0, row);
    }
  });

  it('names the only view like its container, so that VS Code doesn’t truncate two names', () => {
    const words = JSON.parse(
      fs.readFileSync(path.join(__dirname, '../../../package.nls.json'), 'utf8'),
    ) as Readonly<Record<string, string>>;
    assert.equal(words['view.records'], words['extension.displayName']);
  });

  it('hides no command in Restricted Mode, where each leads to the page about trust', () => {
    assert.doesNotMatch(JSON.stringify(manifest), /isWorkspaceTrusted/);
  });

  it('has the commands in the generated list', async () => {
    const stored = fs.readFileSync(path.join(root, COMMAND_NAMES), 'utf8');
    assert.equal(stored, await currentCommandNames(), 'run npm run docs');
  });

  it('has the settings with their defaults and ranges in the generated table', async () => {
    const stored = fs.readFileSync(path.join(root, SETTING_VALUES), 'utf8');
    assert.equal(stored, await currentSettingValues(), 'run npm run docs');
  });

  it('has Chinese texts for the walkthrough and the filter commands', () => {
    const chinese = JSON.parse(
      fs.readFileSync(path.join(__dirname, '../../../package.nls.zh-cn.json'), 'utf8'),
    ) as Readonly<Record<string, string>>;
    const titled = (title: string) => chinese[title.slice(1, -1)];
    const { walkthroughs, commands } = manifest.contributes;
    assert.deepEqual(
      walkthroughs.flatMap(({ title, steps }) => [title, ...steps.map((step) => step.title)]).map(titled),
      ['开始使用评测结果', '获取题目', '运行程序', '提交程序'],
    );
    const filters = commands.filter(({ command }) => /filter/i.test(command));
    assert.deepEqual(
      filters.map(({ title }) => titled(title)),
      ['筛选记录…', '清除筛选'],
    );
  });

  it('completes the walkthrough steps with existing commands', () => {
    const names = new Set(Object.keys(commandTable));
    for (const { id, completionEvents } of manifest.contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      for (const event of completionEvents) {
        const own = /^onCommand:judgeResults\.(.+)$/.exec(event)?.[1];
        if (own !== undefined) assert.ok(names.has(own), `${id}: ${event}`);
      }
    }
  });
});
