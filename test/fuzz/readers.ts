import '../unit/support/vscodeWords';
import { diagnosticsOf, printedPositions } from '../../src/editor/diagnostics/compilerOutput';
import { printedFiles } from '../../src/editor/diagnostics/fileDiagnostics';
import { runtimeErrorsIn } from '../../src/editor/diagnostics/runtimeErrors';
import { SearchableText } from '../../src/editor/diagnostics/currentPositions';
import { readLink } from '../../src/editor/integrations/uriHandler';
import { readsCrashes } from '../../src/compiler';
import { decodeErrorBody, jsonIn } from '../../src/results';
import { outputsOf } from '../../src/results/caseTexts';
import { checkShared, readRequest, readSharedQuery, readSharedText } from '../../src/judges';
import { displayAddress, parseJudgeUrl, pastedUrl, pathBelow } from '../../src/judges/address';
import { networkFailure } from '../../src/judges/http/networkError';
import { readDetails } from '../../src/judges/adapters/cms/details';
import { codeforces } from '../../src/judges/adapters/codeforces';
import { dmoj } from '../../src/judges/adapters/dmoj';
import { judge } from '../../src/judges/adapters/specification';
import { sessionIn } from '../../src/judges/adapters/hydro/signIn';
import { judge0 } from '../../src/judges/adapters/judge0';
import { Redaction } from '../../src/judges/signIn/redaction';
import { retryAfterMs } from '../../src/judges/requestFailed';
import { described, hydroSite, luogu } from '../support/profiles';
import { casesOf } from '../unit/compiler/cases';
import type { Read } from './growth';
import { clean } from './texts';

/** A function that reads text of a judge, a compiler, or a user. */
export interface TextReader {
  readonly name: string;
  /** texts that it recognizes; they are truncated anywhere */
  readonly samples: readonly string[];
  readonly read: Read;
}

/** Toolchains without a fixture. */
const others: Readonly<Record<string, readonly string[]>> = {
  fsharp: ['/tmp/a.fs(3,5): error FS0001: x\n\n/tmp/a.fs(4,5): warning FS0020: y'],
  vbnc: ['/tmp/a.vb (3,5) : error VBNC30451: x\n'],
  vbc: ['/tmp/a.vb(3) : error BC30451: x\n\n    y = 1\n    ~\n'],
  julia: [
    'ERROR: LoadError: syntax: x\nStacktrace:\n [1] f at ./a.jl:3\n [2] @ Main a.jl:4 [inlined]\nin expression starting at a.jl:3\n',
    'ERROR: LoadError: ParseError:\n# Error @ a.jl:3:4\nx = (1\n#  └── ── Expected `)`\n',
  ],
  scala3: [
    '-- [E007] Type Mismatch Error: a.scala:3:4 -----\n3 |  val x: Int = ""\n  |               ^^\n  |  x\n',
  ],
  short: ['a.rs:3:4: error[E0425]: x\n       more\na.rs:4:5: warning: y\n'],
  other: ['a.xyz:3:4: x\na.xyz:4: y\n'],
  lua: [
    "lua: error loading module 'm' from file './m.lua':\n\t./m.lua:3: x\nstack traceback:\n\t[C]: in ?\n",
  ],
  python: ['Sorry: IndentationError: x (a.py, line 3)\n'],
  tsc: ['a.ts:3:4 - error TS2304: x\n\n3 let y = x\n          ~\n\n  a.ts:4:5 - z\n    4 w\n'],
};

function compileReaders(): TextReader[] {
  const samples = new Map(Object.entries(others));
  for (const { toolchain, message } of casesOf())
    samples.set(toolchain, [...(samples.get(toolchain) ?? []), message]);
  return [...samples].map(([toolchain, own]) => ({
    name: `messages of ${toolchain}`,
    samples: own,
    read: readMessage,
  }));
}

/** Reads everything from compiler output. */
function readMessage(message: string): void {
  const diagnostics = diagnosticsOf({ success: false, message, opt2: null });
  printedPositions(message.split('\n'), diagnostics);
  printedFiles(diagnostics);
  const text = new SearchableText(message);
  for (const one of diagnostics.slice(0, 20)) text.shiftOf(one);
}

const url = 'https://oj.example.org/a';
const judges = [
  luogu,
  hydroSite(url),
  described(judge, 'test', { url }),
  described(judge0, 'test', { url }),
  described(dmoj, 'test', { url }),
  described(codeforces, 'test', { handle: 'alice' }),
];

/** Reads the clipboard, which may contain text of any page. Doesn’t rely on the limit of `readRequest`. */
function readId(text: string): void {
  readRequest(text, luogu, judges);
  for (const { problemIdIn, looksLikeRequestId, pages } of judges) {
    pages?.readAddress?.(text);
    problemIdIn?.(text);
    looksLikeRequestId?.(text);
    pages?.problem?.({ problemId: text.toWellFormed(), place: null });
  }
}

function readAddress(text: string): void {
  parseJudgeUrl(text);
  displayAddress(text);
  pastedUrl(text);
  pathBelow(url, text);
  readLink('/fetch', text);
  for (const read of [readSharedQuery(text), readSharedText(text)]) if (read.ok) checkShared(read.shared);
  checkShared({ name: text, entry: { type: 'hydro', url: text } });
}

