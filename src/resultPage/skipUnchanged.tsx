import { Component, type ComponentType, type ComponentChild } from 'preact';

/**
 * Returns a component that renders again only if a prop changed. Each scroll frame draws the whole page, so components
 * with many elements or long computations need it.
 */
export function skipUnchanged<Props extends object>(
  render: (props: Props) => ComponentChild,
): ComponentType<Props> {
  const Inner: ComponentType<Props> = render;
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const { props } = this;
      const names = Object.keys({ ...props, ...next }) as (keyof Props)[];
      return names.some((name) => next[name] !== props[name]);
    }

    override render(props: Props) {
      return <Inner {...props} />;
    }
  };
}
