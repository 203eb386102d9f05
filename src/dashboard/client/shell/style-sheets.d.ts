/** The text of the styles that come with a script (scripts/client-build.ts puts it together). */
declare module '*.css' {
  const text: string;
  export default text;
}
