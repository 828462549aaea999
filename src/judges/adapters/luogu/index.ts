import type { JudgeSemantics } from '../../../results';
import type { JudgeAdapter, JudgeHttp, Push } from '../../adapter';
import { builtInJudge, judgeIdOf } from '../../address';
import { fileTypesOf } from '../../fileExtensions';
import type { FieldReader, JudgeAddress } from '../../settingFields';
import type { Judge } from '../../judge';
import { requestIdInQuery } from '../../requestIdInput';
import type { Quota, SubmissionLanguage } from '../../submission';
import { describedPush, webSocketPush } from '../described/push';
import { bodyLimits } from '../limits';
import { makeJudge, type JudgeType } from '../judgeType';
import { fetchResult, readQuotas, refusalIn, submitProgram } from '../specification/responses';
import { luoguStatuses } from '../shared/commonVerdicts';

const minute = 60 * 1000;
const publicAddress = 'https://open-v1.lgapi.cn';
const documentation = 'https://docs.lgapi.cn/open';

const rules: JudgeSemantics = {
  profile: 'luogu',
  statuses: luoguStatuses,
  units: { time: 'ms', memory: 'KiB', score: 'points' },
  compileFailureIsFinal: true,
  unknownStatusIsFinal: true,
};

/** The Luogu Open Platform, according to its public documentation (OpenAPI 1.0.0). */
export const luogu: JudgeType = {
  promptedFields: [{ field: 'url', defaultValue: publicAddress }],
  followsSpecification: true,
  rules,
  describe,
};

/** Creates the judge. If the user configured another URL, uses the push socket from the settings, if any. */
function describe(name: string, fields: FieldReader): Judge | null {
  const authentication = { scheme: 'basic' } as const;
  const address = fields.address(authentication, publicAddress);
  if (!address) return null;
  const { baseUrl } = address;
  const push = baseUrl === publicAddress ? publicPush() : describedPush(fields, pushLimits);
  const isBuiltIn = name === builtInJudge.name;
  return makeJudge(
    {
      id: judgeIdOf({ type: 'luogu', address: baseUrl, name }),
      name: isBuiltIn ? builtInJudge.label : name,
      chineseName: isBuiltIn ? builtInJudge.chineseLabel : null,
      baseUrl,
      authentication,
      rules,
    },
    luoguAdapter(address, push),
  );
}

function luoguAdapter({ baseUrl }: JudgeAddress, push: Push | null): JudgeAdapter {
  return {
    signIn: { kind: 'secret', secret: 'openAppToken', page: documentation, isOptional: false },
    refusalIn,
    fetchResult,
    bodyLimit: bodyLimits.longest,
    // the documentation contains both 15 minutes and an hour
    resultLifetime: { safe: 15 * minute, end: 60 * minute },
    push: push ?? undefined,
    callback: { signatureHeader: 'Luogu-API-Callback-Sign' },
    problemIdIn,

    async checkAccount(http) {
      await fetchQuotas(http);
      return { name: null };
    },

    // 128 bits in base 58
    looksLikeRequestId(text) {
      return /^[1-9A-HJ-NP-Za-km-z]{21,22}$/.test(text);
    },

    submission: {
      languages,
      hasOptimisation: true,

      async submit(http, { problemId, language, optimise, code, trackId }) {
        return submitProgram(http, '/judge/problem', {
          pid: problemId,
          lang: language,
          o2: optimise,
          code,
          trackId,
        });
      },
    },

    quota: {
      fetchQuotas,
      price: { least: 1, most: 10 },
    },

    pages: {
      problem({ problemId }) {
        return `https://www.luogu.com.cn/problem/${encodeURIComponent(problemId)}`;
      },

      readAddress(text) {
        const input = requestIdInQuery(baseUrl, text);
        const named = input?.kind === 'requestId' ? input.id : text;
        return isWebsiteRecord(named) ? { kind: 'websiteRecord', text: named } : input;
      },
    },
  };
}

const pushLimits = { connections: 3, pingInterval: 30_000 };

function publicPush(): Push {
  return webSocketPush({
    url: new URL('wss://open-ws.lgapi.cn/ws?channel=judge.result'),
    framing: 'channel',
    authentication: { kind: 'query', parameter: 'token' },
    limits: pushLimits,
  });
}

async function fetchQuotas(http: JudgeHttp): Promise<readonly Quota[]> {
  return readQuotas(await http.get('/judge/quotaAvailable'));
}

/** Returns whether the text is the ID or URL of a record on the website. The API has no results for these. */
function isWebsiteRecord(text: string): boolean {
  return (
    /^R\d{1,15}$/i.test(text) ||
    /^(?:https?:\/\/)?(?:[\w-]+\.)*luogu\.(?:com\.cn|com|org)\/record\/\w/i.test(text)
  );
}

/**
 * Finds the ID of a problem on Luogu, including those from other judges: `P1001`, `B2001`, `T12345`, `CF1A`, `SP1`,
 * `UVA100`, `AT_abc001_a`.
 */
function problemIdIn(name: string): string | null {
  const problemId =
    /(?<![A-Za-z\d])(?:[PBTU]\d{3,7}|CF\d{1,5}[A-Z]\d?|SP\d{1,5}|UVA\d{2,5}|AT_[a-z\d]+_[a-z\d]+)(?![A-Za-z\d])/i.exec(
      name,
    )?.[0];
  if (problemId === undefined) return null;
  return /^AT_/i.test(problemId) ? `AT_${problemId.slice(3).toLowerCase()}` : problemId.toUpperCase();
}

/** Each language's ID, name, and VS Code language IDs. The first match for a document is preselected. */
const languageRows: readonly (readonly [string, string, string])[] = [
  ['cxx/17/gcc', 'C++17 (GCC)', 'cpp'],
  ['cxx/20/gcc', 'C++20 (GCC)', 'cpp'],
  ['cxx/14/gcc', 'C++14 (GCC)', 'cpp'],
  ['cxx/11/gcc', 'C++11 (GCC)', 'cpp'],
  ['cxx/98/gcc', 'C++98 (GCC)', 'cpp'],
  ['cxx/noi/202107', 'C++ (NOI 2021-07, GCC 9.3)', 'cpp'],
  ['c/99/gcc', 'C99 (GCC)', 'c'],
  ['pascal/fpc', 'Pascal (Free Pascal)', 'pascal objectpascal'],
  ['python3/c', 'Python 3 (CPython)', 'python'],
  ['python3/py', 'Python 3 (PyPy)', 'python'],
  ['rust/rustc', 'Rust (rustc)', 'rust'],
  ['haskell/ghc', 'Haskell (GHC)', 'haskell'],
  ['go', 'Go', 'go'],
  ['php', 'PHP', 'php'],
  ['ruby', 'Ruby', 'ruby'],
  ['js/node/lts', 'JavaScript (Node.js LTS)', 'javascript'],
  ['perl', 'Perl', 'perl'],
  ['java/8', 'Java 8', 'java'],
  ['kotlin/jvm', 'Kotlin (JVM)', 'kotlin'],
  ['scala', 'Scala', 'scala'],
  ['mono_cs', 'C# (Mono)', 'csharp'],
  ['mono_vb', 'Visual Basic (Mono)', 'vb'],
  ['fsharp', 'F#', 'fsharp'],
  ['ocaml', 'OCaml', 'ocaml'],
  ['julia', 'Julia', 'julia'],
];

const languages: readonly SubmissionLanguage[] = languageRows.map(([id, name, editorLanguages]) => ({
  id,
  name,
  ...fileTypesOf(editorLanguages),
}));
