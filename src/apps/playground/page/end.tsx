// Text of which the end stays in view: names that begin alike differ at their ends.

/** A name or a value, cut at the front if it is too long for its place. */
export function End({ text }: { readonly text: string }) {
  return (
    <span class="end">
      <bdi dir="ltr">{text}</bdi>
    </span>
  );
}
