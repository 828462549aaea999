// Written by `npm run docs` from the descriptions in this folder.
import kilonova from './kilonova.json';
import libraryChecker from './library-checker.json';
import qduoj from './qduoj.json';

/** The descriptions by the names of their files. */
export const files = { kilonova, 'library-checker': libraryChecker, qduoj };
