/** A line icon, 16 by 16 CSS pixels, in the text color. */
export function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
