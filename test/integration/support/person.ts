import * as vscode from 'vscode';
import { eventually } from '../../../tools/workbench/eventually';

/** A user's answer to a question of the extension. */
export type Answer =
  /**
   * Types a text, if any, and picks the first item whose label, or label and description, match. `before`: what the user
   * does first. `rows`: expected label and description of all items; absent: any. `asked`: expected text of the empty
   * box; absent: any.
   */
  | {
      readonly choose: RegExp;
      readonly typing?: string;
      readonly before?: () => Thenable<unknown>;
      readonly rows?: readonly RegExp[];
      readonly asked?: RegExp;
    }
  /** Checks the boxes of all items whose labels match, and presses Enter. */
  | { readonly check: RegExp }
  /** Presses the button with this tooltip of the first item whose label, or label and description, match. */
  | { readonly press: string; readonly of: RegExp }
  /**
   * Enters a text into an input box. `asked`: expected prompt; absent: any. `rejected`: expected reason for which the box
   * rejects the text and stays open; absent: the box accepts the text.
   */
  | { readonly enter: string; readonly asked?: RegExp; readonly rejected?: RegExp }
  /** Closes the question. `asked`: expected title, prompt, or text; absent: any. */
  | { readonly cancel: true; readonly asked?: RegExp }
  /** Presses this button of a modal dialog. */
  | { readonly confirm: string; readonly asked?: RegExp };

/** Maximum time to find an item or to check an entered text, ms. */
const ANSWER_LIMIT_MS = 30_000;

const replaced = [
  'showQuickPick',
  'showInputBox',
  'createQuickPick',
  'createInputBox',
  'showWarningMessage',
] as const;

/** Gives the answers in their order, and collects everything that went wrong. */
class Answers {
  readonly problems: string[] = [];
  readonly left: Answer[];

  constructor(answers: readonly Answer[]) {
    this.left = [...answers];
  }

  /** Returns the next answer; undefined: there is none. */
  next(question: string): Answer | undefined {
    const answer = this.left.shift();
    if (!answer) this.problems.push(`No answer to ${question}`);
    return answer;
  }
}

/**
 * Runs `work` and answers its questions in order. Replaces functions of `vscode.window` meanwhile, because a test in the
 * extension host can't press keys. Throws if a question has no answer, or an answer no question.
 */
export async function answering(answers: readonly Answer[], work: () => Thenable<unknown>): Promise<void> {
  const given = new Answers(answers);
  const { window } = vscode;
  const real = Object.fromEntries(replaced.map((name) => [name, window[name]]));
  const { showWarningMessage } = window;
  Object.assign(window, {
    showQuickPick: async (
      items: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>,
      options: vscode.QuickPickOptions = {},
    ) => chosenOf(await items, given.next(options.title ?? '')),
    showInputBox: async (options: vscode.InputBoxOptions) => {
      const answer = given.next(options.prompt ?? '');
      if (!answer || !('enter' in answer)) return undefined;
      checkPrompt(answer.asked, options.prompt ?? '');
      const problem = await options.validateInput?.(answer.enter);
      if (problem) throw new Error(`${answer.enter}: ${JSON.stringify(problem)}`);
      return answer.enter;
    },
    createQuickPick: () => new AnsweredPick(given),
    createInputBox: () => new AnsweredBox(given),
    showWarningMessage: async (message: string, options: unknown, ...buttons: readonly string[]) => {
      const isModal = typeof options === 'object' && options !== null && 'modal' in options && options.modal;
      if (!isModal) return notices ? showWarningMessage(message, options as string, ...buttons) : undefined;
      const answer = given.next(message);
      const detail = 'detail' in options ? String(options.detail) : '';
      if (answer && 'asked' in answer) checkPrompt(answer.asked, `${message}\n${detail}`);
      return answer && 'confirm' in answer ? buttons.find((one) => one === answer.confirm) : undefined;
    },
  });
  try {
    await work();
    // A button of a notification may have started a command, which asks a moment later.
    await eventually(() => {
      if (given.left.length > 0 && given.problems.length === 0) throw new Error('no question yet');
    }).catch(() => undefined);
  } finally {
    Object.assign(window, real);
  }
  const unused = given.left.map((answer) => `No question for ${description(answer)}`);
  const problems = [...given.problems, ...unused];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function description(answer: Answer): string {
  return JSON.stringify(answer, (_, value: unknown) => (value instanceof RegExp ? String(value) : value));
}

function checkPrompt(expected: RegExp | undefined, prompt: string): void {
  if (expected && !expected.test(prompt)) throw new Error(`${String(expected)}: ${prompt}`);
}

function matching<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  wanted: RegExp,
): Item | undefined {
  return items.find(
    ({ label, description = '', kind }) =>
      kind !== vscode.QuickPickItemKind.Separator &&
      (wanted.test(label) || wanted.test(`${label} ${description}`)),
  );
}

