// Shows text so that its end stays visible: names with a common beginning differ at their ends.

/** Shows a name or a value. A long text is cut at the front. */
export function End({ text }: { readonly text: string }) {
  return (
    <span class="end">
      <bdi dir="ltr">{text}</bdi>
    </span>
  );
}
