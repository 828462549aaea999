/**
 * Data of each judge for the documents, in the order of their tables. `npm run docs` writes the tables and lists of
 * `judgeTables.ts` from this file.
 */
import type { JudgeTypeName } from '../../src/judges';

/** A text that is the same in all languages, or English and Chinese. */
export type Text = string | { readonly en: string; readonly chinese: string };

/** Optional features. Absent: the judge doesn't have it. */
interface Features {
  readonly severalFiles?: string;
  readonly problemSearch?: string;
  readonly statement?: string;
  readonly ownInput?: string;
  /** one request for all pending results */
  readonly batch?: string;
  readonly push?: string;
  readonly callback?: string;
  readonly points?: string;
}

/** A judge in the comparison of all judges. */
export interface ComparedJudge {
  readonly name: string;
  /** path below `docs` */
  readonly page: string;
  /** absent: it isn't described in the settings */
  readonly type?: JudgeTypeName;
  readonly submit: Text;
  readonly follow: Text;
  readonly runSamples: Text;
  /** absent: it isn't compared, because it depends on the description */
  readonly features?: Features;
  /** the list of submissions to a problem, and whether it has their code */
  readonly listed?: { readonly submissions: string; readonly code: string };
}

/** A judge in the tables of the READMEs. */
export interface PresentedJudge extends ComparedJudge {
  readonly chineseName?: string;
  /** absent: as `page` */
  readonly chinesePage?: string;
  readonly signIn: Text;
  /** what to enter when it is added; absent: nothing, or the judge isn't a site */
  readonly enter?: Text;
  readonly tests: Text;
  readonly compilerOutput: Text;
}

const yes = '✓';
const no = '–';
const userAndPassword = { en: 'User name and password', chinese: '用户名和密码' };
const allWithSubtasks = { en: 'All, with subtasks', chinese: '全部，含子任务' };
const apiToken = { en: 'API token', chinese: 'API 令牌' };
const onCompileErrors = { en: 'On compile errors', chinese: '编译错误时' };
const teamAccount = { en: 'Team account', chinese: '队伍账号' };
const asContestAllows = { en: 'As the contest allows', chinese: '取决于比赛设置' };
const allWithGroups = { en: 'All, with groups', chinese: '全部，含分组' };
const yourSamples = { en: 'Your samples, with output', chinese: '你的样例，含输出' };

