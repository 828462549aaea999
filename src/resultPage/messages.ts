import type {
  CaseFactName,
  Dialog,
  DialogTurn,
  Limits,
  Omission,
  Outputs,
  StatusCode,
  VerdictStyle,
  Units,
} from '../results';

/** Type of the webview. VS Code uses it to restore panels after a reload. */
export const panelType = 'judgeResults.record';

/**
 * A message from the extension to the page, as plain JSON. Figures are numbers without units. Strings are localized and
 * contain no markup.
 */
export type ToPage = ShowMessage | DescriptionMessage | ChooseMessage | FocusMessage;

/** The whole content of the page. Replaces the previous one. */
export interface ShowMessage {
  readonly type: 'show';
  /** saved by the page, so that the panel can be restored after a reload */
  readonly keys: PanelKeys;
  readonly words: Words;
  readonly record: RecordHead;
  readonly subtasks: readonly SubtaskView[];
  /** the earlier record; null: the record is shown alone */
  readonly comparison: Comparison | null;
  /** all buttons that a case can have, in their order */
  readonly caseButtons: readonly CaseButtonLabel[];
}

export interface CaseButtonLabel {
  readonly id: string;
  readonly label: string;
}

/**
 * ID of the button that loads the whole description of a case. The page hides the button if the description is already
 * shown in full.
 */
export const wholeDescriptionButton = 'wholeDescription';

/** The whole text of a description that `ShowMessage` contains only in part. */
export interface DescriptionMessage extends CaseIdentity {
  readonly type: 'description';
  readonly side: Side;
  readonly text: string;
}

/** Shows the details of a case that the user opened in the list. */
export interface ChooseMessage extends CaseIdentity {
  readonly type: 'choose';
  /** true if the square of the case gets the focus; if false, the focus doesn't move, for example away from the list */
  readonly focus: boolean;
}

/**
 * Moves the focus to the case that was chosen last, or else to the first failed case, the first case, or the first
 * button.
 */
export interface FocusMessage {
  readonly type: 'focus';
}

/** A case, by the key of its subtask and its own key. */
export interface CaseIdentity {
  readonly subtask: string;
  readonly case: string;
}

export interface PanelKeys {
  readonly record: string;
  /** null: the record is shown alone */
  readonly before: string | null;
}

export type Side = 'record' | 'before';

export interface RecordHead {
  /** problem, file or request ID */
  readonly name: string;
  /** in full: `WA Wrong Answer` */
  readonly verdict: string;
  /** the colored part of `verdict`: `WA`, `Judging` */
  readonly sign: string;
  /** null: the code is unknown, or there is none */
  readonly style: VerdictStyle | null;
  /** a run with the user’s own input: shows the input and output of each case, and no verdict */
  readonly isOwnRun: boolean;
  /** heading of the descriptions of its cases: `Judge’s message` */
  readonly descriptionTitle: string;
  /** null: the verdict is accepted, pending, or unknown */
  readonly explanation: Explanation | null;
  /** `2 of 6 failed`, `1 error · 1 warning`; empty: nothing can be counted */
  readonly counted: string;
  /** the first failure; null: nothing failed */
  readonly first: FirstFailure | null;
  readonly figures: Figures;
  /** the highest possible score, in the units of the record; null: unknown */
  readonly maximum: number | null;
  readonly units: Units;
  /** the meaning of every code in the record */
  readonly statuses: readonly StatusView[];
  /** limits of the problem, in the units of the record; null: unknown */
  readonly limits: Limits | null;
  /** the judged versions of the source, oldest first; empty: there is only one, or two records are compared */
  readonly versions: readonly Version[];
  /** null: the record isn’t being judged */
  readonly progress: JudgingProgress | null;
  /** the user’s note, `Note: off by one`; null: none */
  readonly ownNote: string | null;
  /** the judge’s message, or the reason why there is nothing to show and what to do about it; null: neither */
  readonly note: string | null;
  /** file, language, judge, and age */
  readonly origin: readonly Fact[];
  /** the less common facts, under “More” */
  readonly facts: readonly Fact[];
  readonly compile: CompileView | null;
  readonly actions: readonly Action[];
}

/** The headings of `docs/verdicts.md`. */
export const verdictTopics = [
  'wrong-answer',
  'presentation-error',
  'partially-accepted',
  'time-limit-exceeded',
  'memory-limit-exceeded',
  'output-limit-exceeded',
  'idleness-limit-exceeded',
  'limit-exceeded',
  'runtime-error',
  'security-violation',
  'compile-error',
  'judge-error',
  'rejected',
  'not-run',
  'in-review',
  'hidden',
] as const;
export type VerdictTopic = (typeof verdictTopics)[number];