function chosenOf<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  answer: Answer | undefined,
): Item | undefined {
  if (!answer || !('choose' in answer)) return undefined;
  const chosen = matching(items, answer.choose);
  if (!chosen) throw new Error(`${answer.choose}: none of ${labels(items)}`);
  return chosen;
}

function labels(items: readonly vscode.QuickPickItem[]): string {
  return items.map(textOf).join(', ');
}

function textOf({ label, description = '' }: vscode.QuickPickItem): string {
  return `${label} ${description}`.trim();
}

/** The members of a quick pick and of an input box that are alike. */
class AnsweredInput {
  title = '';
  placeholder = '';
  value = '';
  buttons: readonly vscode.QuickInputButton[] = [];
  ignoreFocusOut = false;
  busy = false;
  protected readonly changed = new vscode.EventEmitter<string>();
  protected readonly accepted = new vscode.EventEmitter<void>();
  private readonly hidden = new vscode.EventEmitter<void>();
  private readonly triggered = new vscode.EventEmitter<vscode.QuickInputButton>();
  /** number of the question that is open; 0: none */
  private question = 0;
  readonly onDidChangeValue = this.changed.event;
  readonly onDidAccept = this.accepted.event;
  readonly onDidHide = this.hidden.event;
  readonly onDidTriggerButton = this.triggered.event;

  constructor(protected readonly answers: Answers) {}

  hide(): void {
    this.hidden.fire();
  }

  dispose(): void {
    this.question = 0;
    for (const emitter of [this.changed, this.accepted, this.hidden, this.triggered]) emitter.dispose();
  }

  /** Closes it with a problem if the extension doesn't accept the answer to this question. */
  protected expectAccepted(problem: () => string): void {
    this.question += 1;
    const asked = this.question;
    eventually(() => {
      if (this.question === asked) throw new Error(problem());
    }, ANSWER_LIMIT_MS).catch((error: unknown) => this.fail(String(error)));
  }

  protected fail(problem: string): void {
    this.answers.problems.push(problem);
    this.hide();
  }
}

/** A quick pick that is answered as soon as it has the item. It has only the members that the extension uses. */
class AnsweredPick extends AnsweredInput {
  activeItems: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  private all: readonly vscode.QuickPickItem[] = [];
  /** The item to choose; null: not shown yet, or already chosen. */
  private wanted: RegExp | null = null;
  /** The expected rows of a box that opened without any; null: none, or already compared. */
  private expectedRows: readonly RegExp[] | null = null;
  /** The button to press as soon as its item is shown; null: none, or already pressed. */
  private wantedButton: Extract<Answer, { press: string }> | null = null;
  private readonly pressed = new vscode.EventEmitter<vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>>();
  readonly onDidTriggerItemButton = this.pressed.event;
  private readonly activated = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>();
  readonly onDidChangeActive = this.activated.event;

  get items(): readonly vscode.QuickPickItem[] {
    return this.all;
  }

  set items(items: readonly vscode.QuickPickItem[]) {
    this.all = items;
    // The extension may set the active item next.
    void Promise.resolve().then(() => {
      this.tryToChoose();
      this.tryToPress();
    });
  }

