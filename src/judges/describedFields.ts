/** The values at the configured paths of a response. Helps users to configure a judge. */
export interface DescribedFields {
  /** The check that detected a failed request. Unless `none`, only the fields of `failure` in the settings are read. */
  readonly failure: 'none' | 'httpStatus' | 'field';
  /** fields of the failure, the result, its subtasks, and its cases */
  readonly fields: readonly DescribedField[];
  /** optional fields without a configured path, in configured parts */
  readonly undescribed: readonly FieldName[];
  /** parts that aren’t configured */
  readonly undescribedParts: readonly DescribedPart[];
}

export type DescribedPart = 'failure' | 'result.fields' | 'result.subtasks' | 'result.cases' | 'statusCodes';

/** Name of a field in the settings: `fields.time` in `result.cases`. */
export interface FieldName {
  readonly part: DescribedPart;
  readonly name: string;
}

export interface DescribedField extends FieldName {
  /**
   * dotted path in the response, or in an item of the list; empty: the whole value; several paths are separated by
   * commas
   */
  readonly path: string;
  readonly type: FieldType;
  /** number of objects in which the path was followed: 1, or the length of the list */
  readonly count: number;
  readonly usable: FoundValues;
  /** values of another type */
  readonly unusable: FoundValues;
  /** number of objects with null at the path, which means that the judge has no value */
  readonly nulls: number;
  /** existing paths next to the first missing part of the path; empty: a value was found, or there are none */
  readonly around: readonly string[];
}

/** `any`: only whether it is empty matters. `code`: text, a whole number, or a Boolean. `base64`: encoded text. */
export type FieldType = 'any' | 'number' | 'wholeNumber' | 'text' | 'base64' | 'code' | 'list';

/** Values at a configured path: either the usable or the unusable ones. */
export interface FoundValues {
  /** number of objects that have one */
  readonly count: number;
  /** the first three distinct values as JSON, shortened */
  readonly values: readonly string[];
}
