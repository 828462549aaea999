import assert from 'node:assert/strict';
import { refusalOf } from '../../../../src/editor/companion/companionRequest';

const chrome = {
  host: 'localhost:10042',
  origin: 'chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl',
  'content-type': 'application/json',
  'sec-fetch-mode': 'cors',
};

interface Sent {
  readonly title: string;
  readonly status: number | null;
  readonly method?: string;
  readonly url?: string;
  /** added to those of Chrome; undefined: removed */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

const table: readonly Sent[] = [
  { title: 'Competitive Companion in Chrome', status: null },
  { title: 'Competitive Companion in Firefox 85 and later', status: null, headers: { origin: 'null' } },
  {
    title: 'Competitive Companion in old versions of Firefox',
    status: null,
    headers: { origin: 'moz-extension://0a1b2c' },
  },
  {
    title: 'Competitive Companion in Safari',
    status: null,
    headers: { origin: 'safari-web-extension://0A1B2C' },
  },
  {
    title: 'a program on this computer',
    status: null,
    headers: { origin: undefined, 'sec-fetch-mode': undefined },
  },
  { title: 'the address of IPv4', status: null, headers: { host: '127.0.0.1:10042' } },
  { title: 'the address of IPv6', status: null, headers: { host: '[::1]:10042' } },
  { title: 'a charset', status: null, headers: { 'content-type': 'application/json; charset=utf-8' } },
  { title: 'an unknown length', status: null, headers: { 'content-length': undefined } },
  { title: 'a form of a web page', status: 403, headers: { origin: 'https://evil.example' } },
  {
    title: 'a page of the local network',
    status: 403,
    headers: { origin: 'http://localhost:8080' },
  },
  {
    title: 'a page that only looks like an extension',
    status: 403,
    headers: { origin: 'https://x-extension' },
  },
  {
    title: 'a page without an origin, without CORS',
    status: 403,
    headers: { origin: 'null', 'sec-fetch-mode': 'no-cors' },
  },
  {
    title: 'a form without an origin',
    status: 403,
    headers: { origin: 'null', 'sec-fetch-mode': 'navigate' },
  },
  { title: 'a name that resolves to this computer', status: 403, headers: { host: 'evil.example:10042' } },
  { title: 'another port in the name', status: 403, headers: { host: 'localhost:80' } },
  { title: 'no port in the name', status: 403, headers: { host: 'localhost' } },
  { title: 'no host', status: 403, headers: { host: undefined } },
  { title: 'a host with user information', status: 403, headers: { host: 'a@localhost:10042' } },
  { title: 'another path', status: 404, url: '/problem' },
  { title: 'the question before a request of another page', status: 405, method: 'OPTIONS' },
  { title: 'a page that is opened', status: 405, method: 'GET' },
  { title: 'the text of a beacon', status: 415, headers: { 'content-type': 'text/plain' } },
  { title: 'a compressed body', status: 415, headers: { 'content-encoding': 'gzip' } },
  { title: 'a body that is too long', status: 413, headers: { 'content-length': '5000' } },
];

describe('A request with a problem', () => {
  for (const { title, status, method = 'POST', url = '/', headers } of table) {
    it(`is ${status === null ? 'accepted' : `refused with ${status}`}: ${title}`, () => {
      const sent = { method, url, headers: { ...chrome, ...headers } };
      assert.equal(refusalOf(sent, 10_042, 4096)?.status ?? null, status);
    });
  }
});
