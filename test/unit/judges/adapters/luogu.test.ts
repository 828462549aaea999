import assert from 'node:assert/strict';
import { luogu as type } from '../../../../src/judges/adapters/luogu';
import { described, luogu } from '../../../support/profiles';

const own = described(type, 'mine', { url: 'https://judge.example' });

describe('The Luogu Open Platform', () => {
  it('has a name and address without settings, and requires no setting but its address', () => {
    assert.deepEqual(type.promptedFields, [{ field: 'url', defaultValue: 'https://open-v1.lgapi.cn' }]);
    assert.equal(type.followsSpecification, true);
    assert.deepEqual([luogu.name, luogu.chineseName], ['Luogu Open Platform', '洛谷开放平台']);
    assert.equal(luogu.id, 'luogu https://open-v1.lgapi.cn luogu');
    assert.deepEqual([luogu.type, luogu.rules.profile, luogu.definesCodes], ['luogu', 'luogu', false]);
  });

  it('has the configured name in the settings', () => {
    assert.deepEqual([own.name, own.chineseName], ['mine', null]);
    assert.equal(own.id, 'luogu https://judge.example mine');
  });

  it('requires a token, and links to its documentation', () => {
    const page = 'https://docs.lgapi.cn/open';
    assert.deepEqual(luogu.signIn, { kind: 'secret', secret: 'openAppToken', page, isOptional: false });
  });

  it('pushes results in a channel to a client with a token, also at a configured address', () => {
    assert.equal(luogu.push?.url(null), 'wss://open-ws.lgapi.cn/ws?channel=judge.result');
    assert.deepEqual(luogu.push.authentication, { kind: 'query', parameter: 'token' });
    // A frame without a channel isn't a result.
    assert.equal(luogu.push.read('{"type":"judge","requestId":"a"}').kind, 'unreadable');
    assert.equal(own.push, undefined);
  });

  it('optimizes on request, and has no self-test', () => {
    const { submission } = luogu;
    assert.deepEqual([submission?.hasOptimisation, submission?.selfTest], [true, undefined]);
  });

  it('writes problems mirrored from AtCoder in lower case, and all others in upper case', () => {
    assert.equal(luogu.problemIdIn?.('at_ABC001_A.cpp'), 'AT_abc001_a');
    assert.equal(luogu.problemIdIn?.('cf1a.cpp'), 'CF1A');
    assert.equal(luogu.problemIdIn?.('uva100 xat_abc.cpp'), 'UVA100');
  });

  it('suggests a language for the editor’s language', () => {
    const { languages = [] } = luogu.submission ?? {};
    const proposed = (editorLanguage: string) =>
      languages.find(({ editorLanguages }) => editorLanguages.includes(editorLanguage))?.id;
    const expected = {
      cpp: 'cxx/17/gcc',
      c: 'c/99/gcc',
      pascal: 'pascal/fpc',
      objectpascal: 'pascal/fpc',
      python: 'python3/c',
      rust: 'rust/rustc',
      haskell: 'haskell/ghc',
      go: 'go',
      php: 'php',
      ruby: 'ruby',
      javascript: 'js/node/lts',
      perl: 'perl',
      java: 'java/8',
      kotlin: 'kotlin/jvm',
      scala: 'scala',
      csharp: 'mono_cs',
      vb: 'mono_vb',
      fsharp: 'fsharp',
      ocaml: 'ocaml',
      julia: 'julia',
    };
    for (const [editorLanguage, id] of Object.entries(expected)) assert.equal(proposed(editorLanguage), id);
    const known = new Set([...Object.keys(expected)]);
    for (const { editorLanguages } of languages) assert.ok(editorLanguages.every((one) => known.has(one)));
  });
});
