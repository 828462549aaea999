/** Headers that request English numbers and units. A site without English sends them in another language. */
export const inEnglish = { 'Accept-Language': 'en' };
