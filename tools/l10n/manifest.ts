/** Properties of a manifest that VS Code displays. Their values are strings or lists of strings. */
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
/** Properties for language models, which are always English. */
const forModels = new Set(['inputSchema', 'modelDescription']);

/**
 * Returns the texts of a manifest that should be keys of package.nls.json (`%key%`), each as `path: text`. VS Code
 * replaces a key only if it is the complete string. `names`: text that is the same in every language.
 */
export function wordsOutsideNls(manifest: object, names: ReadonlySet<string>): readonly string[] {
  const sentences: string[] = [];
  const visit = (value: unknown, path: string, isShown: boolean): void => {
    if (typeof value === 'string') {
      if (isShown && !/^%[^%]+%$/.test(value) && !names.has(value)) sentences.push(`${path}: ${value}`);
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => visit(item, `${path}[${index}]`, isShown));
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (!forModels.has(key))
          visit(item, path ? `${path}.${key}` : key, shown.has(key) || isNameOfView(path, key));
      }
    }
  };
  // Other properties are for npm. Of those, VS Code displays only the first two.
  const { displayName, description, contributes, capabilities } = manifest as Readonly<
    Record<string, unknown>
  >;
  visit({ displayName, description, contributes, capabilities }, '', false);
  return sentences;
}

/** Returns whether a `name` is displayed. Only that of a view is. All others are identifiers. */
function isNameOfView(path: string, key: string): boolean {
  return key === 'name' && /^contributes\.views\./.test(path);
}
