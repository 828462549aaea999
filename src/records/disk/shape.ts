/*
 * What a value read from a file must look like. A few lines instead of a library, because every start of the editor
 * loads them. Fields that are not named are let through.
 */

export type Guard<Value> = (value: unknown) => value is Value;
export type Guarded<Of> = Of extends Guard<infer Value> ? Value : never;

export const text: Guard<string> = (value) => typeof value === 'string';
export const flag: Guard<boolean> = (value) => typeof value === 'boolean';
export const count: Guard<number> = (value): value is number => Number.isFinite(value);

export function matching(pattern: RegExp): Guard<string> {
  return (value): value is string => typeof value === 'string' && pattern.test(value);
}

export function oneOf<const Value>(...values: readonly Value[]): Guard<Value> {
  return (value): value is Value => (values as readonly unknown[]).includes(value);
}

export function nullable<Value>(guard: Guard<Value>): Guard<Value | null> {
  return (value): value is Value | null => value === null || guard(value);
}

export function listOf<Value>(guard: Guard<Value>): Guard<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.every(guard);
}

export function tableOf<Value>(guard: Guard<Value>): Guard<Readonly<Record<string, Value>>> {
  return (value): value is Readonly<Record<string, Value>> =>
    typeof value === 'object' && value !== null && Object.values(value).every(guard);
}

export function object<Shape extends Readonly<Record<string, Guard<unknown>>>>(
  shape: Shape,
): Guard<{ readonly [Field in keyof Shape]: Guarded<Shape[Field]> }> {
  const fields = Object.entries(shape);
  return (value): value is { readonly [Field in keyof Shape]: Guarded<Shape[Field]> } =>
    typeof value === 'object' &&
    value !== null &&
    fields.every(([name, guard]) => guard((value as Record<string, unknown>)[name]));
}

export function either<A, B>(a: Guard<A>, b: Guard<B>): Guard<A | B> {
  return (value): value is A | B => a(value) || b(value);
}
