declare module '*.md' {
  const text: string;
  export default text;
}

declare module '*.service' {
  const text: string;
  export default text;
}

declare module '*.conf' {
  const text: string;
  export default text;
}

declare module '*file' {
  const text: string;
  export default text;
}

declare module '*.cfg' {
  const text: string;
  export default text;
}
