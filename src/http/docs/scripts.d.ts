declare module '*/reference.js' {
  const text: string;
  export default text;
}
