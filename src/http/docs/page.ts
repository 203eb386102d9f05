/** The reference page: Swagger UI out of this executable, no outside host, no inline script. */
export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Docket API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`;

export const SCRIPT = `window.SwaggerUIBundle({
  url: '/docs/json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  syntaxHighlight: false,
  validatorUrl: null,
});
`;

/** Swagger UI knows light alone; in the dark its picture is turned over, and what is a picture is turned back. */
export const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; background: #fff; }
.swagger-ui .wrapper { max-width: 1100px; }
.swagger-ui .scheme-container { box-shadow: none; border-bottom: 1px solid #d8dde3; padding: 12px 0; }
@media (prefers-color-scheme: dark) {
  html { background: #121417; }
  body { background: #fff; filter: invert(0.92) hue-rotate(180deg); min-height: 100vh; }
  .swagger-ui img, .swagger-ui .microlight, .swagger-ui .highlight-code { filter: invert(1) hue-rotate(180deg); }
}
`;
