import type {
  MissingVerdict,
  StatusCode,
  StatusKind,
  VerdictStyle,
  StatusTable,
  StatusMeaning,
} from '../../../results';

/** An additional property of a status. */
type StatusTrait = 'running' | 'suspended' | 'tooLate' | MissingVerdict;

type VocabularyEntry = readonly [StatusKind, VerdictStyle, string, string, StatusTrait?];

/** Common verdicts of judges. Short name → kind, style, name, Chinese name, trait. */
const vocabulary = {
  QUEUED: ['pending', 'pending', 'Queued', '排队中'],
  COMPILING: ['pending', 'pending', 'Compiling', '编译中', 'running'],
  JUDGING: ['pending', 'pending', 'Judging', '评测中', 'running'],
  SUSPENDED: ['pending', 'pending', 'Judging Suspended', '评测已暂停', 'suspended'],
  AC: ['accepted', 'accepted', 'Accepted', '通过'],
  PART: ['partial', 'wrongAnswer', 'Partially Accepted', '部分通过'],
  WA: ['failed', 'wrongAnswer', 'Wrong Answer', '答案错误'],
  PE: ['failed', 'wrongAnswer', 'Presentation Error', '格式错误'],
  NO: ['failed', 'wrongAnswer', 'No Output', '没有输出'],
  REJ: ['failed', 'wrongAnswer', 'Rejected', '被拒绝'],
  DQ: ['failed', 'wrongAnswer', 'Disqualified', '已取消资格'],
  CE: ['failed', 'compileError', 'Compile Error', '编译错误'],
  RE: ['failed', 'runtimeError', 'Runtime Error', '运行错误'],
  RTE: ['failed', 'runtimeError', 'Runtime Error', '运行错误'],
  IR: ['failed', 'runtimeError', 'Invalid Return', '返回值错误'],
  SV: ['failed', 'runtimeError', 'Security Violation', '违反安全规则'],
  RF: ['failed', 'runtimeError', 'Restricted Function', '使用了受限函数'],
  TLE: ['failed', 'limitExceeded', 'Time Limit Exceeded', '超出时间限制'],
  MLE: ['failed', 'limitExceeded', 'Memory Limit Exceeded', '超出内存限制'],
  OLE: ['failed', 'limitExceeded', 'Output Limit Exceeded', '超出输出限制'],
  ILE: ['failed', 'limitExceeded', 'Idleness Limit Exceeded', '超出空闲限制'],
  REVIEW: ['error', 'pending', 'Pending Review', '待审核', 'inReview'],
  SKIP: ['error', 'pending', 'Not Run', '未运行', 'notRun'],
  IGN: ['error', 'pending', 'Ignored', '已忽略', 'notRun'],
  JE: ['error', 'serviceError', 'Judge Error', '评测错误'],
} as const satisfies Readonly<Record<string, VocabularyEntry>>;

/** Short name of a common verdict. */
export type Verdict = keyof typeof vocabulary;

export const verdictNames = Object.keys(vocabulary) as readonly Verdict[];

function isVerdict(text: string): text is Verdict {
  return Object.hasOwn(vocabulary, text);
}

/**
 * Creates a status table. `usual`: codes that equal a short name of the vocabulary or are assigned to one (`AC WA 0=AC
 * NO=WA`). `named`: codes with the judge's own names, and possibly a short name and a trait (`{ IE: ['JE', 'Import Error',
 * '导入错误'] }`).
 */
export function verdicts(
  usual: string,
  named: Readonly<Record<string, Verdict | readonly [Verdict, string, string, string?, StatusTrait?]>> = {},
): StatusTable {
  const plain = usual.split(' ').flatMap((entry) => {
    const [code = '', word = code] = entry.split('=');
    return isVerdict(word) ? [[code, word] as const] : [];
  });
  const rows = [...plain, ...Object.entries(named)].map(([key, word]): StatusRow => {
    const [verdict, ...ownNames] = typeof word === 'string' ? ([word] as const) : word;
    const meaning: VocabularyEntry = vocabulary[verdict];
    const [kind, style, name, chineseName, trait] = meaning;
    const [ownName = name, ownChineseName = chineseName, ownShort = verdict, ownTrait = trait] = ownNames;
    const short = kind === 'pending' ? '…' : ownShort;
    return [codeOf(key), kind, style, ownName, ownChineseName, short, ownTrait];
  });
  return statusTable(rows);
}

/** Parses a key of the table to the code that judges send: a whole number if possible. */
export function codeOf(key: string): StatusCode {
  return /^(?:0|-?[1-9]\d{0,8})$/.test(key) ? Number(key) : key;
}

export const commonVerdicts: StatusTable = verdicts(verdictNames.join(' '));

/** Code, kind, style, name, Chinese name, short name, trait. */
export type StatusRow = readonly [
  StatusCode,
  StatusKind,
  VerdictStyle,
  string,
  string | null,
  string,
  StatusTrait?,
];

/** Status of an output that the judge may accept. No judge sends it: outputs are compared on this computer. */
export const NEARLY_RIGHT = 'NEAR';

export const nearlyRight: StatusRow = [
  NEARLY_RIGHT,
  'error',
  'pending',
  'Nearly Right',
  '接近正确',
  'NEAR',
  'inReview',
];

export function statusTable(rows: readonly StatusRow[]): StatusTable {
  return Object.fromEntries(
    rows.map(([code, kind, style, name, chineseName, short, trait]): [string, StatusMeaning] => [
      String(code),
      { code, kind, ...fieldsOf(trait), style, name, chineseName, short },
    ]),
  );
}

function fieldsOf(
  trait: StatusTrait | undefined,
): Pick<StatusMeaning, 'running' | 'suspended' | 'noVerdict' | 'tooLate'> {
  switch (trait) {
    case undefined:
      return {};
    case 'running':
      return { running: true };
    case 'suspended':
      return { suspended: true };
    case 'tooLate':
      return { tooLate: true };
    case 'notRun':
    case 'inReview':
    case 'notCompared':
      return { noVerdict: trait };
  }
}

/** Status codes of the Luogu Open Platform. Other judges that follow the specification may use them too. */
export const luoguStatuses = statusTable([
  [0, 'pending', 'pending', 'Waiting', '等待评测', '…'],
  [1, 'pending', 'pending', 'Judging', '评测中', '…', 'running'],
  [2, 'failed', 'compileError', 'Compile Error', '编译失败', 'CE'],
  [3, 'failed', 'limitExceeded', 'Output Limit Exceeded', '输出超限', 'OLE'],
  [4, 'failed', 'limitExceeded', 'Memory Limit Exceeded', '内存超限', 'MLE'],
  [5, 'failed', 'limitExceeded', 'Time Limit Exceeded', '时间超限', 'TLE'],
  [6, 'failed', 'wrongAnswer', 'Wrong Answer', '答案错误', 'WA'],
  [7, 'failed', 'runtimeError', 'Runtime Error', '运行时错误', 'RE'],
  // the judge failed
  [11, 'error', 'serviceError', 'Invalid', '结果非法', 'UKE'],
  [12, 'accepted', 'accepted', 'Accepted', '评测通过', 'AC'],
  [14, 'failed', 'wrongAnswer', 'Overall Unaccepted', '评测不通过', 'UNAC'],
]);
