/**
 * The schema of the setting `services`, which `npm run docs` writes to `package.json`. Each judge has the fields that
 * it reads. `serviceFields.ts` describes them.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { judgeTypes, judgeTypeNames, type JudgeTypeName } from '../../src/judges';
import { FieldReader, type JudgeAddress } from '../../src/judges/settingFields';
import { formatted } from '../docs/formatted';
import { root } from '../root';
import { serviceFields, type Schema } from './serviceFields';

const EXAMPLE_URL = 'https://judge.example.com';

/** Records which fields a type of judge reads from a description, and which of them are required. */
class FieldRecorder extends FieldReader {
  readonly names = new Set<string>();
  readonly required = new Set<string>();

  constructor() {
    super('', {});
  }

  override read<Value>(...args: Parameters<FieldReader['read']>): Value {
    this.names.add(args[0]);
    const value = super.read(...args) as Value;
    this.takeProblems();
    return value;
  }

  /** Always returns an address, because a judge may read other fields only if it has one. */
  override address(...args: Parameters<FieldReader['address']>): JudgeAddress {
    super.address(...args);
    this.takeProblems();
    return { baseUrl: EXAMPLE_URL };
  }

  /** Records the missing fields as required. The description is empty, so each problem is a missing field. */
  private takeProblems(): void {
    for (const { at } of this.problems.splice(0)) this.required.add(at);
  }
}

/** Field that no judge reads, but the editor does, to follow submissions of judges that list them. */
const READ_BY_EDITOR = 'follow';

/**
 * Optional fields without which a judge can't list submissions. If a type reads neither, its fields don't affect
 * whether it lists submissions.
 */
const LISTING_FIELDS = ['recent', 'user'];

/**
 * Fields that are required in the settings, although the judge has a default: without a URL, it would be the built-in
 * service.
 */
const ALSO_REQUIRED: Readonly<Partial<Record<JudgeTypeName, readonly string[]>>> = { luogu: ['url'] };

/** Field with the ID of a ready description, which has the required fields. If it is set, no other field is required. */
const REPLACES_REQUIRED = 'basedOn';

/** Returns a schema for the description of each type of judge. Throws if a judge reads a field that isn't described. */
export function serviceSchemas(): readonly Schema[] {
  return judgeTypeNames.map((type) => {
    const recorder = new FieldRecorder();
    const judge = judgeTypes[type].describe('', recorder);
    const read = recorder.names;
    if (judge?.listing || LISTING_FIELDS.some((name) => read.has(name))) read.add(READ_BY_EDITOR);
    const fields = serviceFields.filter(
      ({ name, types }) => read.has(name) && (types === undefined || types.includes(type)),
    );
    const missing = [...read].filter((name) => !fields.some((field) => field.name === name));
    if (missing.length > 0) {
      throw new Error(`tools/manifest/serviceFields.ts has no ${missing.join(', ')} of the type ${type}.`);
    }
    const isRequired = ({ name }: { readonly name: string }): boolean =>
      recorder.required.has(name) || (ALSO_REQUIRED[type]?.includes(name) ?? false);
    const required = fields.filter(isRequired).map(({ name }) => name);
    return {
      type: 'object',
      additionalProperties: false,
      ...(read.has(REPLACES_REQUIRED)
        ? { required: ['type'], anyOf: [{ required }, { required: [REPLACES_REQUIRED] }] }
        : { required: ['type', ...required] }),
      properties: {
        type: { const: type, markdownDescription: `%setting.services.type.${type}%` },
        ...Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      },
    };
  });
}

/** The part of `package.json` that contains the schema. */
interface Manifest {
  readonly contributes: {
    readonly configuration: {
      readonly properties: {
        readonly 'judgeResults.services': { readonly additionalProperties: { oneOf: readonly unknown[] } };
      };
    };
  };
}

/** Returns the text of `package.json` with the current schema. */
export async function manifestWithSchema(): Promise<string> {
  const manifest = JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8')) as Manifest;
  manifest.contributes.configuration.properties['judgeResults.services'].additionalProperties.oneOf =
    serviceSchemas();
  return formatted('package.json', JSON.stringify(manifest));
}
