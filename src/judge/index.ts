/** The service's language: everything that can be said about a result without asking anybody. */
export * from './known';
export {
  fitsWithin,
  isObject,
  jsonIn,
  readJson,
  type DecodeNotice,
  type Expectation,
  type Misread,
  type Reader,
} from './reader';
export { decodeEnvelope, type DecodedEnvelope } from './decode';
export { encodeEnvelope } from './model';
export { decodeServiceError } from './serviceError';
