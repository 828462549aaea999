import assert from 'node:assert/strict';
import {
  findElements,
  parseHtml,
  textIn,
  type HtmlElement,
} from '../../../../../src/judges/adapters/shared/htmlTree';
import { MAX_HTML_DEPTH, MAX_HTML_NODES } from '../../../../../src/judges/adapters/limits';

/** Returns the tree in a short form: `div.a[text p[…]]`. */
function shapeOf(element: HtmlElement): string {
  const children = element.children.map((child) => (typeof child === 'string' ? child : shapeOf(child)));
  const name = [element.name, ...element.classes].join('.');
  return children.length === 0 ? name : `${name}[${children.join(' ')}]`;
}

function parse(html: string): HtmlElement {
  const root = parseHtml(html);
  assert.ok(root);
  return root;
}

function depthOf({ children }: HtmlElement): number {
  const depths = children.map((child) => (typeof child === 'string' ? 0 : depthOf(child)));
  return 1 + Math.max(0, ...depths);
}

describe('The reader of HTML pages', () => {
  const shapes: readonly (readonly [title: string, html: string, shape: string])[] = [
    ['nests elements', '<div><p>a</p>b</div>c', '[div[p[a] b] c]'],
    ['reads classes', `<a class="x  y"><b CLASS='z'><i class=q>`, '[a.x.y[b.z[i.q]]]'],
    ['reads tags in any case', '<DIV>a</Div>b', '[div[a] b]'],
    ['ends inner elements with the outer one', '<div><b>a</div>c', '[div[b[a]] c]'],
    ['ignores an end tag without a start tag', '<p>a</b></tr>c</p>', '[p[a c]]'],
    ['knows elements without an end tag', '<p>a<br>b<img src=x/>c', '[p[a br b img c]]'],
    ['skips comments and declarations', '<!doctype html><!-- <p> -->a<?x?>', '[a]'],
    ['skips scripts and styles', '<script>"<p>"</SCRIPT>a<style>b > c', '[script a style]'],
    ['keeps a “<” that is no tag', 'a < b <3', '[a  <  b  < 3]'],
    ['finds the end of a tag behind a quoted “>”', `<p title="a>b" lang='>'>c`, '[p[c]]'],
    ['ignores an incomplete tag at the end', '<p>a<b class="x', '[p[a]]'],
    [
      'ends a row where the next one begins',
      '<table><tr><td>1<td>2<tr><td>3</table>x',
      '[table[tr[td[1] td[2]] tr[td[3]]] x]',
    ],
    [
      'ends a row with its section',
      '<table><thead><tr><th>1<tbody><tr><td>2<tfoot>',
      '[table[thead[tr[th[1]]] tbody[tr[td[2]]] tfoot]]',
    ],
    ['ends a cell with everything in it', '<tr><td><b><div>1<td>2', '[tr[td[b[div[1]]] td[2]]]'],
    [
      'keeps the row around a table in a cell',
      '<table><tr><td><table><tr><td>1</table>2<td>3</table>',
      '[table[tr[td[table[tr[td[1]]] 2] td[3]]]]',
    ],
    ['ignores the end of a row outside of the table', '<tr><td><table>1</td></tr>2', '[tr[td[table[1 2]]]]'],
    [
      'ignores the end of an element outside of the cell',
      '<div><table><td>1</div>2</table>3',
      '[div[table[td[1 2]] 3]]',
    ],
    [
      'ends a list item where the next one begins',
      '<ul><li>1<div>2<li>3<ul><li>4</ul>5<li>6</ul>',
      '[ul[li[1 div[2]] li[3 ul[li[4]] 5] li[6]]]',
    ],
    ['ends terms and descriptions', '<dl><dt>1<dd>2<p>3<dt>4</dl>', '[dl[dt[1] dd[2 p[3]] dt[4]]]'],
    [
      'ends a paragraph at a block',
      '<p>1<b>2<p>3<pre>4</pre><p>5<span>6</span><div>7',
      '[p[1 b[2]] p[3] pre[4] p[5 span[6]] div[7]]',
    ],
    ['keeps a paragraph around a button', '<p>1<button>2</button>3', '[p[1 button[2] 3]]'],
    [
      'ends only paragraphs of the same cell',
      '<table><td><p>1<table><td><p>2<p>3',
      '[table[td[p[1] table[td[p[2] p[3]]]]]]',
    ],
    [
      'ends options',
      '<select><optgroup><option>1<option>2<optgroup><option>3</select>4',
      '[select[optgroup[option[1] option[2]] optgroup[option[3]]] 4]',
    ],
  ];
  for (const [title, html, shape] of shapes) {
    it(title, () => assert.equal(shapeOf(parse(html)), shape));
  }

  it('decodes entities in texts only, and never twice', () => {
    const root = parse('<p>&lt;b&gt; &amp;lt; &#34;&#x27;&nbsp;&unknown; &#0;&#xD800;</p>');
    assert.equal(textIn(root), '<b> &lt; "\' &unknown; &#0;&#xD800;');
  });

  it('finds elements in the order of the page, and none inside of another one', () => {
    const root = parse('<p class="a">1<b class="a">2</b></p><div><i class="a">3</i></div>');
    const found = findElements(root, ({ classes }) => classes.includes('a'));
    assert.deepEqual(found.map(textIn), ['12', '3']);
  });

  it('limits the depth', () => {
    const count = 5_000;
    const root = parse(`${'<div>'.repeat(count)}x${'</div>'.repeat(count)}`);
    assert.equal(depthOf(root), 1 + MAX_HTML_DEPTH);
    assert.equal(textIn(root), 'x');
  });

  it('reads no page with too many elements', () => {
    assert.equal(parseHtml('<b>'.repeat(MAX_HTML_NODES + 1)), null);
    assert.equal(parseHtml('<'.repeat(MAX_HTML_NODES + 1)), null);
  });
});
