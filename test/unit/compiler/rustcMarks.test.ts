import assert from 'node:assert/strict';
import { told } from './told';

// Most of these were printed by rustc 1.95.
describe('marks of rustc below the source', () => {
  it('may share a line with other marks and labels', () => {
    assert.deepEqual(
      told(`error[E0597]: \`zz\` does not live long enough
 --> src.rs:4:30
  |
4 |     let r; { let zz = 5; r = &zz; /* a long comment */ /*        and now far to the right         */ } println!("{}", r);
  |                  --          ^^^                                                                     -                - borrow later used here
  |                  |           |                                                                       |
  |                  |           borrowed value does not live long enough                                \`zz\` dropped here while still borrowed
  |                  binding \`zz\` declared here

error[E0308]: mismatched types
 --> src.rs:7:69
  |
7 | fn b() { /*       */ /*                                          */ 1 }
  |       - help: try adding a return type: \`-> i32\`                    ^ expected \`()\`, found integer
`),
      [
        'rustc error src.rs:4:30-33 [E0597] `zz` does not live long enough\nborrowed value does not live long enough «&zz»',
        '+ src.rs:4:18 binding `zz` declared here',
        '+ src.rs:4:102 `zz` dropped here while still borrowed',
        '+ src.rs:4:119 borrow later used here',
        'rustc error src.rs:7:69-70 [E0308] mismatched types\nexpected `()`, found integer «1»',
        '+ src.rs:7:7 try adding a return type: `-> i32`',
        '7:7-8   → -> i32 ',
      ],
    );
  });

  it('may have labels that contain marks and blanks', () => {
    assert.deepEqual(
      told(`error: x
 --> src.rs:4:5
  |
4 |     a - b
  |     ^ - the left  of \`a  -b\` ^ here
`),
      ['rustc error src.rs:4:5-6 x «a»', '+ src.rs:4:7 the left  of `a  -b` ^ here'],
    );
  });

  it('are counted from the beginning of a shortened line', () => {
    assert.deepEqual(
      told(`error[E0502]: cannot borrow \`vv\` as mutable because it is also borrowed as immutable
 --> src.rs:6:93
  |
6 | ...t = &vv[0]; /*                                         */ vv.push(1); /*                          */ println!("{}", first);
  |         -- immutable borrow occurs here                      ^^^^^^^^^^ mutable borrow occurs here                     ----- immutable borrow later used here

error[E0308]: mismatched types
 --> src.rs:3:42
  |
3 | ...aaaaaaa = 1; let e: String = "q"; let unused = 5;
  |                        ------   ^^^ expected \`String\`, found \`&str\`
  |                        |
  |                        expected due to this
  |
help: try using a conversion method
  |
3 |     let aaaaaaaaaaaaa = 1; let e: String = "q".to_string(); let unused = 5;
  |                                               ++++++++++++

warning: unused variable: \`unused\`
 --> src.rs:3:51
  |
3 | ...aaaaaaa = 1; let e: &str = "q"; let unused = 5;
  |                                        ^^^^^^ help: if this is intentional, prefix it with an underscore: \`_unused\`
`),
      [
        'rustc error src.rs:6:93-103 [E0502] cannot borrow `vv` as mutable because it is also borrowed as immutable\nmutable borrow occurs here «vv.push(1)»',
        '+ src.rs:6:40 immutable borrow occurs here',
        '+ src.rs:6:151 immutable borrow later used here',
        'rustc error src.rs:3:42-45 [E0308] mismatched types\nexpected `String`, found `&str` «"q"»',
        '+ src.rs:3:33 expected due to this',
        '+ -:-:- try using a conversion method',
        '3:46-47 " → ".to_string()',
        'rustc warning src.rs:3:51-57 unused variable: `unused` «unused»',
        '+ src.rs:3:51 if this is intentional, prefix it with an underscore: `_unused`',
        '3:51-57 unused → _unused',
      ],
    );
  });

  it('are located next to bars, wide characters, and tabs printed as blanks', () => {
    assert.deepEqual(
      told(`error[E0308]: \`if\` and \`else\` have incompatible types
 --> i.rs:5:3
  |
2 |       let x = if c {
  |  _____________-
3 | |         "中😀".to_string()
  | |         ------------------ expected because of this
4 | |     } else {
5 | |         "q"
  | |         ^^^ expected \`String\`, found \`&str\`
6 | |     };
  | |_____- \`if\` and \`else\` have incompatible types
  |
help: try using a conversion method
  |
5 |         "q".to_string()
  |            ++++++++++++

error[E0308]: \`match\` arms have incompatible types
  --> i.rs:9:9
   |
 7 | /     match 3u8 {
 8 | |         0..=9 => 1,
   | |                  - this is found to be of type \`{integer}\`
 9 | |         10 => "中😀a",
   | |               ^^^^^^^ expected integer, found \`&str\`
10 | |         _ => 2,
11 | |     };
   | |_____- \`match\` arms have incompatible types

error[E0308]: mismatched types
  --> e.rs:11:50
   |
11 |     let p: std::path::PathBuf = "x/😀"; let q: i64 = "é中😀".len();
   |                                                ---   ^^^^^^^^^^^^^ expected \`i64\`, found \`usize\`
   |                                                |
   |                                                expected due to this
   |
help: you can convert a \`usize\` to an \`i64\` and panic if the converted value doesn't fit
   |
11 |     let p: std::path::PathBuf = "x/😀"; let q: i64 = "é中😀".len().try_into().unwrap();
   |                                                                   ++++++++++++++++++++
`),
      [
        'rustc error i.rs:5:3-6 [E0308] `if` and `else` have incompatible types\nexpected `String`, found `&str` «"q"»',
        // the number of tabs in another line isn't known
        '+ i.rs:3:- expected because of this',
        '+ i.rs:2:- `if` and `else` have incompatible types',
        '+ -:-:- try using a conversion method',
        '5:5-6 " → ".to_string()',
        'rustc error i.rs:9:9-14 [E0308] `match` arms have incompatible types\nexpected integer, found `&str` «"中😀a"»',
        '+ i.rs:8:- this is found to be of type `{integer}`',
        '+ i.rs:7:- `match` arms have incompatible types',
        'rustc error e.rs:11:50-61 [E0308] mismatched types\nexpected `i64`, found `usize` «"é中😀".len()»',
        '+ e.rs:11:44 expected due to this',
        "+ -:-:- you can convert a `usize` to an `i64` and panic if the converted value doesn't fit",
        '11:60-61 ) → ).try_into().unwrap()',
      ],
    );
  });

  it('are selected by the printed column', () => {
    assert.deepEqual(
      told(`warning: unused imports: \`HashMap\` and \`HashSet\`
 --> d.rs:1:33
  |
1 | use std::collections::{HashMap, HashSet};
  |                        ^^^^^^^  ^^^^^^^ the second

error[E0369]: cannot add \`{integer}\` to \`&str\`
  --> b.rs:13:8
   |
12 |       let q = "a
   |  _____________-
13 | |     b" + 1;
   | |      - ^ - {integer}
   | |______|
   |        &str
`),
      [
        'rustc warning d.rs:1:33-40 unused imports: `HashMap` and `HashSet`\nthe second «HashSet»',
        'rustc error b.rs:13:8-9 [E0369] cannot add `{integer}` to `&str` «+»',
        '+ b.rs:13:6 &str',
        '+ b.rs:13:10 {integer}',
      ],
    );
  });

  it('may be covered by the marks of a part', () => {
    assert.deepEqual(
      told(`error: the whole call
 --> src.rs:4:9
  |
4 |     b = foo(bar, 1) - 2;
  |         ^^^^---^^^^ -
  |         |   |       |
  |         |   |       another
  |         |   a part
  |         outer
error: the whole vector
 --> src.rs:5:9
  |
5 |     b = vec![a; 3];
  |         -----^^^^^
  |         |
  |         a part at the front
error: the method alone
 --> src.rs:6:7
  |
6 |      .foo(1);
  |      -^^^ not found
error: what it is called on
 --> src.rs:7:5
  |
7 |     c(1);
  |     ^--- argument #2 is missing
error: at the margin
 --> src.rs:8:1
  |
8 | c(1);
  | -^^^
`),
      [
        'rustc error src.rs:4:9-20 the whole call\nouter «foo(bar, 1)»',
        '+ src.rs:4:13 a part',
        '+ src.rs:4:21 another',
        'rustc error src.rs:5:9-19 the whole vector «vec![a; 3]»',
        '+ src.rs:5:9 a part at the front',
        'rustc error src.rs:6:7-10 the method alone\nnot found «foo»',
        'rustc error src.rs:7:5-6 what it is called on «c»',
        '+ src.rs:7:6 argument #2 is missing',
        'rustc error src.rs:8:1-5 at the margin «c(1)»',
      ],
    );
  });

  it('provide the text of a note before the labels of its source', () => {
    assert.deepEqual(
      told(`error[E0382]: use of moved value: \`s\`
  --> e.rs:22:64
   |
22 |     ow(s);
   |        ^ value used here after move
   |
note: consider changing this parameter type in function \`ow\`
  --> e.rs:20:10
   |
20 | fn ow(s: String) {}
   |    --    ^^^^^^ this parameter takes ownership of the value
   |    |
   |    in this function
help: the following other types implement trait \`SliceIndex<T>\`
  --> /rustc/59807616/library/core/src/slice/index.rs:214:0
   |
   = note: \`usize\` implements \`SliceIndex<[T]>\`
  --> /rustc/59807616/library/core/src/bstr/traits.rs:197:12

error[E0624]: method \`len\` is private
 --> e.rs:8:76
  |
8 |     o.len();
  |       ^^^ private method
  |
 --> /rustc/59807616/library/core/src/option.rs:810:4
  |
  = note: private method defined here
`),
      [
        'rustc error e.rs:22:64-65 [E0382] use of moved value: `s`\nvalue used here after move «s»',
        '+ e.rs:20:10 consider changing this parameter type in function `ow`\nthis parameter takes ownership of the value',
        '+ /rustc/59807616/library/core/src/slice/index.rs:214:- the following other types implement trait `SliceIndex<T>`',
        '+ /rustc/59807616/library/core/src/bstr/traits.rs:197:12 `usize` implements `SliceIndex<[T]>`',
        'rustc error e.rs:8:76-79 [E0624] method `len` is private\nprivate method «len»',
        '+ -:-:- private method defined here',
      ],
    );
  });

  it('are ignored in a damaged message without source or column', () => {
    assert.deepEqual(told('error: x\n --> src.rs:4:5\n  |\n  |     ^^^ nothing above\n'), [
      'rustc error src.rs:4:5 x',
    ]);
    assert.deepEqual(told('error: x\n --> src.rs:4:0\n  |\n4 | abc\n  | ^^^\n'), [
      'rustc error src.rs:4:- x',
    ]);
  });
});
