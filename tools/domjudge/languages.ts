export interface DomjudgeLanguage {
  readonly id: string;
  readonly name: string;
  readonly extensions: readonly string[];
  /** Name of the entry point; null: none. */
  readonly entryPointName: string | null;
}

/** Languages of a new site. Java's entry point isn't required, Kotlin's is. */
export const languages: readonly DomjudgeLanguage[] = [
  { id: 'c', name: 'C', extensions: ['c'], entryPointName: null },
  { id: 'cpp', name: 'C++', extensions: ['cpp', 'cc', 'cxx', 'c++'], entryPointName: null },
  { id: 'java', name: 'Java', extensions: ['java'], entryPointName: 'Main class' },
  { id: 'javascript', name: 'JavaScript', extensions: ['js', 'mjs'], entryPointName: 'Main file' },
  { id: 'kotlin', name: 'Kotlin', extensions: ['kt'], entryPointName: 'Main class' },
  { id: 'python3', name: 'Python 3', extensions: ['py'], entryPointName: 'Main file' },
];

export const requiredByDefault: readonly string[] = ['kotlin'];
