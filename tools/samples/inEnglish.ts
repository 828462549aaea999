/** Translations of the comments in the sample programs, and of the only identifier that isn't English. */
const words: readonly (readonly [string, string])[] = [
  [
    'P1001 A+B Problem：读入两个整数，输出它们的和',
    'P1001 A+B Problem: reads two integers and prints their sum',
  ],
  ['P1115 最大子段和', 'P1115 Maximum Subarray Sum'],
  ['P1177 【模板】排序', 'P1177 Sorting'],
  ['P1216 数字三角形', 'P1216 Number Triangles'],
  [
    '输出超限：i 是无符号数，永远不会小于 0，循环停不下来',
    'Output limit exceeded: i is unsigned and never below 0, so the loop never ends',
  ],
  ['每个字符出现的次数', 'how often each character occurs'],
  ['下标是 char，编译器会给出警告', 'the subscript is a char: the compiler warns'],
  ['答案未使用', 'unused'],
  ['声明了但没有用到的变量', 'declared but never used'],
  [
    '编译失败：忘了声明变量，还少了一个分号',
    'Compile error: a variable is not declared, and a semicolon is missing',
  ],
  ['以当前位置结尾', 'ends here'],
  [
    '错误：最大值从 0 开始，如果所有的数都是负数，答案就错了',
    'Wrong answer: the maximum starts at 0, which is wrong if all numbers are negative',
  ],
  [
    '段错误：把数插入二叉搜索树时，忘了树可能还是空的',
    'Segmentation fault: inserting into the binary search tree fails while it is empty',
  ],
  [
    '超时：冒泡排序是 O(n²) 的，n 很大时跑不完',
    'Time limit exceeded: bubble sort is O(n²), too slow for large n',
  ],
  [
    '返回值不是 0：答案是对的，但是 main 返回了行数',
    'Runtime error: the answer is right, but main returns the number of rows',
  ],
  [
    '超内存：把到达每一行的所有路径都存了下来，每多一行就多一倍',
    'Memory limit exceeded: stores every path, twice as many for each row',
  ],
];

/** Returns a sample program with English comments. */
export function inEnglish(program: string): string {
  return words.reduce((text, [chinese, english]) => text.replaceAll(chinese, english), program);
}
