import * as v from 'valibot';
import type { FieldReader } from '../../settingFields';
import { fillPath, placeholdersIn } from '../described/pathTemplate';
import { submissionValues, type DescribedSubmission } from '../described/submission';

export type Constants = Readonly<Record<string, string | number>>;

const constants = v.nullish(
  v.record(v.string(), v.union([v.pipe(v.string(), v.maxLength(500)), v.number()])),
);

/** Placeholders whose value isn't in the settings. */
const variables = ['id', 'page', 'offset', 'text', ...submissionValues];

/** Reads the constants, and reports invalid ones. */
export function readConstants(fields: FieldReader): Constants {
  const read = fields.read<Constants | null | undefined>('constants', constants, null) ?? {};
  const valid = Object.entries(read).filter(([name]) => {
    const isValid = /^[A-Za-z]\w{0,31}$/.test(name) && !variables.includes(name);
    if (!isValid) fields.fault(name === '' ? 'constants' : `constants.${name}`, { kind: 'constantName' });
    return isValid;
  });
  return Object.fromEntries(valid);
}

type SubmissionFields = DescribedSubmission['fields'];

/** Replaces the constants of a description, and reports placeholders without a value. */
export class ConstantReader {
  private readonly values: Readonly<Record<string, string>>;

  constructor(
    private readonly fields: FieldReader,
    private readonly constants: Constants,
  ) {
    this.values = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, String(value)]));
  }

  /**
   * Replaces the constants in a path. `field`: the setting that contains it. `allowed`: placeholders that have a value
   * when the path is used.
   */
  path(field: string, template: string, ...allowed: readonly string[]): string {
    const unknown = placeholdersIn(template).find(
      (name) => !allowed.includes(name) && !Object.hasOwn(this.values, name),
    );
    if (unknown !== undefined) this.fields.fault(field, { kind: 'placeholder', name: unknown });
    return fillPath(template, this.values);
  }

  /** Returns whether a path contains an empty constant, such as the user's name if it wasn't entered. */
  isUnset(template: string): boolean {
    return placeholdersIn(template).some((name) => this.values[name] === '');
  }

  /** Replaces fields of a request that contain a constant. */
  requestFields(field: string, given: SubmissionFields): SubmissionFields {
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => {
        const placeholder = /^\{([A-Za-z]\w{0,31}(?::\w{1,16})?)\}$/.exec(String(value))?.[1];
        if (placeholder === undefined || submissionValues.includes(placeholder)) return [name, value];
        const constant = Object.hasOwn(this.constants, placeholder) ? this.constants[placeholder] : undefined;
        if (constant === undefined)
          this.fields.fault(`${field}.${name}`, { kind: 'placeholder', name: placeholder });
        return [name, constant ?? value];
      }),
    );
  }
}
