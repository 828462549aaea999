import type { StatusCode } from '../../../results';

/** The beginnings of CMS's messages about programs that exceeded the time limit, in its languages. */
const timeouts: readonly string[] = [
  'Execution timed out',
  'التنفيذ تجاوز حد الوقت',
  'التشغيل تجاوز حد الوقت',
  'Превишено време за изпълнение',
  'Превишено реално време за изпълнение',
  'Vrijeme za izvršavanje je isteklo',
  'Program vyčerpal časový limit',
  'Zeitüberschreitung bei Ausführung',
  'Tiempo límite excedido',
  'Programmi protsessori ajalimiit ületatud',
  'Programmi tööaja limiit ületatud',
  'Durée maximale d’exécution dépassée',
  'Temps d’exécution dépassé',
  'חריגה ממגבלת הזמן',
  'Időlimit túllépés',
  'Esecuzione terminata perché fuori tempo massimo',
  '実行時間超過',
  '시간 초과',
  '실행 시간 초과',
  'Vykdymas viršijo laiko ribojimą',
  'Vykdymas užtruko per ilgai',
  'Pārsniegts izpildes laiks',
  'Time-out bij uitvoering',
  'Depasirea timpului de executie',
  'Превышено процессорное время выполнения',
  'Превышено реальное время выполнения',
  'Čas izvajanja je potekel',
  'ใช้เวลาประมวลผลนานเกินไป',
  'ใช้เวลาประมวลผลทั้งหมดนานเกินไป',
  'Час запуску минув',
  'Час очікування минув',
  'Chạy quá thời gian',
  'Chạy quá lâu',
  '超過時間限制',
];

/** The same for the memory limit. */
const exceededMemory: readonly string[] = [
  'Memory limit exceeded',
  'تجاوز حد الذاكرة',
  'Превишено ограничение за памет',
  'Program vyčerpal paměťový limit',
  'Límite de memoria excedida',
  'Mälulimiit ületatud',
  'Limite de mémoire dépassée',
  'חריגה ממגבלת הזכרון',
  'Limite di memoria superato',
  'Limita de memorie depasita',
  'ใช้หน่วยความจำมากเกินไป',
  'Перевищено ліміт пам’яті',
  '超過記憶體限制',
];

/** The same for programs that crashed, or ended with an exit code other than 0. */
const crashes: readonly string[] = [
  'Execution killed',
  'Execution failed',
  'فشل التنفيذ لأن',
  'أوقف التنفيذ بسبب إشارة',
  'Изпълнението беше неуспешно',
  'Изпълнението е прекратено чрез сигнал',
  'Izvršenje nije uspjelo',
  'Program selhal',
  'Program byl ukončen signálem',
  'Ausführung wegen Rückgabewert',
  'Ejecución fallida',
  'La ejecución fue terminada',
  'Programmi täitmine ebaõnnestus',
  'Programmi täitmine katkes',
  'Exécution échouée',
  'Exécution interrompue',
  'ההרצה נכשלה',
  'הריצה הופסקה',
  'A végrehajtás sikertelen',
  'Esecuzione fallita',
  'Il processo è stato terminato',
  '戻り値がゼロでなかった',
  '실행 파일이 0을 return하지 않았습니다',
  'Vykdymas nesėkmingas',
  'Izpilde ir nesekmīga',
  'Uitvoering mislukt',
  'Executia a esuat',
  'Executie intrerupta',
  'Ошибка во время выполнения программы',
  'Izvajanje je spodletelo',
  'การรันไม่สำเร็จ',
  'โปรแกรมของคุณถูก kill',
  'Помилка виконання',
  'Страта припинена сигналом',
  'Chương trình chạy không thành công',
  '執行失敗',
  '程式被訊號強制中止執行',
];

/** The beginnings of CMS's messages that the compiler ran too long, in its languages. */
const compilerTimeouts: readonly string[] = [
  'Compilation timed out',
  'التحويل تجاوز حد الوقت',
  'Превишено време за компилиране',
  'Kompajliranje je trajalo predugo',
  'Vyčerpaný časový limit kompilace',
  'Zeitüberschreitung bei Kompilierung',
  'Tiempo de compilación excedido',
  'Kompileerimise ajalimiit ületatud',
  'Durée maximale de compilation dépassée',
  'הקומפילציה חרגה מהזמן המוקצב',
  'A fordítás túllépte az időlimitet',
  'Compilazione interrotta perché fuori tempo massimo',
  'コンパイル時間超過',
  '컴파일 제한 시간 초과',
  'Kompiliavimas viršijo laiko ribojimą',
  'Pārsniegts kompilēšanai atvēlētais laiks',
  'Compilatie time-out',
  'Depasirea timpului alocat pentru compilare',
  'Превышено максимальное время компиляции',
  'Čas prevajanja je potekel',
  'ใช้เวลาในคอมไพล์มากเกินไป',
  'Час очікування компіляції минув',
  'Biên dịch quá thời gian',
  '編譯逾時',
];

/** Returns why a case isn't correct, according to its message. */
export function reasonIn(message: string): StatusCode {
  if (beginsWithOne(message, timeouts)) return 'TLE';
  if (beginsWithOne(message, exceededMemory)) return 'MLE';
  return beginsWithOne(message, crashes) ? 'RTE' : 'WA';
}

/** Returns whether the message means that the compiler ran too long. */
export function isCompilerTimeout(message: string): boolean {
  return beginsWithOne(message, compilerTimeouts);
}

function beginsWithOne(message: string, starts: readonly string[]): boolean {
  const start = message.slice(0, 200).normalize('NFC').replaceAll("'", '’');
  return starts.some((known) => start.startsWith(known));
}