const stderrLength = 12_000;
const unmeasured = { status: 12, score: 0, time: 0, memory: 0, signal: 0, exitCode: 0 };

/** Uses several cases, because only the end of a single text is read. */
function readStderr(text: string): void {
  const parts = Array.from({ length: Math.ceil(text.length / stderrLength) }, (_, at) =>
    text.slice(at * stderrLength, (at + 1) * stderrLength),
  );
  const cases = parts.map((stderr, id) => ({
    ...unmeasured,
    status: 7,
    id,
    description: null,
    extra: { stderr },
  }));
  const judged = { ...unmeasured, id: 1, subtasks: [{ ...unmeasured, id: 1, cases }] };
  const data = { compile: null, judge: judged };
  runtimeErrorsIn({ type: 'judge', requestId: 'r', trackId: null, data }, luogu.rules);
}

const credential = 'user:p&ss\\wørd';
const redaction = new Redaction();
redaction.add(credential);

function redact(text: string): void {
  redaction.text(text);
  redaction.json(text);
  redaction.json(JSON.stringify([text]));
  redaction.value([text]);
}

const now = Date.parse('2026-11-21T12:00:00Z');
const ok = { status: 200, contentType: 'application/json', text: '{"url":"/"}' };

/** Reads headers of a response, and errors of the network. */
function readHeaders(text: string): void {
  retryAfterMs(text, text, now);
  sessionIn({ ...ok, cookies: text });
  for (const code of [undefined, 'ENOTFOUND', 'ECONNREFUSED', 'EPROTO'])
    networkFailure(Object.assign(new Error(text), { code }), {
      url: new URL(url),
      elapsed: 0,
      answered: false,
    });
}

function readError(text: string): void {
  decodeErrorBody(400, jsonIn(text) ?? text);
  decodeErrorBody(403, { errorCode: text, errorType: text, errorMessage: text });
}

export const textReaders: readonly TextReader[] = [
  ...compileReaders(),
  {
    name: 'standard error',
    samples: casesOf()
      .filter(({ toolchain }) => readsCrashes(toolchain))
      .map(({ message }) => message),
    read: readStderr,
  },
  {
    name: 'pages with the details of a submission',
    samples: [
      '<div class="score_details"><div class="subtask correct"><div class="subtask-head"><span class="title">1</span>',
      '<span class="score">(12.5 / 30)</span></div><table class="testcase-list"><thead><tr><th class="idx">#</th>',
      '<tr class=\'notcorrect\'><td class=idx>1</td><td class="details">a &lt; b &#34;</td></tr></table></div>',
      '<td class="execution-time">&gt; 1.000 s</td><td class="memory-used">12.3 MiB</td><br/><b a=b c>',
      '<h4>Standard error</h4>\n<pre>a.cpp:1:2: error: x</pre><!-- x --><script>"</pre>"</script><!doctype html>',
    ],
    read: (text) => void readDetails(text, text.slice(0, 8)),
  },
  {
    name: 'IDs',
    samples: [
      ...[`${url}/judge/result?id=abc`, `${url}/record/0123456789abcdef01234567`, 'id=abc', 'R123'],
      ...['https://www.luogu.com.cn/record/123', `${url}/d/x/record/0?tid=1`, `${url}/submissions/abcdefgh`],
      ...[
        'https://codeforces.com/contest/1520/submission/116',
        `${url}/api/v2/submission/1`,
        'AT_abc001_a',
        'CF1A',
      ],
    ],
    read: readId,
  },
  {
    name: 'URLs',
    samples: [
      `${url}/judge/result?id=1#x`,
      'http://user:p@[::1]:1/a/../b',
      'www.a.org',
      'id=a&file=b/c&service=d',
    ],
    read: readAddress,
  },
  {
    name: 'repeated credentials',
    samples: [
      ...[credential, encodeURIComponent(credential), btoa('user:p&ss'), JSON.stringify([credential])],
      ...['\\u0070\\u0026ss', 'p\\u0026ss', '&amp;', '"a":"p&ss', '\\\\\\"'],
    ],
    read: redact,
  },
  {
    name: 'displayed texts',
    samples: ['\x1b[31mred\x1b[0m', '[a](b:c)', '1. - `a`', '<a>'],
    read: clean,
  },
  {
    name: 'descriptions of cases',
    samples: [
      ...[
        'Read 1, expect 2.',
        "expected '1', found '2'",
        'Expected 1, found 2',
        'Wrong Answer. On line 1 column 6',
      ],
    ],
    read: (description) => outputsOf({ description }),
  },
  {
    name: 'response headers and network errors',
    samples: [
      ...[
        'sid=abcdefgh; path=/, sid.sig=x',
        'Sat, 21 Nov 2026 12:00:00 GMT',
        '30',
        'getaddrinfo ENOTFOUND a.org',
      ],
      ...[
        'connect ECONNREFUSED 127.0.0.1:1',
        'x:SSL routines:y:wrong version number:z',
        'x, reason: y http://a/b',
      ],
    ],
    read: readHeaders,
  },
  {
    name: 'errors of a judge',
    samples: ['{"errorCode":400,"errorType":"App\\\\X","errorMessage":"x","errorData":{"fields":[]}}'],
    read: readError,
  },
];
