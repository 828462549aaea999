import path from 'node:path';

/** The project's own folder. */
export const root = path.dirname(import.meta.dirname);
