declare module '*.bin' {
  /** The path of the file, inside the executable too. */
  const path: string;
  export default path;
}
