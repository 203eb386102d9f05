/** Visitors can read this form, so it contains neither Docket's address nor an API key. */
export const FORM_SNIPPET = `<form method="post" action="/contact">
  <input name="name" autocomplete="name" required>
  <input name="phone" type="tel" autocomplete="tel">
  <textarea name="message"></textarea>
  <button>OK</button>
</form>`;

/** Returns the code of the website's server: a complete program for Node.js or Bun, without packages. */
export const serverSnippet = (origin: string): string => `import { createServer } from 'node:http';

createServer(async (request, response) => {
  let form = '';
  for await (const part of request) form += part;
  const payload = Object.fromEntries(new URLSearchParams(form));
  const answer = await fetch('${origin}/api/v1/inquiries', {
    method: 'POST',
    headers: {
      'Authorization': \`Bearer \${process.env.DOCKET_KEY}\`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ payload }),
  });
  response.writeHead(answer.ok ? 200 : 502).end();
}).listen(3000);`;
