import assert from 'node:assert/strict';
import { withoutForeignPictures } from '../../../../src/editor/problemPages/statementPictures';

const judge = 'https://judge.example/oj';
const clean = (markdown: string): string =>
  withoutForeignPictures(markdown, judge, (host) => `Picture on ${host}`);

describe('withoutForeignPictures', () => {
  it('keeps pictures of the judge, and everything that is not a picture', () => {
    for (const text of [
      '![a](https://judge.example/p/1/file/a.png?type=additional_file)',
      '![a](https://judge.example/a.png "title") and ![](data:image/png;base64,AAAA)',
      '<img src="https://judge.example/a.png" alt="a" width="300">',
      '$1 \\le i<n$, a<b and c>d, `vector<int> a;`\n#include <bits/stdc++.h>\n#include <iostream>',
      '<p style="text-align: center">x<sup>2</sup></p><https://other.example/a>[x](https://other.example/a.png)',
      'Hello! [link](https://other.example/)',
    ])
      assert.equal(clean(text), text);
  });

  it('replaces other pictures by links', () => {
    const other = 'https://other.example/a.png';
    assert.equal(clean(`![](${other})`), `&#8203;[Picture on other.example](${other})`);
    assert.equal(clean(`!![Fig 1](${other} "t")`), `!&#8203;[Fig 1](${other} "t")`);
    assert.equal(clean(`![a][1]\n\n[1]: ${other}`), `&#8203;[a][1]\n\n[1]: ${other}`);
    assert.equal(
      clean(`<img width=3 src='${other}' onerror="x">`),
      `<a href="${other}">Picture on other.example</a>`,
    );
  });

  it('recognizes other hosts in every form', () => {
    for (const address of [
      '//other.example/a',
      'http://judge.example/a',
      'https:\\\\other.example/a',
      'https&#58;//other.example/a',
      'https&colon;//other.example/a',
      '&#x2f;/other.example/a',
      '/\\other.example/a',
      'https://judge.example@other.example/a',
      'https://judge.example.other.example/a',
    ]) {
      assert.doesNotMatch(clean(`![a](${address})`), /!\[/, address);
      assert.doesNotMatch(clean(`![a](<${address}>)`), /!\[/, address);
      assert.doesNotMatch(clean(`<img src="${address}">`), /<img/, address);
    }
  });

  it('leaves no element that loads something else', () => {
    const other = 'https://other.example/a';
    for (const text of [
      `<video src="${other}"></video>`,
      `<svg><image href="${other}"/></svg>`,
      `<link rel=stylesheet href="${other}">`,
      `<style>@import "${other}";</style>`,
      `<p style="background: url(${other})">`,
      `<p style="background: u\\72l(${other})">`,
      `<p style="background: &#117;rl(${other})">`,
      `<td background="${other}">`,
      `<a title=">" style="background:url(${other})">`,
      `<img\nalt=">" src="${other}">`,
      `<IMG SRCSET="${other} 2x" src="https://judge.example/a">`,
      `<img/src="${other}">`,
      `<img src="${other}"`,
      `<picture><source srcset="${other}"></picture>`,
    ])
      assert.doesNotMatch(
        clean(text),
        /<(?:video|svg|image|link|style|picture|source)|<img(?! src="https:\/\/judge\.example\/a")|<[a-z]+ [^>]*(?:style|background|srcset)/i,
        text,
      );
  });

  it('takes linear time', () => {
    for (const text of ['<a "', '![', '![a](', '<img src=', '<', '&#', '![a](<', '<!-', '<a b="'])
      clean(text.repeat(1_000_000 / text.length));
  });
});
