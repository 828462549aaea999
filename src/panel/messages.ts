import type {
  Case,
  CaseFactName,
  Limits,
  Omission,
  Outputs,
  StatusCode,
  VerdictStyle,
  Units,
} from '../judge';

/** Names the panels of records to VS Code, which opens them again after a reload. */
export const panelType = 'judgeResults.record';

/**
 * What the extension and the page of the record panel say to each other, as plain JSON. Figures go as bare numbers;
 * words are ready in the person's language; nothing is markup.
 */
export type ToPage = ShowMessage | DescriptionMessage | ChooseMessage | FocusMessage;

/** Everything; replaces what the page showed. */
export interface ShowMessage {
  readonly type: 'show';
  /** what the page gives back to be opened again after a reload */
  readonly keys: PanelKeys;
  readonly words: Words;
  readonly record: RecordHead;
  readonly subtasks: readonly SubtaskView[];
  /** the earlier record beside it, and what changed; null: one record alone */
  readonly comparison: Comparison | null;
  /** all buttons that a case can have, in their order */
  readonly caseButtons: readonly CaseButtonLabel[];
}

export interface CaseButtonLabel {
  readonly id: string;
  readonly label: string;
}

/** ID of the button that loads the whole description of a case. The page hides it once that is shown. */
export const wholeDescriptionButton = 'wholeDescription';

/** The whole text of a description that was too long to send with all the others. */
export interface DescriptionMessage extends CaseIdentity {
  readonly type: 'description';
  readonly side: Side;
  readonly text: string;
}

/** A case that the person has opened in the list: its details are shown. */
export interface ChooseMessage extends CaseIdentity {
  readonly type: 'choose';
  /** its square gets the focus; else that stays where it is, which may be in the list */
  readonly focus: boolean;
}

/** The keys go to the page: to the case that was chosen last, else to the first. */
export interface FocusMessage {
  readonly type: 'focus';
}

/** A case, by the identities of its subtask and of itself. */
export interface CaseIdentity {
  readonly subtask: string;
  readonly case: string;
}

export interface PanelKeys {
  readonly record: string;
  /** null: one record alone */
  readonly before: string | null;
}

export type Side = 'record' | 'before';

/** A record but for its cases. */
export interface RecordHead {
  /** problem, file or request ID */
  readonly name: string;
  /** in full: `WA Wrong Answer` */
  readonly verdict: string;
  /** what of it is drawn in color: `WA`, `Judging` */
  readonly sign: string;
  /** null: the code isn't known, or there is none */
  readonly style: VerdictStyle | null;
  /** run with inputs of the user's own: the input and the output of each case are shown, and no verdict */
  readonly isOwnRun: boolean;
  /** `2 of 6 failed`, `1 error · 1 warning`; empty: nothing can be counted */
  readonly counted: string;
  /** what failed first; null: nothing has */
  readonly first: FirstFailure | null;
  readonly figures: Figures;
  readonly units: Units;
  /** the meaning of every code that occurs */
  readonly statuses: readonly StatusView[];
  /** of its problem, in the record's units; null: the service doesn't tell */
  readonly limits: Limits | null;
  /** the judged versions of its source, the oldest first; empty: there is no other, or two records are compared */
  readonly versions: readonly Version[];
  /** null: nothing is going on */
  readonly progress: JudgingProgress | null;
  /** `Note: off by one`, what a person has noted about it; null: nothing */
  readonly ownNote: string | null;
  /** why there is nothing to show, and what to do about it; null: there is something */
  readonly note: string | null;
  /** where it comes from, for everyone */
  readonly origin: readonly Fact[];
  /** what few people ask for */
  readonly facts: readonly Fact[];
  readonly compile: CompileView | null;
  readonly actions: readonly Action[];
}

export type FirstFailure =
  /** `name`: `2-1`; `said`: `read 0, expected -`, empty where nobody says why */
  | { readonly kind: 'case'; readonly name: string; readonly place: CaseIdentity; readonly said: string }
  /** `name`: `line 7`; `link`: of the compile message; `said`: what the compiler says */
  | { readonly kind: 'line'; readonly name: string; readonly link: number; readonly said: string };

/** A record of the same source. Bare numbers in the units of the record that is shown; null: not told in those. */
export interface Version extends Omit<Figures, 'status'> {
  readonly key: string;
  /** in full: `WA Wrong Answer` */
  readonly verdict: string;
  /** `WA` */
  readonly sign: string;
  readonly style: VerdictStyle | null;
  /** ms since 1970 */
  readonly at: number;
}

export interface JudgingProgress {
  /** `34 of 50`, `34 cases so far` */
  readonly words: string;
  readonly done: number;
  /** null: not known */
  readonly total: number | null;
}

