// Import this first: it lets editor modules that only need VS Code's localization run in plain Node.
import fs from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import { FakeQuickPick, type PickItem } from './fakeQuickPick';

const root = path.join(__dirname, '../../..');
let bundle: Readonly<Record<string, string>> = {};
let language = 'en';

/** Translates as VS Code does: finds the sentence in the bundle, then replaces `{0}`. */
function t(sentence: string, ...values: readonly unknown[]): string {
  return (bundle[sentence] ?? sentence).replace(/\{(\d+)\}/g, (whole, at: string) =>
    Number(at) < values.length ? String(values[Number(at)]) : whole,
  );
}

/** A notice or dialog that was shown. */
export interface ShownNotice {
  readonly message: string;
  readonly buttons: readonly string[];
  /** Detail of a dialog, if it has any. */
  readonly detail?: string;
  readonly modal?: true;
}
const shown: ShownNotice[] = [];
let answers: (string | undefined)[] = [];

/** Presses these buttons in the following notices, one each. Returns the list of shown notices, which grows. */
export function answerNotices(...buttons: (string | undefined)[]): readonly ShownNotice[] {
  answers = buttons;
  shown.length = 0;
  return shown;
}

/** Changed settings of this extension, without `judgeResults.` in their names. */
export const settings: Record<string, unknown> = {};

/** The user's own values of settings that a workspace overrides. */
export const ownSettings: Record<string, unknown> = {};

type SettingsListener = (event: { affectsConfiguration(name: string): boolean }) => void;
const settingsListeners = new Set<SettingsListener>();

/** Reports a change of a setting, without `judgeResults.` in its name. */
export function tellChanged(name: string): void {
  const changed = `judgeResults.${name}`;
  const affectsConfiguration = (asked: string) => changed === asked || changed.startsWith(`${asked}.`);
  settingsListeners.forEach((listener) => listener({ affectsConfiguration }));
}

/** IDs of the executed commands. */
export const commandsRun: string[] = [];

/** Arguments of the executed commands. */
export const commandArguments: (readonly unknown[])[] = [];

/** Creates a part of an answer to a language model from JSON. Undefined: this version of VS Code has no such parts. */
export const jsonParts: { json?: (value: unknown) => unknown } = {};

/** Messages shown in the status bar. */
export const statusBar: string[] = [];

/** The visible part of a status bar item. */
interface StatusBarItem {
  text: string;
  tooltip: string;
  isShown: boolean;
}

/** The status bar items created, newest last. */
export const statusBarItems: StatusBarItem[] = [];

function createStatusBarItem(): StatusBarItem & { show(): void; hide(): void; dispose(): void } {
  const item = {
    text: '',
    tooltip: '',
    isShown: false,
    show: () => void (item.isShown = true),
    hide: () => void (item.isShown = false),
    dispose: () => undefined,
  };
  statusBarItems.push(item);
  return item;
}

/** State of VS Code's debugger. */
export const vscodeDebug = {
  /** IDs of the installed extensions */
  installed: [] as readonly string[],
  /** The launch configurations, or their names, with which the debugger was started. */
  started: [] as unknown[],
};

/** Titles of the quick picks shown, in which nothing was picked. */
export const picks: string[] = [];

/** The quick picks created, newest last. Tests use them as a user would. */
export const quickPicks: FakeQuickPick<PickItem>[] = [];

/** Pages that were opened in the browser, without their schemes. */
export const openedPages: string[] = [];

/** `opensPages`: whether VS Code opens pages; `clipboard`: the copied text. */
export const browser = { opensPages: true, clipboard: '' };

/** The context keys. */
export const contexts = new Map<unknown, unknown>();

function executeCommand(command: string, ...args: readonly unknown[]): Promise<unknown> {
  commandsRun.push(command);
  commandArguments.push(args);
  if (command === 'setContext') contexts.set(args[0], args[1]);
  return Promise.resolve(undefined);
}

/** Written files by path. */
export const written = new Map<string, string>();

