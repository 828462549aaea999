import type { StatusKind, StatusLook, StatusMeaning, StatusTable } from '../../judge';
import type { ServiceProfile, SubmissionLanguage } from '../profile';

const minute = 60 * 1000;

/** The Luogu Open Platform, as its public documentation (OpenAPI 1.0.0) describes it. */
export const luogu: ServiceProfile = {
  id: 'luogu',
  name: 'Luogu Open Platform',
  chineseName: '洛谷开放平台',
  baseUrl: 'https://open-v1.lgapi.cn',
  origin: 'https://open-v1.lgapi.cn',
  authentication: { scheme: 'basic' },
  rules: {
    profile: 'luogu',
    statuses: statusTable(),
    units: { time: 'ms', memory: 'KiB', score: 'points' },
    compileFailureIsFinal: true,
    unknownStatusIsFinal: true,
  },
  // the documentation says 15 minutes in one place and an hour in another
  resultLifetime: { safe: 15 * minute, end: 60 * minute },
  webSocket: {
    url: 'wss://open-ws.lgapi.cn/ws?channel=judge.result',
    framing: 'channel',
    authentication: { kind: 'query', parameter: 'token' },
    channel: 'judge.result',
    limits: { connections: 3, pingInterval: 30_000 },
  },
  callbackSignatureHeader: 'Luogu-API-Callback-Sign',
  submission: {
    path: '/judge/problem',
    languages: languages(),
    trackIdLimit: 64,
    encode: ({ problemId, language, optimise, code, trackId }) => ({
      pid: problemId,
      lang: language,
      o2: optimise,
      code,
      trackId,
    }),
  },
  quotaPath: '/judge/quotaAvailable',
  problemPage: (problemId) => `https://www.luogu.com.cn/problem/${encodeURIComponent(problemId)}`,
  problemIdIn,
  isWebsiteRecord: (text) =>
    /^R\d{1,15}$/i.test(text) ||
    /^(?:https?:\/\/)?(?:[\w-]+\.)*luogu\.(?:com\.cn|com|org)\/record\/\w/i.test(text),
  // 128 bits in base 58
  looksLikeRequestId: (text) => /^[1-9A-HJ-NP-Za-km-z]{21,22}$/.test(text),
};

/** The service's own problems and those it mirrors: `P1001`, `B2001`, `T12345`, `CF1A`, `SP1`, `UVA100`, `AT_abc001_a`. */
function problemIdIn(name: string): string | null {
  const found =
    /(?<![A-Za-z\d])(?:[PBTU]\d{3,7}|CF\d{1,5}[A-Z]\d?|SP\d{1,5}|UVA\d{2,5}|AT_[a-z\d]+_[a-z\d]+)(?![A-Za-z\d])/i.exec(
      name,
    )?.[0];
  if (found === undefined) return null;
  return /^AT_/i.test(found) ? `AT_${found.slice(3).toLowerCase()}` : found.toUpperCase();
}

function statusTable(): StatusTable {
  const rows: readonly (readonly [number, StatusKind, StatusLook, string, string, string])[] = [
    [0, 'pending', 'pending', 'Waiting', '等待评测', '…'],
    [1, 'pending', 'pending', 'Judging', '评测中', '…'],
    [2, 'failed', 'compileError', 'Compile Error', '编译失败', 'CE'],
    [3, 'failed', 'limitExceeded', 'Output Limit Exceeded', '输出超限', 'OLE'],
    [4, 'failed', 'limitExceeded', 'Memory Limit Exceeded', '内存超限', 'MLE'],
    [5, 'failed', 'limitExceeded', 'Time Limit Exceeded', '时间超限', 'TLE'],
    [6, 'failed', 'wrongAnswer', 'Wrong Answer', '答案错误', 'WA'],
    [7, 'failed', 'runtimeError', 'Runtime Error', '运行时错误', 'RE'],
    // the service's own fault
    [11, 'error', 'serviceError', 'Invalid', '结果非法', 'UKE'],
    [12, 'accepted', 'accepted', 'Accepted', '评测通过', 'AC'],
    [14, 'failed', 'wrongAnswer', 'Overall Unaccepted', '评测不通过', 'UNAC'],
  ];
  return Object.fromEntries(
    rows.map(([code, kind, look, name, chineseName, short]): [string, StatusMeaning] => [
      String(code),
      { code, kind, ...(code === 1 ? { running: true } : {}), look, name, chineseName, short },
    ]),
  );
}

/** The service's list of languages with what they are in the editor. The first that fits is the one proposed. */
function languages(): readonly SubmissionLanguage[] {
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['cxx/17/gcc', 'C++17 (GCC)', 'cpp', '.cpp .cc .cxx .c++ .cp'],
    ['cxx/20/gcc', 'C++20 (GCC)', 'cpp', '.cpp .cc .cxx .c++ .cp'],
    ['cxx/14/gcc', 'C++14 (GCC)', 'cpp', '.cpp .cc .cxx .c++ .cp'],
    ['cxx/11/gcc', 'C++11 (GCC)', 'cpp', '.cpp .cc .cxx .c++ .cp'],
    ['cxx/98/gcc', 'C++98 (GCC)', 'cpp', '.cpp .cc .cxx .c++ .cp'],
    ['cxx/noi/202107', 'C++ (NOI 2021-07, GCC 9.3)', 'cpp', '.cpp .cc .cxx .c++ .cp'],
    ['c/99/gcc', 'C99 (GCC)', 'c', '.c'],
    ['pascal/fpc', 'Pascal (Free Pascal)', 'pascal objectpascal', '.pas .pp .p'],
    ['python3/c', 'Python 3 (CPython)', 'python', '.py'],
    ['python3/py', 'Python 3 (PyPy)', 'python', '.py'],
    ['rust/rustc', 'Rust (rustc)', 'rust', '.rs'],
    ['haskell/ghc', 'Haskell (GHC)', 'haskell', '.hs'],
    ['go', 'Go', 'go', '.go'],
    ['php', 'PHP', 'php', '.php'],
    ['ruby', 'Ruby', 'ruby', '.rb'],
    ['js/node/lts', 'JavaScript (Node.js LTS)', 'javascript', '.js .cjs .mjs'],
    ['perl', 'Perl', 'perl', '.pl'],
    ['java/8', 'Java 8', 'java', '.java'],
    ['kotlin/jvm', 'Kotlin (JVM)', 'kotlin', '.kt'],
    ['scala', 'Scala', 'scala', '.scala'],
    ['mono_cs', 'C# (Mono)', 'csharp', '.cs'],
    ['mono_vb', 'Visual Basic (Mono)', 'vb', '.vb'],
    ['fsharp', 'F#', 'fsharp', '.fs .fsx'],
    ['ocaml', 'OCaml', 'ocaml', '.ml'],
    ['julia', 'Julia', 'julia', '.jl'],
  ];
  return rows.map(([id, name, editorLanguages, extensions]) => ({
    id,
    name,
    editorLanguages: editorLanguages.split(' '),
    extensions: extensions.split(' '),
  }));
}
