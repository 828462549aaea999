/** The rest of a longer statement is ignored, UTF-16 units. */
const MAX_STATEMENT_LENGTH = 200_000;

/** The rest of a longer sentence is ignored, UTF-16 units. */
const MAX_SENTENCE_LENGTH = 1_000;

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * Returns the sentences of a statement in lower case. Powers are written as `10^-6`, and mathematics as in plain text,
 * also if the statement is Markdown, HTML, or TeX.
 */
export function sentencesOf(statement: string): readonly string[] {
  const text = statement
    .slice(0, MAX_STATEMENT_LENGTH)
    .replace(/<sup(?: [^<>]{0,200})?>/gi, '^')
    .replace(/<\/?(?:p|li|ul|ol|br|div|h[1-6]|tr|td|pre)(?:[ /][^<>]{0,200})?>/gi, '\n\n')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/&(?:minus|#8722|ndash|#8211);/gi, '-')
    .replace(/&(?:nbsp|#160|thinsp|ensp);/gi, ' ')
    .replace(/&(?:lt|le|#60);/gi, '<')
    .replace(/&(?:middot|times|sdot);/gi, '*')
    .replace(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4}/g, plainPower)
    .normalize('NFKC')
    .replace(/[−–—‐‑]/g, '-')
    .replace(/\\(?:left|right|mathrm|mathbf|mathit|textbf|textit|text|rm|bf|displaystyle)(?![a-z])/gi, '')
    .replace(/\\(?:leqslant|leq|le|lt)(?![a-z])/gi, '<')
    .replace(/\\[,;:! ]|[${}`*_]{1,3}(?=[\s\p{L}])|\$\$?/gu, ' ')
    .replace(/[{}]/g, '')
    .replace(/\\(?:cdot|times|ast)(?![a-z])/gi, '*')
    // MathJax writes a formula twice
    .replace(/10\^?-(\d)10\^?-\1(?!\d)/g, '10^-$1')
    .replace(/10\^?-(\d\d)10\^?-\1(?!\d)/g, '10^-$1')
    .toLowerCase();
  return text
    .split(/[.!?](?=\s|$|\p{Lo})|[。;]|\n[ \t\r]*\n|\n(?=[ \t]{0,20}[-*•] )/u)
    .map((sentence) => sentence.slice(0, MAX_SENTENCE_LENGTH).replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}

function plainPower(power: string): string {
  const digits = [...power].map((digit) => (digit === '⁻' ? '-' : String(superscripts.indexOf(digit))));
  return `^${digits.join('')}`;
}
