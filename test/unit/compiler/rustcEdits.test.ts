import assert from 'node:assert/strict';
import { told } from './told';

/** Returns the fixes of a help with these lines, as `line:column-end old → new`. */
function offered(...lines: readonly string[]): string[] {
  const rows = lines.map((line) => `${line}\n`).join('');
  return told(`error: x\n --> src.rs:9:1\n  |\nhelp: change it\n  |\n${rows}  |\n`).filter((line) =>
    /^\d/.test(line),
  );
}

describe('fixes of rustc', () => {
  it('replace the words that differ between the old and the new line', () => {
    const changes: readonly [string, string, string][] = [
      ['v.pus(3);', 'v.push(3);', '3-6 pus → push'],
      ['foobar(1);', 'bazbar(1);', '1-7 foobar → bazbar'],
      ['let x = a;', 'let x = b;', '9-10 a → b'],
      ['x', '(x', '1-2 x → (x'],
      ['x', 'x;', '1-2 x → x;'],
      ['f(x y)', 'f(x, y)', '3-4 x → x,'],
      ['f(a a)', 'f(a)', '4-6  a → '],
      ['mut x', 'x', '1-5 mut  → '],
      ['x as u8', 'x', '2-8  as u8 → '],
      ["f('abc')", 'f("abc")', '3-8 \'abc\' → "abc"'],
      ['ab', 'abab', '1-3 ab → abab'],
      ['aa', 'a', '1-3 aa → a'],
      ['a', 'aa', '1-2 a → aa'],
      ['', 'x', '1-1  → x'],
      // columns count characters, and no character is split
      ['"😀" + b', '"😀" + c', '7-8 b → c'],
      ["'😀'", "'😁'", '2-3 😀 → 😁'],
      ["'😀1'", "'😁1'", '2-3 😀 → 😁'],
      ['名a();', '名b();', '1-3 名a → 名b'],
    ];
    for (const [before, after, expected] of changes)
      assert.deepEqual(offered(`9 - ${before}`, `9 + ${after}`), [`9:${expected}`], `${before} → ${after}`);
  });

  it('are found if only additions are marked', () => {
    assert.deepEqual(offered('8 | takes(&mut v);', '  |       ++++'), []);
    assert.deepEqual(offered('8 | takes(&v);', '  |       +'), ['8:6-7 ( → (&']);
    assert.deepEqual(offered('8 | Ok(5)', '  | +++ +'), ['8:1-2 5 → Ok(5)']);
    assert.deepEqual(offered('8 | v.len();', '  |  ++++   '), ['8:1-2 v → v.len']);
  });

  it('are omitted for an impossible line', () => {
    for (const line of ['0', '2147483648'])
      assert.deepEqual(offered(`${line} - a();`, `${line} + b();`), [], line);
    assert.deepEqual(offered('2147483647 - a();', '2147483647 + b();'), ['2147483647:1-2 a → b']);
  });

  it('are omitted if a neighboring blank may have been added', () => {
    assert.deepEqual(offered('8 | let _ = f();', '  | +++++++'), []);
    assert.deepEqual(offered('8 | a  b', '  |   +'), []);
    assert.deepEqual(offered('8 | f( x)', '  |    +'), []);
    assert.deepEqual(offered('8 | f(x )', '  |   +'), []);
  });

  it('require the original line if the replaced text is marked', () => {
    const shown = `error: x
 --> src.rs:9:3
  |
9 | v.pus(3);
  |   ^^^
help: one
  |
9 | v.push(3);
  |   ~~~~
help: two
  |
9 ~ v.put(3);
  |
help: three
  |
9 | v.pop(3);
  |   ^^^ no replacement
help: four
  |
9 - v.pup(3);
  | - ~~~
help: five
  |
8 | w.push(3);
  |   ~~~~
help: six
  |
9 ~ v.pas(3);
  |   ^^^
`;
    assert.deepEqual(
      told(shown).filter((line) => /^\d/.test(line)),
      ['9:3-6 pus → push', '9:3-6 pus → pas'],
    );
  });

  it('may be alternatives', () => {
    assert.deepEqual(offered('9 | f(E::A(5));', '  |   +++++ +', '9 | f(E::B(5));', '  |   +++++ +'), [
      '9:3-4 5 → E::A(5)',
      '9:3-4 5 → E::B(5)',
    ]);
    assert.deepEqual(offered('9 - foo(a);', '9 + bar(a);', '  |', '7 - foo(a);', '7 + baz(a);'), [
      '9:1-4 foo → bar',
      '7:1-4 foo → baz',
    ]);
  });

  it('are omitted if they change several lines or nothing', () => {
    assert.deepEqual(offered('8 - foo(a);', '9 + bar(a);'), []);
    assert.deepEqual(offered('8 - foo(a);', '8 + bar(a);', '9 - foo(a);', '9 + bar(a);'), []);
    assert.deepEqual(offered('9 + use std::collections::HashMap;'), []);
    assert.deepEqual(offered('9 - foo(a);', '9 + foo(a);'), []);
  });

  it('are read from the label of a mark, or remove text', () => {
    assert.deepEqual(
      told(`warning: variable does not need to be mutable
 --> d.rs:5:17
  |
5 |     let 名 = 1; let mut u = 2;
  |                     ----^
  |                     |
  |                     help: remove this \`mut\`

warning: denote infinite loops with \`loop { ... }\`
 --> d.rs:8:5
  |
8 |     while true { break; }
  |     ^^^^^^^^^^ help: use \`loop\`

error: range of several lines
 --> d.rs:8:5
  |
8 |       while true
  |  _____^
9 | |     { break; }
  | |______________^ help: use this: \`loop\`
`),
      [
        'rustc warning d.rs:5:17-18 variable does not need to be mutable «u»',
        '+ d.rs:5:13 remove this `mut`',
        '5:13-17 mut  → ',
        'rustc warning d.rs:8:5-15 denote infinite loops with `loop { ... }` «while true»',
        '+ d.rs:8:5 use `loop`',
        'rustc error d.rs:8:5 range of several lines',
        '+ d.rs:8:- use this: `loop`',
      ],
    );
  });
});

describe('fixes of rustc that a menu can’t show', () => {
  it('are omitted: very long replacements and impossible lines', () => {
    const long = 'x'.repeat(201);
    assert.deepEqual(offered('1 - old', '1 + new'), ['1:1-4 old → new']);
    assert.deepEqual(offered('1 - old', `1 + ${long}`), []);
    assert.deepEqual(offered('0 - old', '0 + new'), []);
  });
});
