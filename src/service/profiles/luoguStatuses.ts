import { statusTable } from './statuses';

/** The status codes of the Luogu Open Platform, which other services that speak the specification may share. */
export const luoguStatuses = statusTable(
  [
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
  ],
  [1],
);
