declare module '*.bin' {
  /** Where the file lies, inside the executable too. */
  const path: string;
  export default path;
}
