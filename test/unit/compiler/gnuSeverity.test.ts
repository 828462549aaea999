import assert from 'node:assert/strict';
import { parseCompilerOutput } from '../../../src/compiler';

/** Error, warning and note in languages of GCC, Clang, and the GNU assembler and linker. */
const languages: Readonly<Record<string, readonly [string, string, string]>> = {
  English: ['error', 'warning', 'note'],
  Belarusian: ['памылка', 'папярэджанне', 'заўвага'],
  Chinese: ['错误', '警告', '附注'],
  'Chinese (Taiwan)': ['錯誤', '警告', '附註'],
  Croatian: ['greška', 'upozorenje', 'napomena'],
  Danish: ['fejl', 'advarsel', 'bemærk'],
  Dutch: ['fout', 'let op', 'opmerking'],
  Finnish: ['virhe', 'varoitus', 'huom'],
  French: ['erreur', 'attention', 'note'],
  Georgian: ['შეცდომა', 'გაფრთხილება', 'შენიშვნა'],
  German: ['Fehler', 'Warnung', 'Anmerkung'],
  Greek: ['σφάλμα', 'προειδοποίηση', 'σημείωση'],
  Indonesian: ['galat', 'peringatan', 'catatan'],
  Italian: ['errore', 'attenzione', 'nota'],
  Japanese: ['エラー', '警告', '備考'],
  Korean: ['오류', '경고', '참고'],
  Polish: ['błąd', 'ostrzeżenie', 'notatka'],
  Portuguese: ['erro', 'aviso', 'nota'],
  Romanian: ['eroare', 'avertisment', 'notă'],
  Russian: ['ошибка', 'предупреждение', 'замечание'],
  Serbian: ['грешка', 'упозорење', 'напомена'],
  Spanish: ['error', 'aviso', 'nota'],
  Swedish: ['fel', 'varning', 'anmärkning'],
  Turkish: ['hata', 'uyarı', 'not'],
  Ukrainian: ['помилка', 'попередження', 'зауваження'],
  Vietnamese: ['lỗi', 'cảnh báo', 'ghi chú'],
};

/** Returns the severity of each diagnostic, and the number of its notes. */
function read(message: string): [string, number][] {
  return parseCompilerOutput(message).map(({ severity, related }) => [severity, related.length]);
}

describe('severity words of GCC', () => {
  for (const [language, [error, warning, note]] of Object.entries(languages)) {
    it(`are recognized in ${language}`, () => {
      // without a column, a header requires a known word
      assert.deepEqual(read(`a.c:1: ${warning}: x\na.c:2: ${note}: y\na.c:3: ${error}: z\n`), [
        ['warning', 1],
        ['error', 0],
      ]);
      assert.deepEqual(read(`a.c:1: ${error}：x\na.c:2: ${note} : y\n`), [['error', 1]]);
    });
  }

  it('begin with a capital letter in messages of the assembler', () => {
    assert.deepEqual(read('a.s:1: Error: no such instruction\na.s:2: Warning: x\na.s:3: Fatal error: y\n'), [
      ['error', 0],
      ['warning', 0],
      ['error', 0],
    ]);
  });

  it('in an unknown language require a plausible file name', () => {
    for (const file of ['a.c', 'a.c++', '/tmp/src', 'C:\\src', '<stdin>', 'my dir/a b'])
      assert.deepEqual(read(`${file}:1:2: unbekannt: x\n`), [['error', 0]], file);
    for (const file of ['dp', '10', '1.5', 'a b', 'f(x)'])
      assert.deepEqual(read(`a.c:1:2: error: x\n${file}:3:4: unbekannt: y\n`), [['error', 0]], file);
  });

  it('may consist of several words', () => {
    for (const word of [
      'fatal error',
      'internal compiler error',
      'sorry, unimplemented',
      'désolé, pas implémenté',
    ]) {
      assert.deepEqual(read(`a.c:1: ${word}: x\n`), [['error', 0]], word);
    }
  });

  it('distinguish remarks from messages that aren’t reported', () => {
    assert.deepEqual(read('a.c:1: remark: x\na.c:2: Informe: x\n'), [
      ['information', 0],
      ['information', 0],
    ]);
    for (const word of ['optimized', 'missed', '调试', 'отладка', 'debug']) {
      assert.deepEqual(read(`a.c:1: error: x\na.c:2: ${word}: y\n`), [['error', 0]], word);
    }
  });
});
