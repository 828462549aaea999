/** A drawing of lines, 16 by 16, in the color of the text. */
export function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