  show(): void {
    const answer = this.answers.next(this.title);
    if (answer && 'choose' in answer) {
      this.expectAccepted(() => `${answer.choose} wasn’t accepted from ${labels(this.all)}`);
      this.expectedRows = answer.rows ?? null;
      if (this.all.length > 0) this.checkRows();
      if (answer.asked && !answer.asked.test(this.placeholder))
        this.answers.problems.push(`${String(answer.asked)}: ${this.placeholder}`);
      if (answer.before) void answer.before().then(() => this.choose(answer));
      else this.choose(answer);
    } else if (answer && 'check' in answer) {
      this.selectedItems = this.all.filter(({ label }) => answer.check.test(label));
      this.accepted.fire();
    } else if (answer && 'press' in answer) {
      this.expectAccepted(
        () => `${answer.of} has no button ${answer.press}: ${this.title}: ${labels(this.all)}`,
      );
      this.wantedButton = answer;
      this.tryToPress();
    } else if (answer && 'asked' in answer && answer.asked && !answer.asked.test(this.title)) {
      this.fail(`${String(answer.asked)}: ${this.title}`);
    } else {
      this.hide();
    }
  }

  private tryToPress(): void {
    const item = this.wantedButton && matching(this.all, this.wantedButton.of);
    const button = item?.buttons?.find(({ tooltip }) => tooltip === this.wantedButton?.press);
    if (!item || !button) return;
    this.wantedButton = null;
    this.pressed.fire({ item, button });
  }

  private checkRows(): void {
    const expected = this.expectedRows;
    if (expected === null) return;
    this.expectedRows = null;
    const rows = this.all.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator).map(textOf);
    const isExpected = rows.length === expected.length && rows.every((row, at) => expected[at]?.test(row));
    if (!isExpected) this.answers.problems.push(`${expected.join(', ')} expected: ${rows.join(', ')}`);
  }

  private choose({ choose, typing }: Extract<Answer, { choose: RegExp }>): void {
    this.wanted = choose;
    if (typing !== undefined) {
      this.value = typing;
      this.changed.fire(typing);
    }
    this.tryToChoose();
  }

  private tryToChoose(): void {
    const chosen = this.wanted && matching(this.all, this.wanted);
    if (!chosen) return;
    this.checkRows();
    this.wanted = null;
    // VS Code activates the first row when the items change, and the user then moves to another one
    const first = this.all.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    for (const item of first && first !== chosen ? [first, chosen] : [chosen]) {
      this.activeItems = [item];
      this.activated.fire(this.activeItems);
    }
    this.selectedItems = [chosen];
    this.accepted.fire();
  }
}

/** An input box that is answered when it is shown, and again each time it rejects the text. */
class AnsweredBox extends AnsweredInput {
  prompt = '';
  password = false;
  private answer: Extract<Answer, { enter: string }> | null = null;
  private message: string | undefined;

  get validationMessage(): string | undefined {
    return this.message;
  }

  set validationMessage(message: string | undefined) {
    this.message = message;
    const { answer } = this;
    if (message === undefined || !answer) return;
    if (!answer.rejected?.test(message)) {
      this.answer = null;
      this.fail(`${answer.enter} was rejected: ${message}`);
      return;
    }
    // After the extension has handled the rejection.
    void Promise.resolve().then(() => this.enterNext());
  }

  show(): void {
    this.enterNext();
  }

  private enterNext(): void {
    const answer = this.answers.next(this.prompt);
    if (!answer || !('enter' in answer)) {
      this.hide();
      return;
    }
    if (answer.asked && !answer.asked.test(this.prompt)) {
      this.fail(`${String(answer.asked)}: ${this.prompt}`);
      return;
    }
    this.answer = answer;
    this.expectAccepted(() => `${answer.enter} wasn’t accepted: ${this.prompt}`);
    this.value = answer.enter;
    this.message = undefined;
    this.changed.fire(answer.enter);
    if (this.message === undefined) this.accepted.fire();
  }
}

/** A notification of the extension. */
export interface Notice {
  readonly message: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly buttons: readonly string[];
}

/** A button of a notification. `value`: what the extension gets if it is pressed. */
interface NoticeButton {
  readonly title: string;
  readonly value: unknown;
}

interface OpenNotice extends Notice {
  /** Closes the notification. `button`: the pressed one; absent: none. */
  readonly close: (button?: string) => void;
}

