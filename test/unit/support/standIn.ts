/** Some members of an object, and of the objects in it. */
type Part<Whole> = Whole extends (...args: infer Given) => infer Result
  ? (...args: Given) => Part<Result>
  : Whole extends Promise<infer Value>
    ? Promise<Part<Value>>
    : Whole extends readonly (infer Item)[]
      ? readonly Part<Item>[]
      : Whole extends object
        ? { readonly [Name in keyof Whole]?: Part<Whole[Name]> }
        : Whole;

/** Replaces an object by the members that a test needs. The replacement throws if the code reads another member. */
export function standIn<Whole extends object>(members: Part<NoInfer<Whole>>): Whole {
  return new Proxy(members as Whole, {
    get(target, name) {
      // `await` reads `then` of any object
      if (name in target || typeof name === 'symbol' || name === 'then') return Reflect.get(target, name);
      throw new Error(`the stand-in has no ${name}`);
    },
  });
}