/** The meaning of a verdict in one sentence, and the heading in the documents that explains it in detail. */
export interface Explanation {
  readonly text: string;
  readonly topic: VerdictTopic;
}

export type FirstFailure =
  /** `name`: `2-1`; `said`: the reason (`expected 3, actual 1`), empty if the judge sends none */
  | { readonly kind: 'case'; readonly name: string; readonly place: CaseIdentity; readonly said: string }
  /** `name`: `line 7`; `link`: index in `CompileView.links`; `said`: the compiler’s message */
  | { readonly kind: 'line'; readonly name: string; readonly link: number; readonly said: string };

/** A record of the same source. Figures are in the units of the shown record; null: unknown in these units. */
export interface Version extends Omit<Figures, 'status'> {
  readonly key: string;
  /** in full: `WA Wrong Answer` */
  readonly verdict: string;
  /** `WA` */
  readonly sign: string;
  readonly style: VerdictStyle | null;
  /** the highest possible score; null: unknown */
  readonly maximum: number | null;
  /** ms since 1970 */
  readonly at: number;
}

export interface JudgingProgress {
  /** `34 of 50`, `34 cases so far` */
  readonly words: string;
  readonly done: number;
  /** null: unknown */
  readonly total: number | null;
}

export type Fact =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  /** a point in time, `at` in ms since 1970; `value`: day and time in full */
  | { readonly kind: 'moment'; readonly name: string; readonly value: string; readonly at: number }
  /** a link that opens the source file */
  | { readonly kind: 'source'; readonly name: string; readonly value: string; readonly hint: string };

export interface Action {
  readonly id: ActionId;
  readonly label: string;
  readonly place: ActionPlace;
}

/** Position of an action: next to the name, next to the facts, as the primary button, as another button, or in the menu. */
export type ActionPlace = 'icon' | 'link' | 'primary' | 'button' | 'menu';

export const actionIds = [
  'refresh',
  'keep',
  'resumeTracking',
  'submitAgain',
  'runSamples',
  'runAgain',
  'openSource',
  'compareWithPrevious',
  'compareSources',
  'restoreVersion',
  'setSourceFile',
  'addSample',
  'editSample',
  'deleteSample',
  'openProblem',
  'showProblemSubmissions',
  'openInBrowser',
  'stopTracking',
  'reloadWindow',
  'copyAsMarkdown',
  'editNote',
  'copyRequestId',
  'exportJson',
] as const;
export type ActionId = (typeof actionIds)[number];

export interface StatusView {
  readonly code: StatusCode;
  /** `WA`, `Status 99` */
  readonly short: string;
  /** `WA Wrong Answer` */
  readonly name: string;
  readonly style: VerdictStyle | null;
  readonly trouble: boolean;
  /** the case got a part of its points */
  readonly isPartial: boolean;
  /** null: the verdict is accepted, pending, or unknown */
  readonly explanation: Explanation | null;
}

/** Numbers in the units of the record; null: unknown. */
export interface Figures {
  readonly status: StatusCode | null;
  readonly score: number | null;
  readonly time: number | null;
  readonly memory: number | null;
}

export interface CompileView {
  readonly success: boolean | null;
  /** `Compilation failed`, `2 errors, 1 warning` */
  readonly title: string;
  /** the beginning of the compiler output; lines end in line feeds */
  readonly text: string;
  /** the output is longer than `text` */
  readonly cut: boolean;
  /** in the order of the text, without overlaps */
  readonly links: readonly CompileLink[];
}

export interface CompileLink {
  /** UTF-16 offset in `text` */
  readonly start: number;
  /** UTF-16 offset in `text`, exclusive */
  readonly end: number;
}

export interface SubtaskView {
  /** unique in the record */
  readonly key: string;
  readonly id: number | null;
  /** name that the judge sends instead of a number; null: none */
  readonly name: string | null;
  /** the highest possible score, in the units of the record; null: unknown */
  readonly maximum: number | null;
  readonly figures: Figures;
  readonly cases: readonly ComparedCase[];
}

/** Maximum length of a description in `ShowMessage`, in UTF-16 units. */
export const longestDescription = 1000;

