/** The text of styles that are part of a script (scripts/client-build.ts builds it). */
declare module '*.css' {
  const text: string;
  export default text;
}