class Uri {
  constructor(
    readonly path: string,
    readonly scheme = 'file',
    readonly fragment = '',
  ) {}
  static from({ scheme, path: name }: { readonly scheme: string; readonly path: string }): Uri {
    return new Uri(name, scheme);
  }
  static parse(text: string): Uri {
    return new Uri(text.replace(/^\w+:\/\//, ''));
  }
  static file(name: string): Uri {
    return new Uri(name);
  }
  with({ path: other = this.path, fragment }: { readonly path?: string; readonly fragment?: string }): Uri {
    return new Uri(other, 'file', fragment);
  }
  static joinPath({ path: folder }: Uri, ...names: readonly string[]): Uri {
    return new Uri(path.posix.join(folder, ...names));
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

const fileSystem = {
  writeFile: async ({ path: file }: Uri, content: Uint8Array) =>
    void written.set(file, new TextDecoder().decode(content)),
  stat: async ({ path: file }: Uri) => {
    const text = written.get(file);
    if (text === undefined) throw new Error('there is no such file');
    return { size: text.length };
  },
  readFile: async ({ path: file }: Uri) => new TextEncoder().encode(written.get(file)),
};

function showMessage(message: string, ...rest: readonly unknown[]): Promise<unknown> {
  const detail = rest.map(detailOf).find((one) => one !== '');
  const modal = rest.some(
    (one) => typeof one === 'object' && one !== null && 'modal' in one && one.modal === true,
  );
  shown.push({
    message,
    buttons: rest.flatMap((one) => (typeof one === 'string' ? one : (titleOf(one) ?? []))),
    ...(detail !== undefined && { detail }),
    ...(modal && { modal }),
  });
  const answer = answers.shift();
  // A button may be an object; the caller gets the same object back.
  return Promise.resolve(rest.find((one) => answer !== undefined && titleOf(one) === answer) ?? answer);
}

function titleOf(one: unknown): string | undefined {
  return typeof one === 'object' && one !== null && 'title' in one ? String(one.title) : undefined;
}

function detailOf(one: unknown): string {
  return typeof one === 'object' && one !== null && 'detail' in one ? String(one.detail) : '';
}

const windowState = { focused: true };
const focusListeners = new Set<(state: typeof windowState) => void>();

/** Gives or takes the focus of the window. */
export function tellFocused(focused: boolean): void {
  windowState.focused = focused;
  focusListeners.forEach((listener) => listener(windowState));
}

class Emitter<Event> {
  private readonly listeners = new Set<(event: Event) => void>();
  readonly event = (listener: (event: Event) => void) => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };
  fire(event: Event): void {
    for (const listener of this.listeners) listener(event);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

/** Events of VS Code about what the person does. */
export const personEvents = {
  selection: new Emitter<{ readonly kind: number | undefined }>(),
  text: new Emitter<{ readonly document: unknown; readonly contentChanges: readonly unknown[] }>(),
  editor: new Emitter<unknown>(),
  notebookSelection: new Emitter<unknown>(),
  terminal: new Emitter<unknown>(),
};

function createQuickPick(): FakeQuickPick<PickItem> {
  const pick = new FakeQuickPick<PickItem>();
  quickPicks.push(pick);
  return pick;
}

/** Records pickers in `quickPicks` again, if another test file of this process replaced them. */
export function recordQuickPicks(): void {
  Object.assign(words.window, { createQuickPick });
}

const words = {
  l10n: { t },
  QuickInputButtons: { Back: {} },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  ProgressLocation: { Notification: 15 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  ViewColumn: { One: 1, Two: 2 },
  QuickPickItemKind: { Separator: -1, Default: 0 },
  window: {
    showInformationMessage: showMessage,
    showWarningMessage: showMessage,
    showErrorMessage: showMessage,
    createQuickPick,
    createStatusBarItem,
    showQuickPick: async (_items: unknown, { title }: { title: string }) => void picks.push(title),
    showSaveDialog: async ({ defaultUri }: { defaultUri?: Uri }) => defaultUri,
    showOpenDialog: async () => [new Uri('/chosen')],
    setStatusBarMessage: (message: string) => void statusBar.push(message),
    withProgress: (_where: unknown, work: (progress: unknown, token: unknown) => Promise<unknown>) =>
      work({ report: () => undefined }, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
    state: windowState,
    activeColorTheme: { kind: 2 },
    onDidChangeTextEditorSelection: personEvents.selection.event,
    onDidChangeActiveTextEditor: personEvents.editor.event,
    onDidChangeNotebookEditorSelection: personEvents.notebookSelection.event,
    onDidChangeActiveTerminal: personEvents.terminal.event,
    onDidChangeActiveColorTheme: () => ({ dispose: () => undefined }),
    onDidChangeWindowState: (listener: (state: typeof windowState) => void) => {
      focusListeners.add(listener);
      return { dispose: () => focusListeners.delete(listener) };
    },
  },
  EventEmitter: Emitter,
  FileSystemError: class extends Error {},
  MarkdownString: class {
    value = '';
    appendText(text: string): void {
      this.value += text;
    }
  },
  LanguageModelDataPart: jsonParts,
  McpStdioServerDefinition: class {
    constructor(
      readonly label: string,
      readonly command: string,
      readonly args: readonly string[],
      readonly env: Readonly<Record<string, string>>,
      readonly version: string,
    ) {}
  },
  LanguageModelTextPart: class {
    constructor(readonly value: string) {}
  },
  LanguageModelToolResult: class {
    constructor(readonly content: readonly unknown[]) {}
  },
  Disposable: class Disposable {
    static from(...all: readonly { dispose(): void }[]): Disposable {
      return new Disposable(() => all.forEach((one) => one.dispose()));
    }
    constructor(readonly dispose: () => void) {}
  },
  ThemeColor: class {
    constructor(readonly id: string) {}
  },
  ThemeIcon: class {
    static readonly File = 'file';
    constructor(readonly id: string) {}
  },
  TreeItem: class {
    constructor(
      readonly label: string,
      readonly collapsibleState: unknown,
    ) {}
  },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  ColorThemeKind: { Light: 1, Dark: 2 },
  UIKind: { Desktop: 1, Web: 2 },
  Uri,
  RelativePattern: class {
    constructor(
      readonly baseUri: Uri,
      readonly pattern: string,
    ) {}
  },
  workspace: {
    getConfiguration: () => ({
      get: (name: string) => settings[name],
      update: async (name: string, value: unknown) => {
        settings[name] = value;
        tellChanged(name);
      },
      inspect: (name: string) => ({ globalValue: name in ownSettings ? ownSettings[name] : settings[name] }),
    }),
    onDidChangeTextDocument: personEvents.text.event,
    onDidChangeConfiguration: (listener: SettingsListener) => {
      settingsListeners.add(listener);
      return { dispose: () => settingsListeners.delete(listener) };
    },
    workspaceFolders: [{ uri: new Uri('/folder') }],
    asRelativePath: ({ path: file }: Uri) => file.replace(/^\/folder\//, ''),
    fs: fileSystem,
  },
  WorkspaceEdit: class {
    readonly created: { readonly file: Uri; readonly contents: Uint8Array }[] = [];
    createFile(file: Uri, { contents }: { readonly contents: Uint8Array }): void {
      this.created.push({ file, contents });
    }
  },
  ConfigurationTarget: { Global: 1, Workspace: 2 },
  FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
  commands: { executeCommand },
  debug: {
    breakpoints: [],
    startDebugging: async (_folder: unknown, configuration: unknown) => {
      vscodeDebug.started.push(configuration);
      return true;
    },
  },
  extensions: { getExtension: (id: string) => (vscodeDebug.installed.includes(id) ? { id } : undefined) },
  env: {
    get language() {
      return language;
    },
    openExternal: async ({ path: page }: Uri) => {
      openedPages.push(page);
      return browser.opensPages;
    },
    clipboard: { writeText: async (text: string) => void (browser.clipboard = text) },
  },
};

/** VS Code's `window`. A test that replaces its members must restore them. */
export const vscodeWindow = words.window;

const { openExternal, clipboard } = words.env;

/** Restores the members of VS Code's `env` that tests replace. A test that replaces one must call this afterwards. */
export function restoreEnv(): void {
  Object.assign(words.env, { openExternal, clipboard });
}

/** Loads a module. Node's types don't contain it. */
type Load = (this: typeof Module, request: string, ...rest: readonly unknown[]) => unknown;
const load = Reflect.get(Module, '_load') as Load;
const loadOrReplace: Load = (request, ...rest) =>
  request === 'vscode' ? words : load.call(Module, request, ...rest);
Object.assign(Module, { _load: loadOrReplace });

/** Changes the display language. */
export function speak(code: 'en' | 'zh-cn' | 'ru' | 'es' | 'ja' | 'pt-br'): void {
  language = code;
  const file = path.join(root, 'l10n', `bundle.l10n.${code}.json`);
  bundle = code === 'en' ? {} : (JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>);
}
