import { statusTable } from './statuses';

export const judge0Statuses = statusTable(
  [
    [1, 'pending', 'pending', 'In Queue', '排队中', '…'],
    [2, 'pending', 'pending', 'Processing', '处理中', '…'],
    [3, 'accepted', 'accepted', 'Accepted', '通过', 'AC'],
    [4, 'failed', 'wrongAnswer', 'Wrong Answer', '答案错误', 'WA'],
    [5, 'failed', 'limitExceeded', 'Time Limit Exceeded', '超出时间限制', 'TLE'],
    [6, 'failed', 'compileError', 'Compilation Error', '编译错误', 'CE'],
    [7, 'failed', 'runtimeError', 'Runtime Error (SIGSEGV)', '运行错误（SIGSEGV）', 'RE'],
    [8, 'failed', 'runtimeError', 'Runtime Error (SIGXFSZ)', '运行错误（SIGXFSZ）', 'RE'],
    [9, 'failed', 'runtimeError', 'Runtime Error (SIGFPE)', '运行错误（SIGFPE）', 'RE'],
    [10, 'failed', 'runtimeError', 'Runtime Error (SIGABRT)', '运行错误（SIGABRT）', 'RE'],
    [11, 'failed', 'runtimeError', 'Runtime Error (NZEC)', '运行错误（NZEC）', 'RE'],
    [12, 'failed', 'runtimeError', 'Runtime Error (Other)', '运行错误（其他）', 'RE'],
    [13, 'error', 'serviceError', 'Internal Error', '内部错误', 'IE'],
    [14, 'error', 'serviceError', 'Exec Format Error', '可执行文件格式错误', 'EFE'],
  ],
  [2],
);
