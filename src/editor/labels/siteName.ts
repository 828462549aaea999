import { judgeOfUrl, pastedUrl } from '../../judges';
import { readyWords, typeWords } from './judgeLabels';
import { sanitizeForUi } from './sanitizeText';

/** Returns the name of the judge that the URL of a page identifies; null: unknown. */
export function siteNameAt(page: string): string | null {
  const judge = judgeOfUrl(page);
  switch (judge?.kind) {
    case 'ready':
      return readyWords(judge.ready).label;
    case 'type':
      return judge.fields['url'] === undefined
        ? typeWords(judge.type).label
        : sanitizeForUi(pastedUrl(page)?.host ?? '', 60);
    case 'unsupported':
      return judge.website;
    case undefined:
      return null;
  }
}
