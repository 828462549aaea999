import path from 'node:path';

/** Root folder of the project. */
export const root = path.dirname(import.meta.dirname);
