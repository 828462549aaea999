/** The parts of `package.json` that the reference describes. */
export interface Manifest {
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly keybindings: readonly Keybinding[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
}

interface Command {
  readonly command: string;
  readonly title: string;
}

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
}

interface MenuItem {
  readonly command: string;
  readonly when?: string;
}

/** A setting, or a field of an object in a setting, as JSON Schema. */
export interface Setting {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly enumDescriptions?: readonly string[];
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly scope?: string;
  readonly order?: number;
  readonly properties?: Readonly<Record<string, Setting>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Setting[];
  readonly oneOf?: readonly Setting[];
  readonly additionalProperties?: boolean | Setting;
}

/** Strings of `package.nls.json` by their keys. */
type Strings = Readonly<Record<string, string>>;

const SERVICES = 'judgeResults.services';

/** Returns the unformatted text of `docs/reference.md`. */
export function referenceOf({ contributes }: Manifest, strings: Strings): string {
  const { commands, keybindings, menus, configuration } = contributes;
  const settings = Object.entries(configuration.properties);
  const judges = typesOf(configuration.properties[SERVICES]);
  return [
    '# Commands and settings',
    'This page is generated from `package.json` by `npm run docs`.',
    '## Commands',
    `In the Command Palette, the name of the extension’s commands starts with “${text('%command.category%', strings)}: ”. Many commands are offered only if they can be used, for example only if your judge accepts submissions.`,
    table(
      ['Command', 'ID', 'Key', 'Offered in'],
      commands.map(({ command, title }) => [
        `**${text(title, strings)}**`,
        `\`${command}\``,
        keysOf(command, keybindings),
        menusOf(command, menus),
      ]),
    ),
    '## Settings',
    'Settings with the scope *application* can’t be changed by a workspace.',
    ...settings.flatMap(([name, setting]) => describeSetting(name, setting, strings)),
    '## Fields of a judge',
    `Each entry of \`${SERVICES}\` has a \`type\`, and the fields of that type. Each judge is explained in [All judges](judges/README.md) and [Judges with a JSON API](custom-judges.md).`,
    ...judges.flatMap((judge) => describeJudge(judge, strings)),
    '',
  ].join('\n\n');
}

function typesOf(services: Setting | undefined): readonly Setting[] {
  const { additionalProperties } = services ?? {};
  return typeof additionalProperties === 'object' ? (additionalProperties.oneOf ?? []) : [];
}

/** Returns the string for `%key%`. Throws if it is missing. */
function text(key: string, strings: Strings): string {
  const name = /^%(.+)%$/.exec(key)?.[1];
  const value = name === undefined ? undefined : strings[name];
  if (value === undefined) throw new Error(`package.nls.json has no string for ${key}.`);
  // VS Code shows `#name#` as a link to that setting
  return value.replaceAll(/`#([\w.]+)#`/g, '`$1`');
}

function descriptionOf({ markdownDescription, description }: Setting, strings: Strings): string {
  const key = markdownDescription ?? description;
  return key === undefined ? '' : text(key, strings);
}

function keysOf(command: string, keybindings: readonly Keybinding[]): string {
  const keys = keybindings
    .filter((keybinding) => keybinding.command === command)
    .map(({ key, mac }) => (mac === undefined ? keyOf(key) : `${keyOf(key)} (macOS: ${keyOf(mac)})`));
  return [...new Set(keys)].join(', ');
}

/** Formats a key, for example `Ctrl+Alt+R` for `ctrl+alt+r`. */
function keyOf(key: string): string {
  const parts = key.split('+').map((part) => part.charAt(0).toUpperCase() + part.slice(1));
  return `\`${parts.join('+')}\``;
}

const menuNames: Readonly<Record<string, string>> = {
  'view/title': 'view',
  'view/item/context': 'list',
  'editor/title': 'editor title',
  'editor/context': 'editor',
  'explorer/context': 'Explorer',
};

/** Returns the menus that contain a command. A command is in the palette unless the manifest hides it there. */
function menusOf(command: string, menus: Manifest['contributes']['menus']): string {
  const { commandPalette = [], ...others } = menus;
  const isHidden = commandPalette.some((item) => item.command === command && item.when === 'false');
  const names = Object.entries(others)
    .filter(([, items]) => items.some((item) => item.command === command))
    .map(([menu]) => menuNames[menu] ?? menu);
  const offered = [...(isHidden ? [] : ['Command Palette']), ...names].join(', ');
  return offered === '' ? 'buttons and links' : offered;
}

function describeSetting(name: string, setting: Setting, strings: Strings): readonly string[] {
  const values = (setting.enum ?? []).map((value, index) => {
    const description = setting.enumDescriptions?.[index];
    return `- ${code(value)}${description === undefined ? '' : `: ${text(description, strings)}`}`;
  });
  return [
    `### \`${name}\``,
    descriptionOf(setting, strings),
    ...(values.length > 0 ? [values.join('\n')] : []),
    `Default: ${setting.default === null ? 'not set' : code(setting.default)}. ${boundsOf(setting)}Scope: *${setting.scope ?? 'window'}*.`,
  ];
}

function boundsOf({ minimum, maximum }: Setting): string {
  if (minimum !== undefined && maximum !== undefined) return `Range: ${minimum} to ${maximum}. `;
  if (minimum !== undefined) return `Minimum: ${minimum}. `;
  return maximum === undefined ? '' : `Maximum: ${maximum}. `;
}

function describeJudge(judge: Setting, strings: Strings): readonly string[] {
  const type = judge.properties?.['type'];
  return [
    `### Type \`${String(type?.const)}\``,
    type ? descriptionOf(type, strings).replace(/\.?$/, '.') : '',
    table(
      ['Field', 'Value', 'Default', 'Description'],
      fieldsOf(judge, '', strings).filter(([field]) => field !== '`type`'),
    ),
  ];
}

/** Returns a table row for each field, including the fields of nested objects: `result.fields.status`. */
function fieldsOf(object: Setting, prefix: string, strings: Strings): readonly (readonly string[])[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = object.required?.includes(name) === true;
    const row = [
      `\`${prefix}${name}\``,
      valueOf(field),
      isRequired ? '**required**' : field.default === undefined ? '' : code(field.default),
      descriptionOf(field, strings),
    ];
    return [row, ...fieldsOf(field, `${prefix}${name}.`, strings)];
  });
}

/** Describes the values that a field can have. */
function valueOf(field: Setting): string {
  if (field.enum) return field.enum.map(code).join(', ');
  if (field.const !== undefined) return code(field.const);
  const alternatives = field.anyOf ?? field.oneOf;
  if (alternatives) return [...new Set(alternatives.map(valueOf))].join(', or ');
  return [field.type ?? []].flat().join(' or ');
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
