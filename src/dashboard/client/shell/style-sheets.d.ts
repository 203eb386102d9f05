/** A style sheet that a script imports as text. scripts/client-build.ts generates the text. */
declare module '*.css' {
  const text: string;
  export default text;
}
