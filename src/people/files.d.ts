declare module '*.bin' {
  /** The path of the file, even for a file inside the executable. */
  const path: string;
  export default path;
}