/** The notifications of the extension, which stay open until a test presses a button. */
export class Notices {
  private readonly open: OpenNotice[] = [];
  private readonly all: Notice[] = [];

  add(notice: OpenNotice): void {
    this.open.push(notice);
    this.all.push(notice);
  }

  /** All notifications since the last call of `clear`, oldest first, open or closed. */
  get shown(): readonly Notice[] {
    return this.all;
  }

  /** Waits for a notification with a matching message. */
  async expect(message: RegExp): Promise<Notice> {
    return this.find(message);
  }

  /** Waits for a notification with a matching message, and presses one of its buttons. */
  async press(message: RegExp, button: string): Promise<void> {
    const notice = await this.find(message);
    if (!notice.buttons.includes(button)) throw new Error(`${notice.message}: ${notice.buttons.join(', ')}`);
    this.open.splice(this.open.indexOf(notice), 1);
    notice.close(button);
  }

  /** Presses this button of the first open notification that has it. Does nothing if none has it. */
  pressIfShown(button: string): void {
    const notice = this.open.find(({ buttons }) => buttons.includes(button));
    if (!notice) return;
    this.open.splice(this.open.indexOf(notice), 1);
    notice.close(button);
  }

  /** Closes all notifications. */
  clear(): void {
    this.all.length = 0;
    for (const { close } of this.open.splice(0)) close();
  }

  private find(message: RegExp): Promise<OpenNotice> {
    return eventually(() => {
      const found = this.open.find((one) => message.test(one.message));
      if (found) return found;
      const shown = this.open.map((one) => one.message);
      throw new Error(`no notification matches ${String(message)}; shown: ${JSON.stringify(shown)}`);
    });
  }
}

/** The notifications of the current `describe`; null: VS Code shows them. */
let notices: Notices | null = null;

/** Collects the notifications of the extension during all tests of the current `describe`, each test's for itself. */
export function useNotices(): Notices {
  const collected = new Notices();
  const { window } = vscode;
  const severities = {
    showInformationMessage: 'info',
    showWarningMessage: 'warning',
    showErrorMessage: 'error',
  } as const;
  const real = Object.fromEntries(
    Object.keys(severities).map((name) => [name, window[name as keyof typeof severities]]),
  );
  before('collects notifications', () => {
    notices = collected;
    for (const [name, severity] of Object.entries(severities)) {
      Object.assign(window, {
        [name]: (message: string, ...rest: readonly unknown[]) =>
          new Promise((resolve) => {
            const buttons = rest.flatMap((one): readonly NoticeButton[] => {
              if (typeof one === 'string') return [{ title: one, value: one }];
              if (typeof one === 'object' && one !== null && 'title' in one)
                return [{ title: String(one.title), value: one }];
              return [];
            });
            collected.add({
              message,
              severity,
              buttons: buttons.map(({ title }) => title),
              close: (pressed) => resolve(buttons.find(({ title }) => title === pressed)?.value),
            });
          }),
      });
    }
  });
  beforeEach(() => collected.clear());
  afterEach(function () {
    // The extension may wait for an answer to one of them.
    if (this.currentTest?.state === 'failed')
      for (const { message, buttons } of collected.shown)
        console.log(`      notification: ${message} [${buttons.join(', ')}]`);
  });
  after('shows notifications again', () => {
    collected.clear();
    notices = null;
    Object.assign(window, real);
  });
  return collected;
}

/** Runs `work`, and returns the web pages that it opens. No browser opens them: `onOpen` does what the user does there. */
export async function pagesOpenedBy(
  work: () => Thenable<unknown>,
  onOpen: () => void = () => undefined,
): Promise<string[]> {
  const { env } = vscode;
  const { openExternal } = env;
  const opened: string[] = [];
  const openPage = async (uri: vscode.Uri): Promise<boolean> => {
    opened.push(uri.toString(true));
    onOpen();
    return true;
  };
  Object.assign(env, { openExternal: openPage });
  try {
    await work();
  } finally {
    Object.assign(env, { openExternal });
  }
  return opened;
}
