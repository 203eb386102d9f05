export const asUpload = (file: File, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/vnd.sqlite3' },
  body: file,
});
