declare module '*.bin' {
  /** The path of the file, even if the file is inside the executable. */
  const path: string;
  export default path;
}
