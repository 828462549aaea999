import assert from 'node:assert/strict';
import { wordsOutsideL10n } from '../../tools/l10n/hardCoded';
import { wordsOutsideNls } from '../../tools/l10n/manifest';
import { closingLine } from '../../tools/l10n/problem';
import { sentencesIn } from '../../tools/l10n/sentences';
import { isTitleCase, styleProblems } from '../../tools/l10n/style';
import { translationProblems } from '../../tools/l10n/translation';

describe('styleProblems', () => {
  it('rejects quotation marks, dots, and spellings that VS Code doesn’t use', () => {
    for (const text of [
      '«Ask Again» tries once more',
      'Submit...',
      'Results are asked for',
      '{0} wants to know who is asking',
      '{0} wants a token',
      '{0} judgings pending',
      'Submit with optimisation',
      'The color of behaviour',
      'Cancelled.',
      'An API key has no blanks',
      'Offered for who is signed in',
      'Place of the score',
      'Null where the result stands',
      'When the window gets the focus',
      'Push was interrupted; polling.',
      'The server doesn’t use https',
      'Open Compile Message',
    ]) {
      assert.notDeepEqual(styleProblems(text), [], text);
    }
  });

  it('rejects what each language writes in another way', () => {
    const texts = {
      'zh-cn': ['用O2编译', '编译后得 3分', '退出代码'],
      ru: ['Выберите “Обновить”', 'Сохранено - без ответа', 'Судья не ответил'],
      es: ['Selecciona «Actualizar»', 'Quieres enviarlo?', 'El fichero está vacío'],
      ja: ['“更新”を選択', '{0}を開く', 'ID をコピー.', '更新（{0}）'],
      'pt-br': ['Selecione «Atualizar»', 'O ficheiro está vazio', 'Guardar'],
    };
    for (const [language, wrong] of Object.entries(texts))
      for (const text of wrong) assert.notDeepEqual(styleProblems(text, language), [], text);
  });

  it('accepts ordinary sentences of each language', () => {
    const texts = {
      'zh-cn': '{0} 有 2 个错误，见“OJ”。',
      ru: 'Выберите «Обновить» — результат появится в {0}.',
      es: '¿Quieres enviar {0}? Selecciona “Enviar”.',
      ja: '{0} の結果を「更新」します (HTTPS のみ)。',
      'pt-br': 'Salve o arquivo {0} e selecione “Atualizar”.',
    };
    for (const [language, text] of Object.entries(texts)) assert.deepEqual(styleProblems(text, language), []);
  });

  it('accepts ordinary sentences', () => {
    for (const text of [
      'Submit with Options…',
      'Select an authentication method',
      '{0} requires sign-in (401). {1}',
      'The URL must start with https://',
      '`{id}` stands for the request ID.',
    ]) {
      assert.deepEqual(styleProblems(text), [], text);
    }
  });

  it('requires Title Case in commands', () => {
    for (const title of [
      'Copy as Markdown',
      'Fetch Judge Result',
      'Submit with Options…',
      'Open in Browser',
    ]) {
      assert.ok(isTitleCase(title), title);
    }
    for (const title of ['Fetch judge result', 'try again', 'Compare with previous']) {
      assert.ok(!isTitleCase(title), title);
    }
  });
});

describe('translationProblems', () => {
  it('rejects English sentences, another mark at the end, and Russian nouns behind a number', () => {
    assert.deepEqual(translationProblems('Open the file', 'Open the file', 'es'), ['isn’t translated']);
    const mark = ['has another punctuation mark at its end'];
    assert.deepEqual(translationProblems('Not found.', 'No se encontró', 'es'), mark);
    assert.deepEqual(translationProblems('Remove {0}?', '{0} を削除します', 'ja'), mark);
    assert.equal(translationProblems('{0} errors', '{0} ошибок', 'ru').length, 1);
    assert.equal(translationProblems('{0} new verdicts', '{0} новых вердиктов', 'ru').length, 1);
  });

  it('accepts translations', () => {
    for (const [english, translated, language] of [
      ['{0} errors', 'Ошибок: {0}', 'ru'],
      ['{0} seconds', '{0} с', 'ru'],
      ['{0} is empty.', 'Файл {0} пуст.', 'ru'],
      ['{0} bytes', '{0} bytes', 'es'],
      ['Luogu Open Platform', 'Luogu Open Platform', 'es'],
      ['Open the file “{0}”.', '「{0}」を開きます。', 'ja'],
    ] as const)
      assert.deepEqual(translationProblems(english, translated, language), []);
  });
});

describe('sentencesIn', () => {
  it('returns the first arguments of l10n.t', () => {
    const source = `import { l10n } from 'vscode';
show(l10n.t('{0} isn’t “a”', name), vscode.l10n.t("It\\'s"), l10n.t(\`plain\`));
other.t('no'); t('no'); l10n.u('no');`;
    assert.deepEqual(sentencesIn(source), { texts: ['{0} isn’t “a”', "It's", 'plain'], unreadable: [] });
  });

  it('returns the line numbers of calls with computed arguments', () => {
    const source = 'l10n.t(text);\n\nl10n.t(`a ${b}`);\nl10n.t();';
    assert.deepEqual(sentencesIn(source), { texts: [], unreadable: [1, 3, 4] });
  });

  it('returns the texts of a list from which a computed argument comes', () => {
    const source = "const names = ['Accepted', 'Crash'] satisfies Sentences;\nl10n.t(name);";
    assert.deepEqual(sentencesIn(source), { texts: ['Accepted', 'Crash'], unreadable: [] });
    assert.deepEqual(wordsOutsideL10n(source), []);
  });
});

