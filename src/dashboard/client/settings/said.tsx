/** What the server says of its disk or of a bucket stands as it is: it is for whoever can mend it. */
export function Said({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="problem" role="alert">
      <p>{title}</p>
      <p>
        <code>{text}</code>
      </p>
    </div>
  );
}
