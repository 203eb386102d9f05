declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  /** Path of the file, inside the executable when there is one. */
  const path: string;
  export default path;
}
declare module 'swagger-ui-dist/swagger-ui.css' {
  const path: string;
  export default path;
}
