import { pipeline, Transform } from 'node:stream';
import zlib from 'node:zlib';
import { UnknownEncoding, type Fetch, type FetchResponse } from './fetch';

/**
 * node-fetch, loaded on first use. Uses Node's own http and https without an agent, so that VS Code's proxies and
 * certificates apply. Decompresses bodies here, because node-fetch accepts a truncated compressed body as complete.
 */
export const nodeFetch: Fetch = async (url, init) => {
  const { default: fetch } = await import('node-fetch');
  const { status, headers, body } = await fetch(url, {
    ...init,
    headers: { ...init.headers, 'Accept-Encoding': 'gzip, br' },
    compress: false,
  });
  return { status, headers, body: body && decompressed(body, headers.get('content-encoding')) };
};

function decompressed(body: NodeJS.ReadableStream, encoding: string | null): FetchResponse['body'] {
  const decoder = decoderOf(encoding);
  // `pipeline` destroys both streams on an error; the reader sees the error
  return decoder ? pipeline(body, decoder, () => undefined) : body;
}

function decoderOf(encoding: string | null): Transform | null {
  const name = encoding?.trim().toLowerCase() ?? '';
  switch (name) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return new Transform({ transform: (_chunk, _encoding, done) => done(new UnknownEncoding(name)) });
  }
}
