import assert from 'node:assert/strict';
import { pageHtml } from '../../../../src/editor/shared/pageHtml';

const html = pageHtml({
  script: 'https://w/panel.js',
  style: 'https://w/panel.css',
  source: 'https://*.w',
  nonce: 'abc',
  language: 'zh-cn',
  title: '<script>&"x"\'',
});

describe('The record page’s HTML', () => {
  it('allows only its own styles and its only script', () => {
    const [, policy] = /content="(default-src[^"]*)"/.exec(html) ?? [];
    assert.equal(
      policy?.replaceAll('&#39;', "'"),
      "default-src 'none'; script-src 'nonce-abc'; style-src https://*.w; base-uri 'none'; form-action 'none'",
    );
  });

  it('has one script, with the nonce', () => {
    assert.deepEqual(html.match(/<script[^>]*>/g), ['<script nonce="abc" src="https://w/panel.js">']);
  });

  it('escapes all inserted text', () => {
    assert.match(html, /<title>&#60;script&#62;&#38;&#34;x&#34;&#39;<\/title>/);
  });

  it('declares its language', () => {
    assert.match(html, /<html lang="zh-cn">/);
  });
});
