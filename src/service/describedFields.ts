/** What a response has at the paths of its description, for those who write the description. */
export interface DescribedFields {
  /** What reports that the request failed, so that only the fields of `failure` are read. */
  readonly failure: 'none' | 'httpStatus' | 'field';
  /** those of the failure, the result, its subtasks, and its cases */
  readonly fields: readonly DescribedField[];
  /** names of the fields that the description leaves out: `result.fields.memory` */
  readonly undescribed: readonly string[];
}

/** A field of a description, and what was found at its path. */
export interface DescribedField {
  /** its name in the description: `result.cases.fields.time` */
  readonly field: string;
  /** dotted path in the response, or in an item of the list; empty: all of it */
  readonly path: string;
  readonly type: FieldType;
  /** number of objects in which the path was followed: 1, or the number of items of the list */
  readonly count: number;
  readonly usable: FoundValues;
  /** values that don't have the type */
  readonly unusable: FoundValues;
  /** number of objects with null there, which means that the judge has no value */
  readonly nulls: number;
  /** paths next to the first missing part of the path; empty: something was found, or nothing is next to it */
  readonly around: readonly string[];
}

/** `any`: only whether it is empty matters. `code`: text, a whole number, or true or false. */
export type FieldType = 'any' | 'number' | 'wholeNumber' | 'text' | 'code' | 'list';

export interface FoundValues {
  /** number of objects with such a value */
  readonly count: number;
  /** the first three different values in JSON, shortened */
  readonly values: readonly string[];
}
