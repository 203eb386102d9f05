/** The path of a file that is served unchanged, from the sources or the executable. */
declare module '*.woff2' {
  const path: string;
  export default path;
}
declare module '*.svg' {
  const path: string;
  export default path;
}
declare module '*.png' {
  const path: string;
  export default path;
}
declare module '*.webmanifest' {
  const path: string;
  export default path;
}
