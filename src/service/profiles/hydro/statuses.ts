import { statusTable } from '../statuses';

export const hydroStatuses = statusTable(
  [
    [0, 'pending', 'pending', 'Waiting', '等待评测', '…'],
    [1, 'accepted', 'accepted', 'Accepted', '通过', 'AC'],
    [2, 'failed', 'wrongAnswer', 'Wrong Answer', '答案错误', 'WA'],
    [3, 'failed', 'limitExceeded', 'Time Limit Exceeded', '时间超限', 'TLE'],
    [4, 'failed', 'limitExceeded', 'Memory Limit Exceeded', '内存超限', 'MLE'],
    [5, 'failed', 'limitExceeded', 'Output Limit Exceeded', '输出超限', 'OLE'],
    [6, 'failed', 'runtimeError', 'Runtime Error', '运行时错误', 'RE'],
    [7, 'failed', 'compileError', 'Compile Error', '编译错误', 'CE'],
    [8, 'error', 'serviceError', 'System Error', '系统错误', 'SE'],
    // a judging that was canceled, and a case that was not run because another failed
    [9, 'error', 'serviceError', 'Skipped', '已跳过', 'IGN'],
    [10, 'failed', 'wrongAnswer', 'Unknown Error', '未知错误', 'ETC'],
    [11, 'failed', 'wrongAnswer', 'Hacked', '被 Hack', 'HK'],
    [20, 'pending', 'pending', 'Running', '评测中', '…'],
    [21, 'pending', 'pending', 'Compiling', '编译中', '…'],
    [22, 'pending', 'pending', 'Fetched', '已取出', '…'],
    [30, 'error', 'serviceError', 'Ignored', '已忽略', 'IGN'],
    [31, 'error', 'serviceError', 'Format Error', '格式错误', 'FE'],
    [32, 'accepted', 'accepted', 'Hack Successful', 'Hack 成功', 'HS'],
    [33, 'failed', 'wrongAnswer', 'Hack Unsuccessful', 'Hack 失败', 'HF'],
  ],
  [20, 21, 22],
);

/** Hydro's own set of statuses that are no end. */
export function isPendingStatus(status: number): boolean {
  return status === 0 || (status >= 20 && status <= 22);
}

export const RUNTIME_ERROR = 6;

/** A case that was not run, or a subtask that another one's failure made pointless. */
export const SKIPPED = 9;