export type Fact =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  /** a moment, ms since 1970; `value` is day and time in full */
  | { readonly kind: 'moment'; readonly name: string; readonly value: string; readonly at: number }
  /** a link that opens the source file */
  | { readonly kind: 'source'; readonly name: string; readonly value: string; readonly hint: string };

export interface Action {
  readonly id: ActionId;
  readonly label: string;
  readonly place: ActionPlace;
}

/** Beside the name, with the facts, as the one button that says what one does next, as another one, or in the menu. */
export type ActionPlace = 'icon' | 'link' | 'primary' | 'button' | 'menu';

export const actionIds = [
  'refresh',
  'keep',
  'resumeTracking',
  'submitAgain',
  'runSamples',
  'openSource',
  'compareWithPrevious',
  'compareSources',
  'restoreVersion',
  'setSourceFile',
  'openProblem',
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
}

/** Bare numbers in the record's units; null: the service doesn't say. */
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
  /** the message's beginning; lines end in line feeds */
  readonly text: string;
  /** there is more than `text` */
  readonly cut: boolean;
  /** in the order of the text, not overlapping */
  readonly links: readonly CompileLink[];
}

export interface CompileLink {
  /** UTF-16 offsets in the text, the end exclusive */
  readonly start: number;
  readonly end: number;
}

export interface SubtaskView {
  /** its identity within the record */
  readonly key: string;
  readonly id: number | null;
  /** what the service calls it, instead of a number; null: it has a number at most */
  readonly name: string | null;
  /** the highest possible score, in the record's units; null: not told */
  readonly maximum: number | null;
  readonly figures: Figures;
  readonly cases: readonly ComparedCase[];
}

/** Most UTF-16 units of a description that goes with all the others. */
export const longestDescription = 1000;

/** Bare numbers in the record's units; null: the service doesn't say. */
export interface CaseResult extends Figures, Pick<Case, CaseFactName> {
  /** the beginning of what the program was given; null: the service doesn't say */
  readonly input: string | null;
  /** what should have been written, and what was; null: the service doesn't say both */
  readonly outputs: OutputsView | null;
  /** empty: none */
  readonly description: string;
  /** the description is longer than what is here */
  readonly isCut: boolean;
  /** IDs of the case's buttons, see `ShowMessage.caseButtons` */
  readonly buttons: readonly string[];
}

/** Where the two differ first, and a little around it. */
export interface OutputsView {
  readonly expected: string;
  readonly found: string;
  /** both are known in full, and can be compared */
  readonly isWhole: boolean;
  /** of an output that is empty because the judge doesn't send it; absent: both outputs are sent */
  readonly omitted?: Outputs['omitted'];
}

export interface ComparedCase extends CaseResult {
  /** its identity within the subtask */
  readonly key: string;
  /** `2-1` */
  readonly name: string;
  /** the same case in the record from before; null: nothing is compared */
  readonly before: CaseResult | null;
  /** null: nothing is compared */
  readonly change: ChangeKind | null;
}

/** What became of a case. One word each: the verdict counts more than the time, the time more than the memory. */
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

/** From the page. Checked like anything from outside: `messageFromPage`. */
export type FromPage =
  | { readonly type: 'ready' }
  | { readonly type: 'action'; readonly action: ActionId }
  | { readonly type: 'openSource'; readonly side: Side }
  | { readonly type: 'openVersion'; readonly key: string }
  | { readonly type: 'openCompileMessage'; readonly side: Side }
  | { readonly type: 'openPosition'; readonly side: Side; readonly link: number }
  | CaseButtonMessage;

/** A button of a case was pressed. */
export interface CaseButtonMessage extends CaseIdentity {
  readonly type: 'caseButton';
  /** its ID in `ShowMessage.caseButtons` */
  readonly button: string;
  readonly side: Side;
}

/** Tells the extension. */
export type Post = (message: FromPage) => void;

/** Every sentence of the page, in the editor's language. `{0}` is filled in by the page. */
export interface Words extends Readonly<Record<CaseFactName, string>> {
  /** a BCP 47 tag for ages and plurals */
  readonly locale: string;
  readonly subtask: string;
  readonly subtaskWithoutId: string;
  readonly case: string;
  readonly cases: string;
  readonly verdict: string;
  readonly description: string;
  /** `{0} of {1}`: a figure of its limit */
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
  readonly output: string;
  readonly expected: string;
  readonly found: string;
  readonly emptyOutput: string;
  /** in place of an output that the judge doesn't send */
  readonly omittedOutput: Readonly<Record<Omission, string>>;
  /** `Next failed: {0}` */
  readonly nextFailed: string;
  /** `first: {0}` */
  readonly first: string;
  /** `{0} of {1} failed` */
  readonly failedOf: string;
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
