import assert from 'node:assert/strict';
import { decodeErrorBody } from '../../../src/results';

const whole = {
  errorCode: 404,
  errorType: 'Some\\NotFoundException',
  errorMessage: 'No such request.',
  errorData: { hint: 'x' },
};
const fields = [{ name: 'lang', value: 'cxx', message: 'cxx is not a valid language' }];
const formData = { platformFormError: 1, submitted: true, valid: false, fields };

describe('decodeServiceError (section 7)', () => {
  it('keeps every field as received', () => {
    assert.deepEqual(decodeErrorBody(404, whole), { ...whole, form: null });
  });

  it('reads errorCode from a number or numeric text, otherwise from the HTTP status', () => {
    const read = (errorCode: unknown) => decodeErrorBody(400, { ...whole, errorCode })?.errorCode;
    assert.deepEqual(
      [403, '402', null, undefined, 'x', 1.5, {}, [404], '404.', '1234567890'].map(read),
      [403, 402, 400, 400, 400, 400, 400, 400, 400, 400],
    );
  });

  it('reads errorMessage from text, or from an integer as in the reference', () => {
    const read = (errorMessage: unknown) => decodeErrorBody(400, { ...whole, errorMessage })?.errorMessage;
    assert.deepEqual(['m', '', 17, Number.POSITIVE_INFINITY, null, undefined, {}, []].map(read), [
      'm',
      '',
      '17',
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('ignores an errorType that isn’t text', () => {
    const read = (errorType: unknown) => decodeErrorBody(400, { ...whole, errorType })?.errorType;
    assert.deepEqual(['T', null, undefined, []].map(read), ['T', null, null, null]);
  });

  it('keeps errorData of any shape, and extra fields', () => {
    const read = (errorData: unknown) => decodeErrorBody(400, { ...whole, errorData })?.errorData;
    assert.deepEqual([[1, 'x'], 'text', 0, null, undefined].map(read), [[1, 'x'], 'text', 0, null, null]);
    const decoded = decodeErrorBody(400, JSON.parse('{"errorType":"T","trace":"t","__proto__":{"a":1}}'));
    assert.deepEqual(Object.keys(decoded?.extra ?? {}), ['trace', '__proto__']);
    assert.equal(Object.getPrototypeOf(decoded?.extra), Object.prototype);
  });

  it('drops errorData that is nested too deeply', () => {
    const deep: unknown = JSON.parse('['.repeat(5000) + ']'.repeat(5000));
    assert.equal(decodeErrorBody(400, { ...whole, errorData: deep })?.errorData, null);
  });

  it('returns null for a body in another format', () => {
    for (const body of [null, undefined, 'no', 4, [], {}, { message: 'no' }]) {
      assert.equal(decodeErrorBody(400, body), null);
    }
  });

  it('doesn’t throw if a field has an unexpected type', () => {
    assert.deepEqual(decodeErrorBody(405, { errorData: 1 }), {
      errorCode: 405,
      errorType: null,
      errorMessage: null,
      errorData: 1,
      form: null,
    });
  });
});

describe('decodeServiceError for form errors (section 7.1)', () => {
  const form = (errorType: unknown, errorData: unknown) =>
    decodeErrorBody(400, { ...whole, errorType, errorData })?.form ?? null;

  it('recognizes a form error by its type name in any namespace', () => {
    const expected = { submitted: true, valid: false, fields };
    const data = { submitted: true, valid: false, fields };
    assert.deepEqual(form('Lentille\\SymfonyBundle\\Exception\\FormErrorException', data), expected);
    assert.deepEqual(form('FormErrorException', data), expected);
    assert.equal(form('FormErrorExceptionHandler', data), null);
  });

  it('recognizes a form error by either marker in its data', () => {
    assert.deepEqual(form('Other', formData)?.fields, fields);
    assert.deepEqual(form(null, { lentilleFormError: 1, fields })?.fields, fields);
    assert.deepEqual(form(null, { lentilleFormError: '1', fields })?.fields, fields);
    assert.deepEqual(form(null, { platformFormError: true, fields })?.fields, fields);
    assert.equal(form(null, { platformFormError: 0, fields }), null);
    assert.equal(form(null, { fields }), null);
  });

  it('ignores values of submitted and valid that aren’t booleans', () => {
    assert.deepEqual(form(null, { platformFormError: 1 }), { submitted: null, valid: null, fields: [] });
    const odd = form(null, { platformFormError: 1, submitted: 'yes', valid: 1 });
    assert.deepEqual([odd?.submitted, odd?.valid], [null, null]);
  });

  it('keeps a rejected value of any type', () => {
    const read = (value: unknown) =>
      form(null, { platformFormError: 1, fields: [{ name: 'n', value, message: 'm' }] })?.fields[0]?.value;
    assert.deepEqual(['v', 0, false, [1], null, undefined].map(read), ['v', 0, false, [1], null, null]);
  });

  it('reads fields from an object with names as keys, and from plain messages', () => {
    const keyed = { lang: { message: 'wrong', value: 'x' }, pid: 'unknown', '0': ['odd'] };
    assert.deepEqual(form(null, { platformFormError: 1, fields: keyed })?.fields, [
      { name: '0', value: null, message: null },
      { name: 'lang', value: 'x', message: 'wrong' },
      { name: 'pid', value: null, message: 'unknown' },
    ]);
    assert.deepEqual(form(null, { platformFormError: 1, fields: ['bad', null] })?.fields, [
      { name: null, value: null, message: 'bad' },
      { name: null, value: null, message: null },
    ]);
    assert.deepEqual(form(null, { platformFormError: 1, fields: 'none' })?.fields, []);
  });

  it('accepts a form error without data', () => {
    assert.deepEqual(form('A\\FormErrorException', null)?.fields, []);
    assert.deepEqual(form('A\\FormErrorException', [])?.fields, []);
  });

  it('limits the number of fields', () => {
    const many = Array.from({ length: 5000 }, () => fields[0]);
    assert.equal(form(null, { platformFormError: 1, fields: many })?.fields.length, 1000);
  });
});
