import { answerNotices, restoreEnv, settings, speak, written } from '../../support/vscodeWords';
import assert from 'node:assert/strict';
import { env, Uri, window } from 'vscode';
import { handleUri } from '../../../../src/editor/integrations/uriHandler';
import { addJudgeFromFile } from '../../../../src/editor/judges/sharing/addShared';
import { copyJudgeLink } from '../../../../src/editor/judges/sharing/shareJudge';
import type { Extension } from '../../../../src/editor/extension';
import { judgeNamed, judgeNames } from '../../../../src/judges/adapters';
import type { JudgeDescriptions } from '../../../../src/judges';
import { Redaction } from '../../../../src/judges/signIn/redaction';
import { standIn } from '../../support/standIn';

const url = 'https://oj.school.edu';

const redaction = new Redaction();

describe('A judge in a link or a file', () => {
  const real = { ...window };
  /** Texts to enter in input boxes; undefined: cancel. */
  let entered: (string | undefined)[];
  let prompts: (string | undefined)[];
  let copied: string;

  const descriptions = () => settings['services'] as JudgeDescriptions;
  const named = async (name: string) => {
    const read = judgeNamed(name, descriptions());
    return read.ok ? { kind: 'chosen' as const, judge: read.judge } : { kind: 'wrong' as const, ...read };
  };
  const extension = standIn<Extension>({
    context: { extension: { id: 'judge-results.judge-results' } },
    log: { warn: () => undefined },
    judges: {
      named,
      names: async () => judgeNames(descriptions()),
      all: async () => {
        const read = await Promise.all(Object.keys(descriptions()).map(named));
        return read.flatMap((one) => (one.kind === 'chosen' ? [one.judge] : []));
      },
      isSignedOut: async () => false,
      ask: async () => ({ name: null }),
      credentials: { get: async () => null, redaction },
    },
  });
  const open = (query: string) => handleUri(extension, { path: '/add', query });

  beforeEach(() => {
    speak('en');
    [entered, prompts, copied] = [[], [], ''];
    settings['services'] = {};
    delete settings['service'];
    Object.assign(env, {
      uriScheme: 'vscode',
      clipboard: { writeText: async (text: string) => void (copied = text) },
    });
    Object.assign(window, {
      showInputBox: async ({ prompt }: { readonly prompt?: string }) => {
        prompts.push(prompt);
        return entered.shift();
      },
      showQuickPick: async () => undefined,
    });
  });
  afterEach(() => {
    Object.assign(window, real);
    Reflect.deleteProperty(env, 'uriScheme');
    restoreEnv();
    delete settings['services'];
    delete settings['service'];
    written.clear();
  });

  it('is added only after the user confirms its host, type, and the data that is sent', async () => {
    const shown = answerNotices(undefined, 'Add');
    await open(`type=hydro&url=${url}&name=Class 1&domain=class1`);
    assert.deepEqual(descriptions(), {});
    assert.equal(settings['service'], undefined);
    assert.deepEqual(shown, [
      {
        message: 'Add the judge Class 1, as requested by a link?',
        buttons: ['Add'],
        modal: true,
        detail: [
          'Type: Hydro',
          `URL: ${url}`,
          '',
          `When you sign in, your credentials are sent to ${url}.`,
          'When you submit a program, it is sent to oj.school.edu.',
        ].join('\n'),
      },
    ]);
    await open(`type=hydro&url=${url}&name=Class 1&domain=class1`);
    assert.deepEqual(descriptions(), { 'Class 1': { type: 'hydro', url, domain: 'class1' } });
    assert.equal(settings['service'], 'Class 1');
  });

  it('shows other hosts, and whether programs are sent', async () => {
    const shown = answerNotices();
    await open('type=json&basedOn=library-checker&name=Library');
    const push = { eventsUrl: 'https://push.oj.school.edu/events', id: 'id' };
    const result = { path: '/{id}', fields: { status: 'status' } };
    written.set('/judge-results.json', JSON.stringify({ type: 'json', url, result, push }));
    await addJudgeFromFile(extension, [Uri.file('/judge-results.json')]);
    const [library, pushed] = shown;
    assert.match(
      library?.detail ?? '',
      /^Type: Library Checker\nURL: https:\/\/v3\.api\.judge\.yosupo\.jp\nWeb pages: https:\/\/judge\.yosupo\.jp\n\nNo sign-in/,
    );
    assert.equal(pushed?.message, 'Add the judge oj.school.edu from judge-results.json?');
    assert.match(pushed?.detail ?? '', /\nPushed results: https:\/\/push\.oj\.school\.edu\n/);
    assert.match(pushed?.detail ?? '', /\nPrograms aren’t sent to it\.$/);
  });

  it('gets another name if the user has a judge with that name', async () => {
    settings['services'] = { Class: { type: 'dmoj' } };
    const shown = answerNotices('Add');
    await open(`type=hydro&url=${url}&name=Class`);
    assert.equal(shown[0]?.message, 'Add the judge Class 2, as requested by a link?');
    assert.deepEqual(descriptions(), { Class: { type: 'dmoj' }, 'Class 2': { type: 'hydro', url } });
  });

  it('is used if the user already has it', async () => {
    const before = { Mine: { type: 'hydro', url, follow: true }, Other: { type: 'dmoj' } };
    settings['services'] = before;
    settings['service'] = 'Other';
    const shown = answerNotices(undefined, 'Use This Judge');
    await open(`type=hydro&url=${url}/&name=Class`);
    assert.equal(settings['service'], 'Other');
    await open(`type=hydro&url=${url}/&name=Class`);
    assert.equal(settings['service'], 'Mine');
    assert.deepEqual(descriptions(), before);
    assert.deepEqual(
      shown.map(({ message }) => message),
      Array.from({ length: 2 }, () => 'You already have this judge: Mine'),
    );
  });

  it('is the built-in judge if it has its address', async () => {
    const shown = answerNotices('Use This Judge');
    await open('type=luogu&name=Luogu');
    assert.deepEqual(descriptions(), {});
    assert.equal(settings['service'], 'luogu');
    assert.equal(shown[0]?.message, 'You already have this judge: Luogu Open Platform');
  });

  it('asks for the user’s own handle', async () => {
    entered = [undefined, 'ann'];
    answerNotices('Add', 'Add');
    await open('type=codeforces&name=Codeforces');
    assert.deepEqual(descriptions(), {});
    await open('type=codeforces&name=Codeforces');
    assert.deepEqual(descriptions(), { Codeforces: { type: 'codeforces', handle: 'ann' } });
    assert.deepEqual(prompts, ['Codeforces handle', 'Codeforces handle']);
  });

  it('asks whether credentials may be sent unencrypted in a private network', async () => {
    const shown = answerNotices('Add', undefined, 'Add', 'Send Unencrypted');
    await open('type=hydro&url=http://192.168.1.10&name=School');
    assert.deepEqual(descriptions(), {});
    await open('type=hydro&url=http://192.168.1.10&name=School');
    assert.deepEqual(descriptions(), {
      School: { type: 'hydro', url: 'http://192.168.1.10', allowPlainHttp: true },
    });
    assert.match(shown[0]?.detail ?? '', /This URL isn’t encrypted/);
    assert.equal(shown[1]?.message, 'Send credentials unencrypted to http://192.168.1.10?');
  });

  it('is rejected with the reason if it is hostile', async () => {
    const attacks: readonly (readonly [string, RegExp])[] = [
      [
        `type=json&url=${url}&website=https://evil.example&result=x`,
        /added\. “result”: Expected an object\.$/,
      ],
      [`type=hydro&url=${url}&password=x`, /“password” contains a credential/],
      [`type=hydro&url=${url}&allowPlainHttp=true`, /“allowPlainHttp” can’t be shared/],
      [`type=hydro&url=${url}&push.callback.port=1`, /“push\.callback\.port”: Unknown field\.$/],
      [`type=hydro&url=${url}&name=a\u202eb`, /“name” contains hidden characters/],
      [`type=hydro&url=http://school.edu`, /“url”: Credentials are sent only over HTTPS/],
      [`type=hydro&url=https://a:b@school.edu`, /“url”: Remove the user name and password/],
      [`type=shell&url=${url}`, /“type”: Expected one of: hydro, /],
      [`type=hydro&url=${url}&name=${'x'.repeat(1024 * 1024)}`, /It is larger than 64 KiB/],
      ['config=!', /It isn’t JSON/],
      ['', /“type”: Expected one of/],
    ];
    for (const [query, reason] of attacks) {
      const shown = answerNotices('Add');
      await open(query);
      assert.equal(shown.length, 1, query.slice(0, 100));
      assert.match(shown[0]?.message ?? '', /^The judge in the link can’t be added\. /);
      assert.match(shown[0]?.message ?? '', reason);
      assert.deepEqual(shown[0]?.buttons, []);
    }
    assert.deepEqual(descriptions(), {});
  });

  it('is rejected if its file is large, without reading it', async () => {
    written.set('/judge-results.json', 'x'.repeat(1024 * 1024));
    const shown = answerNotices('Add');
    await addJudgeFromFile(extension, [Uri.file('/judge-results.json')]);
    assert.match(shown[0]?.message ?? '', /^The judge in judge-results\.json can’t be added\. It is larger/);
  });

  it('is chosen in a dialog if the command has no file', async () => {
    written.set('/chosen', JSON.stringify({ name: 'School', type: 'hydro', url }));
    answerNotices('Add');
    await addJudgeFromFile(extension, []);
    assert.deepEqual(descriptions(), { School: { type: 'hydro', url } });
  });

  it('fetches no result if the ID in the link is a credential', async () => {
    const session = '0123456789abcdef0123dead';
    redaction.add(session);
    settings['services'] = { Class: { type: 'hydro', url } };
    const shown = answerNotices();
    await handleUri(extension, { path: '/fetch', query: `id=${session}` });
    await handleUri(extension, { path: '/fetch', query: `page=${url}/d/class/record/${session}` });
    const rejection = 'This is one of your credentials, not an ID';
    assert.deepEqual(
      shown.map(({ message }) => message),
      [rejection, rejection],
    );
  });

  it('is found by the page of a result in a link, with its domain', async () => {
    settings['services'] = { Other: { type: 'dmoj' }, Class: { type: 'hydro', url } };
    const shown = answerNotices();
    const openPage = (page: string) => handleUri(extension, { path: '/fetch', query: `page=${page}` });
    await openPage(`${url}/d/class/record/0123456789abcdef01234567`);
    assert.equal(shown[0]?.message, 'Fetch the result of 0123456789abcdef01234567, as requested by a link?');
    assert.equal(shown[0]?.detail, `Judge: Class (${url})`);
    await openPage('https://evil.example/record/0123456789abcdef01234567');
    await openPage(`${url}/problem/1`);
    assert.deepEqual(
      shown.slice(1).map(({ message }) => message),
      [
        'The page in the link, on evil.example, isn’t a result of one of your judges.',
        'The page in the link, on oj.school.edu, isn’t a result of one of your judges.',
      ],
    );
  });

  it('is copied as a link or saved as a file, without credentials and consent', async () => {
    settings['services'] = { Class: { type: 'hydro', url, domain: 'a', follow: true } };
    const shown = answerNotices('Save as File…');
    await copyJudgeLink(extension);
    const query = 'name=Class&type=hydro&url=https%3A%2F%2Foj.school.edu&domain=a';
    assert.equal(copied, `vscode://judge-results.judge-results/add?${query}`);
    assert.equal(shown[0]?.message, 'Copied a link that adds Class. It contains no credentials.');
    assert.deepEqual(JSON.parse(written.get('/folder/judge-results.json') ?? ''), {
      name: 'Class',
      type: 'hydro',
      url,
      domain: 'a',
    });
  });

  it('isn’t copied if it contains a credential', async () => {
    const submission = { path: '/submit', id: 'id', fields: { token: 'abc' } };
    const result = { path: '/{id}', fields: { status: 'status' } };
    settings['services'] = { Mine: { type: 'json', url, result, submission } };
    const shown = answerNotices();
    await copyJudgeLink(extension);
    assert.equal(copied, '');
    assert.match(
      shown[0]?.message ?? '',
      /^Mine can’t be shared\. “submission\.fields\.token” contains a credential/,
    );
  });
});
