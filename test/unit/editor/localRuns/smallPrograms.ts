// 30 programs in 8 languages.

/** A program, and what it writes for an input. */
export interface SmallProgram {
  /** what is special about it */
  readonly what: string;
  readonly fileName: string;
  readonly code: string;
  readonly input: string | Uint8Array;
  /** what it writes to its standard output, or to a file instead */
  readonly output: string | Uint8Array;
  /** other files in its folder */
  readonly others?: Readonly<Record<string, string>>;
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const numbers = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 100_003);
const sum = numbers.reduce((total, number) => total + number, 0);
const manyNumbers = `${numbers.length}\n${numbers.join(' ')}\n`;

/** The answer to a sample in an encoding that isn't UTF-8: 答案 in GBK. */
const gbk = Uint8Array.of(0xb4, 0xf0, 0xb0, 0xb8, 0x0a);

/** Small programs that read their input in the ways that are usual in contests. */
export const programs: readonly SmallProgram[] = [
  {
    what: 'reads numbers with streams',
    fileName: 'streams.cpp',
    code: lines(
      '#include <iostream>',
      'int main() { std::ios::sync_with_stdio(false); int n; long long s = 0, x; std::cin >> n;',
      '  while (n--) { std::cin >> x; s += x; } std::cout << s << std::endl; }',
    ),
    input: manyNumbers,
    output: `${sum}\n`,
  },
  {
    what: 'maps its input into memory',
    fileName: 'mapped.cpp',
    code: lines(
      '#include <cstdio>',
      '#include <sys/mman.h>',
      '#include <sys/stat.h>',
      'int main() { struct stat s; fstat(0, &s);',
      '  auto p = static_cast<char *>(mmap(nullptr, s.st_size, PROT_READ, MAP_PRIVATE, 0, 0));',
      '  int n = 0; for (long i = 0; i < s.st_size; i++) n += p[i] == \'a\'; printf("%d\\n", n); }',
    ),
    input: 'banana\n',
    output: '3\n',
  },
  {
    what: 'opens files instead of the standard input and output',
    fileName: 'sum.cpp',
    code: lines(
      '#include <cstdio>',
      'int main() { freopen("sum.in", "r", stdin); freopen("sum.out", "w", stdout);',
      '  int a, b; scanf("%d%d", &a, &b); printf("%d\\n", a + b); }',
    ),
    input: '20 22\n',
    output: '42\n',
  },
  {
    what: 'reads lines until the end of the input',
    fileName: 'lines.cpp',
    code: lines(
      '#include <iostream>',
      '#include <string>',
      'int main() { std::string s; while (std::getline(std::cin, s)) std::cout << s.size() << "\\n"; }',
    ),
    input: 'one\r\nthree\r\nno end',
    output: '3\n5\n6\n',
  },
  {
    what: 'writes notes to its error output',
    fileName: 'notes.cpp',
    code: lines(
      '#include <cstdio>',
      'int main() { int n; while (scanf("%d", &n) == 1) { fprintf(stderr, "n = %d\\n", n); printf("%d ", n * n); } puts(""); }',
    ),
    input: '1 2 3 4\n',
    output: '1 4 9 16 \n',
  },
  {
    what: 'includes a header of its folder',
    fileName: 'header.cpp',
    code: lines(
      '#include <cstdio>',
      '#include "half.h"',
      'int main() { int n; scanf("%d", &n); printf("%d\\n", half(n)); }',
    ),
    others: { 'half.h': 'inline int half(int n) { return n / 2; }\n' },
    input: '9\n',
    output: '4\n',
  },
  {
    what: 'reads all input at once',
    fileName: 'once.c',
    code: lines(
      '#include <stdio.h>',
      '#include <unistd.h>',
      'static char text[1 << 20];',
      'int main(void) { long size = read(0, text, sizeof text); printf("%ld\\n", size); return 0; }',
    ),
    input: manyNumbers,
    output: `${manyNumbers.length}\n`,
  },
  {
    what: 'reads characters',
    fileName: 'characters.c',
    code: lines(
      '#include <stdio.h>',
      "int main(void) { int c; while ((c = getchar()) != EOF) putchar(c >= 'a' && c <= 'z' ? c - 32 : c); return 0; }",
    ),
    input: 'Hello, ünïcode\n',
    output: 'HELLO, üNïCODE\n',
  },
  {
    what: 'copies bytes that aren’t UTF-8',
    fileName: 'bytes.c',
    code: lines(
      '#include <stdio.h>',
      'int main(void) { for (int c; (c = getchar()) != EOF;) putchar(c); return 0; }',
    ),
    input: gbk,
    output: gbk,
  },
  {
    what: 'computes with a library',
    fileName: 'root.c',
    code: lines(
      '#include <math.h>',
      '#include <stdio.h>',
      'int main(void) { double x; while (scanf("%lf", &x) == 1) printf("%.3f\\n", sqrt(x)); return 0; }',
    ),
    input: '2 3 4\n',
    output: '1.414\n1.732\n2.000\n',
  },
  {
    what: 'calls input()',
    fileName: 'input.py',
    code: lines('n = int(input())', 'print(sum(map(int, input().split())) % 1000 + n)'),
    input: manyNumbers,
    output: `${(sum % 1000) + numbers.length}\n`,
  },
  {
    what: 'reads as many bytes as the input has',
    fileName: 'fstat.py',
    code: lines('import os', 'print(len(os.read(0, os.fstat(0).st_size)))'),
    input: 'some text\n',
    output: '10\n',
  },
  {
    what: 'imports a module of its folder',
    fileName: 'imports.py',
    code: lines('import sys', 'from twice import twice', 'for line in sys.stdin: print(twice(line.strip()))'),
    others: { 'twice.py': 'def twice(text): return text + text\n' },
    input: 'ab\nc\n',
    output: 'abab\ncc\n',
  },
  {
    what: 'reads and writes files',
    fileName: 'files.py',
    code: lines(
      'with open("input.txt") as given, open("output.txt", "w") as result:',
      '    result.write(str(max(map(int, given.read().split()))) + "\\n")',
    ),
    input: '3 9 4\n',
    output: '9\n',
  },
  {
    what: 'recurses deeply',
    fileName: 'deep.py',
    code: lines(
      'import sys',
      'sys.setrecursionlimit(10**6)',
      'def f(n): return 0 if n == 0 else 1 + f(n - 1)',
      'print(f(int(input())))',
    ),
    input: '20000\n',
    output: '20000\n',
  },
  {
    what: 'reads with a Scanner',
    fileName: 'Scan.java',
    code: lines(
      'import java.util.*;',
      'public class Scan { public static void main(String[] args) { Scanner s = new Scanner(System.in);',
      '  int n = s.nextInt(); TreeSet<Integer> all = new TreeSet<>(); while (n-- > 0) all.add(s.nextInt()); System.out.println(all); } }',
    ),
    input: '4\n3 1 2 3\n',
    output: '[1, 2, 3]\n',
  },
  {
    what: 'isn’t named after its class',
    fileName: 'a.java',
    code: lines(
      'import java.io.*;',
      'class Solution { public static void main(String[] args) throws IOException {',
      '  BufferedReader in = new BufferedReader(new InputStreamReader(System.in)); String line;',
      '  while ((line = in.readLine()) != null) System.out.println(new StringBuilder(line).reverse()); } }',
    ),
    input: 'abc\nxyz\n',
    output: 'cba\nzyx\n',
  },
  {
    what: 'prints letters beyond ASCII',
    fileName: 'Letters.java',
    code: lines(
      'import java.io.*;',
      'public class Letters { public static void main(String[] args) throws IOException {',
      '  System.out.println(new String(System.in.readAllBytes(), "UTF-8").trim().toUpperCase()); } }',
    ),
    input: 'привет 你好\n',
    output: 'ПРИВЕТ 你好\n',
  },
  {
    what: 'reads lines',
    fileName: 'lines.rs',
    code: lines(
      'use std::io::{self, BufRead};',
      'fn main() { for line in io::stdin().lock().lines() {',
      '    let total: i64 = line.unwrap().split_whitespace().map(|x| x.parse::<i64>().unwrap()).sum(); println!("{}", total); } }',
    ),
    input: '1 2\n3 4 5\n',
    output: '3\n12\n',
  },
  {
    what: 'reads everything to a string',
    fileName: 'all.rs',
    code: lines(
      'use std::io::{self, Read};',
      'fn main() { let mut s = String::new(); io::stdin().read_to_string(&mut s).unwrap();',
      '    let words: Vec<&str> = s.split_whitespace().rev().collect(); println!("{}", words.join(" ")); }',
    ),
    input: 'to be or not\n',
    output: 'not or be to\n',
  },
  {
    what: 'ends with an exit code',
    fileName: 'code.rs',
    code: lines('fn main() { println!("done"); std::process::exit(0) }'),
    input: '',
    output: 'done\n',
  },
  {
    what: 'reads file 0',
    fileName: 'zero.js',
    code: lines(
      "const all = require('fs').readFileSync(0, 'utf8').trim().split(/\\s+/).map(Number);",
      'console.log(all.slice(1).reduce((a, b) => a + b, 0));',
    ),
    input: manyNumbers,
    output: `${sum}\n`,
  },
  {
    what: 'reads /dev/stdin',
    fileName: 'device.js',
    code: lines("console.log(require('fs').readFileSync('/dev/stdin', 'utf8').length);"),
    input: '12345\n',
    output: '6\n',
  },
  {
    what: 'reads lines as events',
    fileName: 'events.js',
    code: lines(
      "const rl = require('readline').createInterface({ input: process.stdin });",
      'let count = 0;',
      "rl.on('line', () => count++).on('close', () => console.log(count));",
    ),
    input: 'a\nb\nc',
    output: '3\n',
  },
  {
    what: 'is an ES module of its folder',
    fileName: 'module.mjs',
    code: lines(
      "import { readFileSync } from 'node:fs';",
      "console.log(readFileSync(0, 'utf8').trim().toUpperCase());",
    ),
    input: 'text\n',
    output: 'TEXT\n',
  },
  {
    what: 'has types',
    fileName: 'types.ts',
    code: lines(
      "import * as fs from 'fs';",
      "const [a, b]: number[] = fs.readFileSync(0, 'utf8').split(' ').map(Number);",
      'console.log((a ?? 0) * (b ?? 0));',
    ),
    input: '6 7\n',
    output: '42\n',
  },
  {
    what: 'has an enum and a class',
    fileName: 'enum.ts',
    code: lines(
      "import * as fs from 'fs';",
      'enum Kind { Odd = 1, Even = 0 }',
      'class Counter { private readonly seen = new Map<Kind, number>();',
      '  add(n: number): void { const kind: Kind = n % 2; this.seen.set(kind, (this.seen.get(kind) ?? 0) + 1); }',
      '  get text(): string { return `${this.seen.get(Kind.Odd)} ${this.seen.get(Kind.Even)}`; } }',
      'const counter = new Counter();',
      "for (const word of fs.readFileSync(0, 'utf8').trim().split(' ')) counter.add(Number(word));",
      'console.log(counter.text);',
    ),
    input: '1 2 3 5\n',
    output: '3 1\n',
  },
  {
    what: 'reads numbers lazily',
    fileName: 'lazy.hs',
    code: lines(
      'main :: IO ()',
      'main = interact $ \\s -> show (sum (map read (words s)) :: Integer) ++ "\\n"',
    ),
    input: '10 20 12\n',
    output: '42\n',
  },
  {
    what: 'reads lines with actions',
    fileName: 'actions.hs',
    code: lines(
      'import Control.Monad (replicateM)',
      'main :: IO ()',
      'main = do',
      '  n <- readLn :: IO Int',
      '  rows <- replicateM n getLine',
      '  mapM_ (putStrLn . reverse) rows',
    ),
    input: '2\nab\ncd\n',
    output: 'ba\ndc\n',
  },
  {
    what: 'writes to a file besides its output',
    fileName: 'trace.py',
    code: lines('n = int(input())', 'open("trace.log", "w").write("x" * n)', 'print(n)'),
    input: '5\n',
    output: '5\n',
  },
];
