/** Where the file lies, from the sources as from the executable. */
declare module '*.woff2' {
  const path: string;
  export default path;
}
