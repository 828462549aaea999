import assert from 'node:assert/strict';
import { codeforces } from '../../../../src/judges/adapters/codeforces';
import { dmoj } from '../../../../src/judges/adapters/dmoj';
import { ejudge } from '../../../../src/judges/adapters/ejudge';
import { eolymp } from '../../../../src/judges/adapters/eolymp';
import { hydro } from '../../../../src/judges/adapters/hydro';
import { judge0 } from '../../../../src/judges/adapters/judge0';
import { yandexContest } from '../../../../src/judges/adapters/yandexContest';
import type { JudgeType } from '../../../../src/judges/adapters/judgeType';

/** All codes of a table: name in both languages, short name, kind, style, and special traits. */
const codes: readonly (readonly [JudgeType, string])[] = [
  [
    hydro,
    `0 | Waiting | 等待评测 | … | pending pending
     1 | Accepted | 通过 | AC | accepted accepted
     2 | Wrong Answer | 答案错误 | WA | failed wrongAnswer
     3 | Time Limit Exceeded | 时间超限 | TLE | failed limitExceeded
     4 | Memory Limit Exceeded | 内存超限 | MLE | failed limitExceeded
     5 | Output Limit Exceeded | 输出超限 | OLE | failed limitExceeded
     6 | Runtime Error | 运行时错误 | RE | failed runtimeError
     7 | Compile Error | 编译错误 | CE | failed compileError
     8 | System Error | 系统错误 | SE | error serviceError
     9 | Skipped | 已跳过 | IGN | error pending notRun
     10 | Unknown Error | 未知错误 | ETC | failed wrongAnswer
     11 | Hacked | 被 Hack | HK | failed wrongAnswer
     20 | Running | 评测中 | … | pending pending running
     21 | Compiling | 编译中 | … | pending pending running
     22 | Fetched | 已取出 | … | pending pending running
     30 | Ignored | 已忽略 | IGN | error pending notRun
     31 | Format Error | 格式错误 | FE | error serviceError
     32 | Hack Successful | Hack 成功 | HS | accepted accepted
     33 | Hack Unsuccessful | Hack 失败 | HF | failed wrongAnswer
     NEAR | Nearly Right | 接近正确 | NEAR | error pending inReview`,
  ],
  [
    judge0,
    `1 | In Queue | 排队中 | … | pending pending
     2 | Processing | 处理中 | … | pending pending running
     3 | Accepted | 通过 | AC | accepted accepted
     4 | Wrong Answer | 答案错误 | WA | failed wrongAnswer
     5 | Time Limit Exceeded | 超出时间限制 | TLE | failed limitExceeded
     6 | Compilation Error | 编译错误 | CE | failed compileError
     7 | Runtime Error (SIGSEGV) | 运行错误（SIGSEGV） | RE | failed runtimeError
     8 | Runtime Error (SIGXFSZ) | 运行错误（SIGXFSZ） | RE | failed runtimeError
     9 | Runtime Error (SIGFPE) | 运行错误（SIGFPE） | RE | failed runtimeError
     10 | Runtime Error (SIGABRT) | 运行错误（SIGABRT） | RE | failed runtimeError
     11 | Runtime Error (NZEC) | 运行错误（NZEC） | RE | failed runtimeError
     12 | Runtime Error (Other) | 运行错误（其他） | RE | failed runtimeError
     13 | Internal Error | 内部错误 | IE | error serviceError
     14 | Exec Format Error | 可执行文件格式错误 | EFE | error serviceError`,
  ],
  [
    dmoj,
    `QU | Queued | 排队中 | … | pending pending
     P | Processing | 处理中 | … | pending pending running
     G | Grading | 评测中 | … | pending pending running
     AC | Accepted | 通过 | AC | accepted accepted
     PARTIAL | Partially Accepted | 部分通过 | PART | partial wrongAnswer
     PRETEST | Accepted for Testing | 已接受，待测试 | REVIEW | error pending inReview
     WA | Wrong Answer | 答案错误 | WA | failed wrongAnswer
     IR | Invalid Return | 返回值错误 | IR | failed runtimeError
     RTE | Runtime Error | 运行错误 | RTE | failed runtimeError
     TLE | Time Limit Exceeded | 超出时间限制 | TLE | failed limitExceeded
     MLE | Memory Limit Exceeded | 超出内存限制 | MLE | failed limitExceeded
     OLE | Output Limit Exceeded | 超出输出限制 | OLE | failed limitExceeded
     CE | Compile Error | 编译错误 | CE | failed compileError
     SC | Not Run | 未运行 | SC | error pending notRun
     AB | Aborted | 已中止 | AB | error pending notRun
     IE | Internal Error | 内部错误 | IE | error serviceError`,
  ],
  [
    codeforces,
    `SUBMITTED | In queue | 排队中 | … | pending pending
     TESTING | Testing | 评测中 | … | pending pending running
     OK | Accepted | 通过 | AC | accepted accepted
     PRETESTS_PASSED | Pretests Passed | 预测试通过 | PP | accepted accepted
     PARTIAL | Partial | 部分通过 | PART | partial wrongAnswer
     COMPILATION_ERROR | Compilation Error | 编译错误 | CE | failed compileError
     RUNTIME_ERROR | Runtime Error | 运行错误 | RE | failed runtimeError
     WRONG_ANSWER | Wrong Answer | 答案错误 | WA | failed wrongAnswer
     PRESENTATION_ERROR | Presentation Error | 格式错误 | PE | failed wrongAnswer
     TIME_LIMIT_EXCEEDED | Time Limit Exceeded | 超出时间限制 | TLE | failed limitExceeded
     MEMORY_LIMIT_EXCEEDED | Memory Limit Exceeded | 超出内存限制 | MLE | failed limitExceeded
     IDLENESS_LIMIT_EXCEEDED | Idleness Limit Exceeded | 超出空闲限制 | ILE | failed limitExceeded
     SECURITY_VIOLATED | Security Violated | 违反安全规则 | SV | failed runtimeError
     CRASHED | Crashed | 评测机崩溃 | CRASH | error serviceError
     INPUT_PREPARATION_CRASHED | Input Preparation Crashed | 输入准备失败 | IPC | error serviceError
     CHALLENGED | Hacked | 被 Hack | HK | failed wrongAnswer
     SKIPPED | Skipped | 已跳过 | SKIP | error serviceError
     REJECTED | Rejected | 被拒绝 | REJ | failed wrongAnswer
     FAILED | Judgement Failed | 评测失败 | FAIL | error serviceError`,
  ],
  [
    ejudge,
    `0 | Accepted | 通过 | AC | accepted accepted
     1 | Compile Error | 编译错误 | CE | failed compileError
     2 | Runtime Error | 运行错误 | RTE | failed runtimeError
     3 | Time Limit Exceeded | 超出时间限制 | TLE | failed limitExceeded
     4 | Presentation Error | 格式错误 | PE | failed wrongAnswer
     5 | Wrong Answer | 答案错误 | WA | failed wrongAnswer
     6 | Check Failed | 检查失败 | JE | error serviceError
     7 | Partially Accepted | 部分通过 | PART | partial wrongAnswer
     8 | Accepted for Testing | 已接受，待测试 | REVIEW | error pending inReview
     9 | Ignored | 已忽略 | IGN | error pending notRun
     10 | Disqualified | 已取消资格 | DQ | failed wrongAnswer
     11 | Pending Check | 等待检查 | … | pending pending suspended
     12 | Memory Limit Exceeded | 超出内存限制 | MLE | failed limitExceeded
     13 | Security Violation | 违反安全规则 | SV | failed runtimeError
     14 | Coding Style Violation | 代码风格不符 | CE | failed compileError
     15 | Wall Time Limit Exceeded | 超出实际时间限制 | TLE | failed limitExceeded
     16 | Pending Review | 待审核 | REVIEW | error pending inReview
     17 | Rejected | 被拒绝 | REJ | failed wrongAnswer
     18 | Not Run | 未运行 | SKIP | error pending notRun
     19 | Synchronization Error | 同步错误 | JE | error serviceError
     23 | Summoned for Defense | 待答辩 | REVIEW | error pending inReview
     95 | Full Rejudge | 全部重测 | … | pending pending
     96 | Running | 运行中 | … | pending pending running
     97 | Compiled | 已编译 | … | pending pending running
     98 | Compiling | 编译中 | … | pending pending running
     99 | Available | 等待评测 | … | pending pending`,
  ],
  [
    yandexContest,
    `TESTING | Testing | 评测中 | … | pending pending running
     OK | Accepted | 通过 | AC | accepted accepted
     AcceptedForTesting | Accepted for Testing | 已接受，待测试 | AFT | accepted accepted
     WrongAnswer | Wrong Answer | 答案错误 | WA | failed wrongAnswer
     PresentationError | Presentation Error | 格式错误 | PE | failed wrongAnswer
     TimeLimitExceeded | Time Limit Exceeded | 超出时间限制 | TLE | failed limitExceeded
     MemoryLimitExceeded | Memory Limit Exceeded | 超出内存限制 | MLE | failed limitExceeded
     OutputLimitExceeded | Output Limit Exceeded | 超出输出限制 | OLE | failed limitExceeded
     IdlenessLimitExceeded | Idleness Limit Exceeded | 超出空闲限制 | ILE | failed limitExceeded
     RuntimeError | Runtime Error | 运行错误 | RE | failed runtimeError
     SecurityViolation | Security Violation | 违反安全规则 | SV | failed runtimeError
     CompilationError | Compile Error | 编译错误 | CE | failed compileError
     PrecompileCheckFailed | Precompile Check Failed | 预编译检查失败 | CE | failed compileError
     Ignored | Ignored | 已忽略 | IGN | error pending notRun
     ManualInspection | Manual Inspection | 人工检查 | REVIEW | error pending inReview
     HIDDEN | Verdict Hidden | 结果已隐藏 | HIDDEN | error pending inReview
     Crash | Crash | 评测机崩溃 | CRASH | error serviceError
     FAILED | Testing Failed | 评测失败 | FAIL | error serviceError`,
  ],
  [
    eolymp,
    `ACCEPTED | Accepted | 通过 | AC | accepted accepted
     WRONG_ANSWER | Wrong Answer | 答案错误 | WA | failed wrongAnswer
     TIME_LIMIT_EXCEEDED | Time Limit Exceeded | 超出时间限制 | TLE | failed limitExceeded
     MEMORY_OVERFLOW | Memory Limit Exceeded | 超出内存限制 | MLE | failed limitExceeded
     RUNTIME_ERROR | Runtime Error | 运行错误 | RTE | failed runtimeError
     FAILURE | Judge Error | 评测错误 | JE | error serviceError
     SKIPPED | Not Run | 未运行 | SKIP | error pending notRun
     COMPILATION_ERROR | Compile Error | 编译错误 | CE | failed compileError
     PARTIAL | Partially Accepted | 部分通过 | PART | partial wrongAnswer
     NONE | Queued | 排队中 | … | pending pending
     PENDING | Pending | 等待中 | … | pending pending
     PROVISIONING | Provisioning | 准备环境 | … | pending pending
     INITIALIZING | Initializing | 初始化 | … | pending pending running
     TESTING | Testing | 评测中 | … | pending pending running
     COMPLETE | Judged | 已评测 | DONE | error pending inReview
     ERROR | Error | 出错 | RTE | failed runtimeError
     TIMEOUT | Testing Timed Out | 测试超时 | TLE | failed limitExceeded
     CPU_EXHAUSTED | CPU Time Limit Exceeded | 超出 CPU 时间限制 | TLE | failed limitExceeded
     BLOCKED | Blocked | 因依赖未通过而未运行 | SKIP | error pending notRun`,
  ],
];

