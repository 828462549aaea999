import { pipeline, Transform } from 'node:stream';
import zlib from 'node:zlib';
import { UnknownEncoding, type Fetch, type FetchResponse } from './fetch';

/**
 * node-fetch, loaded when first used. It goes through Node's own http and https, where the editor puts in proxies
 * and certificates: no agent is handed in here. A compressed body is read here, because node-fetch takes one that was
 * cut off for a whole one.
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
  // what goes wrong with either ends both, and is thrown to who reads
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
