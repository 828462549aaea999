/** What VS Code shows of a manifest, as strings or lists of strings. */
const shown = new Set([
  ...[
    'title',
    'shortTitle',
    'category',
    'contextualTitle',
    'displayName',
    'label',
    'contents',
    'altText',
    'aliases',
  ],
  ...[
    'description',
    'markdownDescription',
    'userDescription',
    'enumDescriptions',
    'markdownEnumDescriptions',
  ],
  ...[
    'enumItemLabels',
    'patternErrorMessage',
    'errorMessage',
    'deprecationMessage',
    'markdownDeprecationMessage',
  ],
]);
/** A language model reads that, in English. */
const forModels = new Set(['inputSchema', 'modelDescription']);

/**
 * The words of a manifest that aren't `%a key of package.nls.json%`, each as `path: words`. VS Code translates a key only where
 * it is the whole text. `names`: what is the same in every language.
 */
export function wordsOutsideNls(manifest: object, names: ReadonlySet<string>): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown, path: string, isShown: boolean): void => {
    if (typeof value === 'string') {
      if (isShown && !/^%[^%]+%$/.test(value) && !names.has(value)) found.push(`${path}: ${value}`);
    } else if (Array.isArray(value)) {
      value.forEach((one, index) => visit(one, `${path}[${index}]`, isShown));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        if (!forModels.has(key))
          visit(one, path ? `${path}.${key}` : key, shown.has(key) || isNameOfView(path, key));
      }
    }
  };
  // of the rest, which is for npm, only these two are shown
  const { displayName, description, contributes, capabilities } = manifest as Readonly<
    Record<string, unknown>
  >;
  visit({ displayName, description, contributes, capabilities }, '', false);
  return found;
}

/** Only a view's `name` is a name; others are identifiers. */
function isNameOfView(path: string, key: string): boolean {
  return key === 'name' && /^contributes\.views\./.test(path);
}
