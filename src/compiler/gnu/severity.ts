import type { Severity } from '../diagnostic';

/** What the word before a message makes of it; `passing` is what nobody needs to be told about. */
export type Kind = Severity | 'note' | 'passing';

/** The words of GCC, Clang, the GNU assembler and linker in every language that they were translated to. */
const words: Readonly<Record<Kind, string>> = {
  error: `
    error|fatal error|internal compiler error|sorry, unimplemented|permerror|internal error|fatal
    错误|致命错误|编译器内部错误|编译器内部错误|对不起，尚未实现|永久错误|严重错误|内部错误
    錯誤|嚴重錯誤|致命錯誤|編譯器內部錯誤|對不起，尚未實作
    エラー|致命的エラー|致命的なエラー|コンパイラ内部エラー|内部コンパイラエラー|残念ですが未実装です
    오류|치명적 오류|컴파일러 내부 오류
    Fehler|schwerwiegender Fehler|interner Compiler-Fehler|nicht implementiert|Perm. Fehler|fataler Fehler
    erreur|erreur fatale|erreur interne du compilateur|désolé, pas implémenté|permerreur
    ошибка|фатальная ошибка|критическая ошибка|внутренняя ошибка компилятора|пока не реализовано
    помилка|критична помилка|внутрішня помилка компілятора|вибачте, не реалізовано|постійна помилка
    error fatal|error interno del compilador|lo sentimos, sin implementar|errorperm
    erro|erro fatal|erro interno do compilador
    errore|errore fatale|errore irreversibile|errore interno del compilatore
    fejl|fatal fejl|intern oversætterfejl|desværre, ikke implementeret
    fel|ödesdigert fel|internt kompilatorfel|ledsen, inte implementerat|permfel
    feil|fatal feil|virhe|vakava virhe|kohtalokas virhe|kääntäjän sisäinen virhe
    fout|fatale fout|interne compilerfout|błąd|błąd krytyczny|chyba|kritická chyba|hiba|végzetes hiba
    hata|ölümcül hata|derleyici iç hatası|özür, daha gerçeklenmedi
    lỗi|lỗi nghiêm trọng|lỗi biên dịch nội bộ|tiếc là chưa thực hiện
    σφάλμα|μοιραίο σφάλμα|εσωτερικό σφάλμα μεταγλωττιστή|συγγνώμη, δεν έχει υλοποιηθεί
    greška|fatalna greška|interna greška kompajlera|nije implementirano
    грешка|кобна грешка|унутрашња грешка компилатора|извините, није имплементирано
    galat|internal kompiler error|maaf, tidak terimplementasi|памылка|eroare|eroare fatală|შეცდომა`,
  warning: `
    warning|anachronism|pedwarn|警告|历史遗留|保守警告|過時用法|경고|Warnung|Anachronismus|Ped. Warnung
    attention|avertissement|anachronisme|pédant|предупреждение|анахронизм|попередження|анахронізм
    педантичне попередження|aviso|advertencia|anacronismo|avisoped|anacronismo|avviso|attenzione
    advarsel|anakronisme|varning|anakronism|pedvarning|varoitus|anakronismi|let op|waarschuwing
    ostrzeżenie|uwaga|varování|figyelmeztetés|uyarı|UYARI|yanlış zamanlama|cảnh báo|sai niên đại
    προειδοποίηση|αναχρονισμός|upozorenje|anakronizam|упозорење|анахронизам|peringatan
    папярэджанне|avertisment|rabhadh|გაფრთხილება`,
  note: `
    note|附注|附註|注|注意|备注|備註|備考|メモ|참고|Anmerkung|Hinweis|remarque|замечание|примечание
    зауваження|примітка|nota|bemærk|anm|anmärkning|huom|huomautus|opmerking|notatka|poznámka|megjegyzés
    bilgi|not|ghi chú|σημείωση|napomena|напомена|catatan|заўвага|notă|შენიშვნა`,
  information: `remark|info|information|Informe|Информация|Інформація|信息`,
  passing: `
    optimized|missed|debug|path|调试|除錯|デバッグ|fejlfinding|zur Fehlersuche|εκσφαλμάτωση|depuración
    vianjäljitys|débogage|отладка|исправљање|felsökning|hata ayıklama|діагностика|gỡ rối`,
};

const kinds = new Map<string, Kind>();
for (const [kind, list] of Object.entries(words) as [Kind, string][]) {
  for (const word of list.split(/[|\n]/)) {
    const trimmed = word.trim();
    // the assembler begins them with a capital
    if (trimmed) kinds.set(trimmed, kind).set(trimmed.charAt(0).toUpperCase() + trimmed.slice(1), kind);
  }
}

/** What a severity word means, whichever language it is in; undefined where it is none that we know. */
export function kindOfWord(word: string): Kind | undefined {
  return kinds.get(word);
}

const plainWord = /^\p{L}[\p{L}\p{M} .,'’-]*$/u;

/** Could this be a severity word of a language that we don't know? */
export function looksLikeWord(word: string): boolean {
  return plainWord.test(word);
}