/** Numbers in the units of the record; null: unknown. */
export interface CaseResult extends Figures, Readonly<Record<CaseFactName, number | null>> {
  /** the beginning of the input; null: the judge doesn’t send it */
  readonly input: string | null;
  /** expected and actual output; null unless the judge sends both */
  readonly outputs: OutputsView | null;
  /** outputs of the program and its interactor, in their order; null: there was no interactor */
  readonly dialog: Dialog | null;
  /** the end of the error output; null: none, or the judge doesn’t send it */
  readonly errorOutput: string | null;
  /** the judge’s message; empty: none */
  readonly description: string;
  /** heading of the description if that is the output of the program, which wasn’t compared; absent: it isn’t */
  readonly outputTitle?: string;
  /** `description` is only the beginning of the description */
  readonly isCut: boolean;
  /** the input, outputs, description, and buttons are hidden until the user reveals them */
  readonly isHidden: boolean;
  /** IDs of the case's buttons, see `ShowMessage.caseButtons` */
  readonly buttons: readonly string[];
}

/** The part of both outputs around their first difference. */
export interface OutputsView {
  readonly expected: string;
  readonly found: string;
  /** the judge sends both outputs in full, so they can be compared */
  readonly isWhole: boolean;
  /** the reason why an output is empty; absent: the judge sends both outputs */
  readonly omitted?: Outputs['omitted'];
}

export interface ComparedCase extends CaseResult {
  /** unique in the subtask */
  readonly key: string;
  /** `2-1` */
  readonly name: string;
  /** the same case in the earlier record; null: the record is shown alone */
  readonly before: CaseResult | null;
  /** null: the record is shown alone */
  readonly change: ChangeKind | null;
}

/**
 * How a case changed. A change of the verdict takes precedence over a change of the time, which takes precedence over a
 * change of the memory.
 */
export const changeKinds = [
  'same',
  'better',
  'worse',
  'different',
  'slower',
  'faster',
  'larger',
  'smaller',
  'added',
  'removed',
  'unfinished',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface Comparison {
  readonly before: RecordHead;
}

/** A message from the page to the extension. `messageFromPage` validates it. */
export type FromPage =
  | { readonly type: 'ready' }
  | { readonly type: 'action'; readonly action: ActionId }
  | { readonly type: 'openSource'; readonly side: Side }
  | { readonly type: 'openVersion'; readonly key: string }
  | { readonly type: 'openCompileMessage'; readonly side: Side }
  | { readonly type: 'openPosition'; readonly side: Side; readonly link: number }
  | { readonly type: 'explainVerdict'; readonly topic: VerdictTopic }
  | CaseButtonMessage;

export interface CaseButtonMessage extends CaseIdentity {
  readonly type: 'caseButton';
  /** ID of the button in `ShowMessage.caseButtons` */
  readonly button: string;
  readonly side: Side;
}

export type Post = (message: FromPage) => void;

/** All strings of the page, in the editor’s language. The page replaces `{0}`. */
export interface Words extends Readonly<Record<CaseFactName, string>> {
  /** BCP 47 tag for the formatting of ages and numbers */
  readonly locale: string;
  /** name of the subtask that contains the samples */
  readonly samples: string;
  readonly subtask: string;
  readonly subtaskWithoutId: string;
  readonly case: string;
  readonly cases: string;
  readonly verdict: string;
  /** `{0} of {1}`: a figure and its limit */
  readonly of: string;
  readonly noVerdict: string;
  readonly actions: string;
  readonly show: string;
  readonly showHint: string;
  readonly all: string;
  readonly failed: string;
  readonly changed: string;
  readonly nothingFailed: string;
  readonly nothingLikeThat: string;
  readonly details: string;
  readonly close: string;
  readonly compileMessage: string;
  readonly openCompileMessage: string;
  readonly openPosition: string;
  readonly compileMessageCut: string;
  readonly input: string;
  readonly errorOutput: string;
  /** headings of the outputs of the program and its interactor */
  readonly dialogFrom: Readonly<Record<DialogTurn['from'], string>>;
  readonly expected: string;
  readonly found: string;
  readonly emptyOutput: string;
  /** replaces an output that the judge doesn’t send */
  readonly omittedOutput: Readonly<Record<Omission, string>>;
  readonly hiddenCase: string;
  readonly revealCase: string;
  readonly learnMore: string;
  /** `Next failed: {0}` */
  readonly nextFailed: string;
  /** `first: #{0}`, with a case */
  readonly first: string;
  /** `first: {0}`, with a line such as `line 3` */
  readonly firstLine: string;
  /** `{0} of {1} failed` */
  readonly failedOf: string;
  /** `{0} partial` */
  readonly partial: string;
  readonly passedOf: string;
  /** `{0} (was {1})` */
  readonly was: string;
  readonly more: string;
  readonly moreActions: string;
  readonly judging: string;
  readonly versions: string;
  readonly version: string;
  readonly before: string;
  readonly now: string;
  readonly notThere: string;
  readonly changes: Readonly<Record<ChangeKind, string>>;
}