describe('A judge’s status codes', () => {
  for (const [{ rules }, expected] of codes) {
    it(`match the expected table of names, kinds, and styles: ${rules?.profile}`, () => {
      const rows = Object.values(rules?.statuses ?? {}).map((status) => {
        const { code, name, chineseName, short, kind, style, running, suspended, noVerdict = '' } = status;
        const traits = [running ? 'running' : '', suspended ? 'suspended' : '', noVerdict];
        const meaning = [kind, style, ...traits].filter((word) => word !== '').join(' ');
        return [code, name, chineseName, short, meaning].join(' | ');
      });
      assert.deepEqual(
        rows.sort(),
        expected
          .split('\n')
          .map((row) => row.trim())
          .sort(),
      );
    });

    it(`are complete, so that an unknown code is final: ${rules?.profile}`, () => {
      assert.deepEqual([rules?.unknownStatusIsFinal, rules?.compileFailureIsFinal], [true, true]);
    });
  }

  it('can change after they are final, except at Judge0', () => {
    assert.deepEqual(
      codes.map(([{ rules }]) => [rules?.profile, rules?.canRejudge ?? false]),
      [
        ['hydro', true],
        ['judge0', false],
        ['dmoj', true],
        ['codeforces', true],
        ['ejudge', true],
        ['yandex-contest', true],
        ['eolymp', true],
      ],
    );
  });

  it('are in ms, KiB, and points, except at Judge0, which has no points', () => {
    for (const [{ rules }] of codes) {
      const score = rules?.profile === 'judge0' ? null : 'points';
      assert.deepEqual(rules?.units, { time: 'ms', memory: 'KiB', score }, rules?.profile);
    }
  });
});