describe('Strings outside l10n', () => {
  const words = (source: string) => wordsOutsideL10n(source).map(({ text }) => text);

  it('are found if they have one or two words, and start with a capital letter', () => {
    for (const [source, found] of [
      ["window.showErrorMessage(l10n.t('No'), 'Retry');", 'Retry'],
      ["const button = 'Try again';", 'Try again'],
      ["return isOpen ? 'Close' : l10n.t('Open');", 'Close'],
      ['const label = `Case ${id}`;', 'Case ${id}'],
      ["row.description = '$(check) Accepted';", '$(check) Accepted'],
      ["cell.textContent = 'no result.';", 'no result.'],
      ["const text = '重试了吗？还没有。'; const other = 'Élan';", 'Élan'],
    ] as const) {
      assert.deepEqual(words(source), [found], source);
    }
  });

  it('are found without a capital letter if VS Code shows them', () => {
    for (const [source, found] of [
      ["const row = { label: 'pending' };", 'pending'],
      ["showQuickPick(rows, { placeHolder: isEmpty ? 'none yet' : '' });", 'none yet'],
      ['const row = { description: `${count} failed` };', '${count} failed'],
      ["const row = { detail: [a, 'left out'].join() };", 'left out'],
      ["window.setStatusBarMessage('saved');", 'saved'],
    ] as const) {
      assert.deepEqual(words(source), [found], source);
    }
  });

  it('are reported with their line', () => {
    assert.deepEqual(wordsOutsideL10n("\n\nconst a = 'Retry';"), [{ line: 3, text: 'Retry' }]);
  });

  it('aren’t reported for identifiers, keys, comparisons, names, icons, errors, and log messages', () => {
    for (const source of [
      "import { x } from 'Some words.';",
      "log.warn('Something is wrong.'); onError('Reading the file', error);",
      "throw new TypeError('Expected a number.');",
      "if (event.key === 'Escape') return;",
      "switch (key) { case 'Home': return; }",
      "l10n.t('Retry'); vscode.l10n.t('{0} of {1}', a, b);",
      "const of = { 'Content-Type': type, Retry: l10n.t('Retry') };",
      "const row = { label: 'Codeforces', iconPath: 'check' };",
      'const row = { label: `$(history) ${id}`, description: `${a}/${b}` };',
      "commands.executeCommand('judgeResults.fetch', 'utf8', 'user-name', 'X-Api-Key');",
      "const kind: 'Open' | 'Closed' = given;",
      "const html = '<p>Words</p>';",
    ]) {
      assert.deepEqual(words(source), [], source);
    }
  });
});

describe('Strings outside package.nls.json', () => {
  const words = (manifest: object) => wordsOutsideNls(manifest, new Set(['Hydro']));

  it('are found in every visible part of a manifest', () => {
    const manifest = {
      displayName: 'Judge',
      description: '%description% and more',
      contributes: {
        commands: [{ command: 'x.retry', title: 'Retry', category: '%category%' }],
        configuration: { properties: { 'x.y': { enum: ['a'], enumDescriptions: ['%a%', 'B'] } } },
        views: { x: [{ id: 'x.records', name: 'Records' }] },
        languages: [{ id: 'x', aliases: ['Compile Message'] }],
      },
    };
    assert.deepEqual(words(manifest), [
      'displayName: Judge',
      'description: %description% and more',
      'contributes.commands[0].title: Retry',
      'contributes.configuration.properties.x.y.enumDescriptions[1]: B',
      'contributes.views.x[0].name: Records',
      'contributes.languages[0].aliases[0]: Compile Message',
    ]);
  });

  it('aren’t reported for keys, names, identifiers, conditions, and text for a language model', () => {
    const manifest = {
      name: 'judge',
      author: { name: 'Somebody' },
      displayName: '%displayName%',
      contributes: {
        menus: { 'view/title': [{ command: 'x.retry', when: 'x.has records', group: 'navigation' }] },
        languageModelTools: [
          { name: 'tool', modelDescription: 'Reads it.', inputSchema: { description: 'An ID.' } },
        ],
        configuration: { title: '%title%', defaultSnippets: [{ label: 'Hydro' }] },
      },
    };
    assert.deepEqual(words(manifest), []);
  });
});

describe('The last line of npm run l10n', () => {
  const line = (...written: readonly boolean[]) =>
    closingLine(written.map((isMendedByWrite) => ({ text: '', isMendedByWrite })));

  it('suggests --write only for problems that --write fixes', () => {
    assert.equal(line(false), 'l10n: 1 problem, to be fixed by hand in the files named above.');
    assert.equal(line(true, true), 'l10n: 2 problems. "npm run l10n -- --write" fixes them.');
    assert.match(
      line(true, false, false),
      /^l10n: 3 problems\. .*--write" fixes 1 of them; fix the others by hand/,
    );
  });
});