/** The judges of the READMEs. */
export const presentedJudges: readonly PresentedJudge[] = [
  {
    name: 'Hydro',
    page: 'judges/hydro.md',
    chinesePage: 'zh-cn/hydro.md',
    signIn: userAndPassword,
    enter: {
      en: 'The URL of any page of your school’s site, then your user name and password. The password isn’t saved.',
      chinese: '学校 OJ 任意一页的网址，然后是用户名和密码（密码不保存，只保存登录会话）',
    },
    submit: yes,
    follow: yes,
    runSamples: yes,
    tests: allWithSubtasks,
    compilerOutput: yes,
    type: 'hydro',
    features: { problemSearch: yes, statement: yes, ownInput: yes, batch: yes, push: yes },
    listed: { submissions: 'All, page by page', code: yes },
  },
  {
    name: 'Codeforces',
    page: 'judges/codeforces.md',
    chinesePage: 'zh-cn/codeforces.md',
    signIn: { en: 'Handle (API key optional)', chinese: '用户名（API 密钥可选）' },
    enter: {
      en: 'Your handle. For private contests and groups, also an API key from `https://codeforces.com/settings/api`.',
      chinese: '用户名。要看私有比赛和小组，再填 `https://codeforces.com/settings/api` 里生成的 API 密钥',
    },
    submit: { en: 'In browser', chinese: '浏览器' },
    follow: yes,
    runSamples: no,
    tests: { en: 'Number of the first failed test', chinese: '首个未通过测试点的编号' },
    compilerOutput: no,
    type: 'codeforces',
    features: { batch: yes },
    listed: { submissions: 'All in the contest of its ID', code: 'With an API key' },
  },
  {
    name: 'DMOJ',
    page: 'judges/dmoj.md',
    signIn: apiToken,
    enter: {
      en: 'The API token from your **Edit profile** page (`https://dmoj.ca/edit/profile/`).',
      chinese: '个人资料编辑页（`https://dmoj.ca/edit/profile/`）里的 API 令牌',
    },
    submit: yes,
    follow: yes,
    runSamples: no,
    tests: { en: 'All, with batches', chinese: '全部，含捆绑测试' },
    compilerOutput: no,
    type: 'dmoj',
    features: { batch: yes },
    listed: { submissions: 'All, page by page', code: yes },
  },
  {
    name: 'Kattis',
    page: 'judges/kattis.md',
    signIn: { en: '`.kattisrc` file', chinese: '`.kattisrc` 文件' },
    enter: {
      en: 'The `.kattisrc` file from `https://open.kattis.com/download/kattisrc`, or the same page of your site.',
      chinese:
        '从 `https://open.kattis.com/download/kattisrc`（或你所用 Kattis 站点的同一页面）下载的 `.kattisrc`',
    },
    submit: yes,
    follow: no,
    runSamples: no,
    tests: { en: 'Verdict of each test', chinese: '每个测试点的状态' },
    compilerOutput: onCompileErrors,
    type: 'kattis',
    features: { severalFiles: yes },
    listed: { submissions: 'Not listed by the API', code: no },
  },
  {
    name: 'DOMjudge',
    page: 'judges/domjudge.md',
    signIn: teamAccount,
    enter: {
      en: 'The URL of any page of the site, then the user name and password of your team.',
      chinese: '任意页面的网址，然后是队伍的用户名和密码',
    },
    submit: yes,
    follow: yes,
    runSamples: no,
    tests: { en: 'Only for jury accounts', chinese: '仅裁判账号可见' },
    compilerOutput: yes,
    type: 'clics',
    features: { severalFiles: yes, problemSearch: yes, statement: yes, batch: yes },
    listed: { submissions: 'All of your team in the contest', code: no },
  },
  {
    name: 'PC²',
    page: 'judges/domjudge.md',
    signIn: teamAccount,
    enter: {
      en: 'The URL of the contest API, then the user name and password of your team.',
      chinese: '比赛 API 的网址，然后是队伍的用户名和密码',
    },
    submit: yes,
    follow: yes,
    runSamples: no,
    tests: { en: 'All', chinese: '全部' },
    compilerOutput: no,
    type: 'clics',
    features: { severalFiles: yes, problemSearch: yes, statement: yes, batch: yes },
    listed: { submissions: 'All of your team in the contest', code: no },
  },
  {
    name: 'ejudge',
    page: 'judges/ejudge.md',
    signIn: apiToken,
    enter: {
      en: 'The URL of the contest from your browser, and a token from the contest’s page “API keys”.',
      chinese: '浏览器里的比赛网址，以及比赛的 API keys 页面上的令牌（token）',
    },
    submit: yes,
    follow: yes,
    runSamples: no,
    tests: asContestAllows,
    compilerOutput: yes,
    type: 'ejudge',
    features: { problemSearch: yes, statement: yes, batch: yes },
    listed: { submissions: 'All in the contest', code: 'If the contest allows downloads' },
  },
  {
    name: 'CMS',
    page: 'judges/cms.md',
    signIn: userAndPassword,
    enter: {
      en: 'The URL of a page of the contest, then your user name and password.',
      chinese: '比赛任意一页的网址，然后是用户名和密码',
    },
    submit: yes,
    follow: yes,
    runSamples: no,
    tests: asContestAllows,
    compilerOutput: yes,
    type: 'cms',
    features: { severalFiles: yes, problemSearch: yes },
    listed: { submissions: 'All to a task, page by page', code: 'If the contest allows downloads' },
  },
  {
    name: 'Yandex Contest',
    page: 'judges/yandex-contest.md',
    signIn: { en: 'OAuth token', chinese: 'OAuth 令牌' },
    enter: {
      en: 'The URL of the contest from your browser, and an [OAuth token](docs/judges/yandex-contest.md#sign-in).',
      chinese: '浏览器里的比赛网址，以及 [OAuth 令牌](docs/judges/yandex-contest.md#sign-in)',
    },
    submit: yes,
    follow: { en: 'Managers only', chinese: '仅管理者' },
    runSamples: no,
    tests: asContestAllows,
    compilerOutput: yes,
    type: 'yandex-contest',
    features: { problemSearch: yes, batch: yes },
    listed: { submissions: 'If you manage the contest, page by page', code: yes },
  },
  {
    name: 'Eolymp',
    page: 'judges/eolymp.md',
    signIn: { en: 'Access key', chinese: '访问密钥' },
    enter: {
      en: 'An [access key](docs/judges/eolymp.md#sign-in).',
      chinese: '[访问密钥](docs/judges/eolymp.md#sign-in)（英文）',
    },
    submit: yes,
    follow: yes,
    runSamples: no,
    tests: allWithGroups,
    compilerOutput: yes,
    type: 'eolymp',
    features: { problemSearch: yes, batch: yes, push: yes },
    listed: { submissions: 'All in the archive or contest, page by page', code: yes },
  },
  {
    name: 'omegaUp',
    page: 'judges/omegaup.md',
    signIn: apiToken,
    enter: {
      en: 'An API token from your profile.',
      chinese: '个人资料页（`https://omegaup.com/profile/`）里的 API 令牌',
    },
    submit: yes,
    follow: yes,
    runSamples: no,
    tests: allWithGroups,
    compilerOutput: onCompileErrors,
    type: 'omegaup',
    features: { problemSearch: 'In contests', statement: yes, batch: yes },
    listed: { submissions: 'All that omegaUp lists', code: yes },
  },
  {
    name: 'CSES',
    page: 'judges/cses.md',
    signIn: { en: 'Confirm in the browser', chinese: '在浏览器中确认' },
    enter: { en: 'Nothing. Confirm the sign-in in your browser.', chinese: '无，在浏览器中确认登录即可' },
    submit: yes,
    follow: no,
    runSamples: no,
    tests: allWithGroups,
    compilerOutput: yes,
    type: 'cses',
    features: { problemSearch: yes, statement: yes },
    listed: { submissions: 'All', code: no },
  },
  {
    name: 'Judge0',
    page: 'judges/judge0.md',
    signIn: { en: 'Token, if the server requires one', chinese: '令牌（服务器要求时）' },
    enter: {
      en: 'The URL of the server, and a token if it requires one.',
      chinese: '服务器的网址；服务器要求时还有令牌',
    },
    submit: no,
    follow: no,
    runSamples: yes,
    tests: yourSamples,
    compilerOutput: yes,
    type: 'judge0',
    features: { severalFiles: yes },
    listed: { submissions: 'They have no problems', code: no },
  },
  {
    name: 'This Computer',
    chineseName: '本机',
    page: 'judges/local.md',
    signIn: { en: 'Nothing', chinese: '无' },
    submit: no,
    follow: no,
    runSamples: yes,
    tests: yourSamples,
    compilerOutput: yes,
    features: { ownInput: yes },
    listed: { submissions: 'They have no problems', code: no },
  },
  {
    name: 'Luogu Open Platform',
    chineseName: '洛谷开放平台',
    page: 'judges/luogu.md',
    chinesePage: 'zh-cn/luogu.md',
    signIn: { en: 'Open Platform token (paid)', chinese: '开放平台令牌（付费）' },
    enter: {
      en: 'The OpenApp token from the console of the Open Platform, in the form `user:password`. The platform is already in the list.',
      chinese: '开放平台控制台里的 OpenApp 令牌，格式为 `user:password`',
    },
    submit: yes,
    follow: no,
    runSamples: no,
    tests: allWithSubtasks,
    compilerOutput: yes,
    type: 'luogu',
    features: { push: yes, callback: yes, points: yes },
    listed: { submissions: 'Not listed by the API', code: no },
  },
  {
    name: 'Another judge with a JSON API',
    chineseName: '自建 OJ（JSON API）',
    page: 'custom-judges.md',
    signIn: { en: 'Depends on the judge', chinese: '取决于平台' },
    submit: yes,
    follow: yes,
    runSamples: no,
    tests: { en: 'Depends on the API', chinese: '取决于接口' },
    compilerOutput: yes,
  },
];

/** The types of judges with which users describe an API. */
export const describedJudges: readonly ComparedJudge[] = [
  {
    name: 'JSON API',
    page: 'custom-judges.md#type-json',
    type: 'json',
    submit: yes,
    follow: yes,
    runSamples: no,
    features: { batch: yes, push: yes },
    listed: {
      submissions: 'If you describe `recent.problemPath`, or `recent.path` with `{problem}`',
      code: 'If you describe `code`',
    },
  },
  {
    name: 'Luogu-compatible API',
    page: 'custom-judges.md#type-judge',
    type: 'judge',
    submit: yes,
    follow: no,
    runSamples: no,
    features: { push: yes, callback: yes },
    listed: { submissions: 'Not listed by the API', code: no },
  },
];

/** These come first in Chinese. */
export const chineseFirst: readonly string[] = [
  'Hydro',
  'Codeforces',
  'DMOJ',
  'This Computer',
  'Luogu Open Platform',
];
