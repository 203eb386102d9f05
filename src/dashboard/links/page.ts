/** The page behind a one-time link: it creates the first owner and workspace, or sets a new password. */

const head = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/app/link.css">
</head>`;

export const SETUP_PAGE = `${head('Set up Docket')}
<body>
<main>
<h1>Set up Docket</h1>
<p>This creates the owner and the workspace. The link works once, for 30 minutes.</p>
<form id="form" data-action="/app/api/setup">
<label>Name of the business<input name="workspace" required maxlength="200" autocomplete="organization"></label>
<label>Time zone<input name="timeZone" required autocomplete="off"></label>
<label>Your e-mail<input name="email" type="email" required maxlength="254" autocomplete="username"></label>
<label>Password<input name="password" type="password" required minlength="8" maxlength="128" autocomplete="new-password"></label>
<button>Create the workspace</button>
<p id="message" role="alert"></p>
</form>
<section id="done" hidden>
<h2>The workspace is ready</h2>
<p>You are signed in. Make a key for your site, then send the first order.</p>
<p><a href="/app/keys">Make an API key</a></p>
<p><a href="/app">Open the dashboard</a></p>
<p><a href="/docs">Read the API reference</a></p>
</section>
</main>
<script src="/app/link.js"></script>
</body>
</html>
`;

export const RESET_PAGE = `${head('New password')}
<body>
<main>
<h1>Choose a new password</h1>
<form id="form" data-action="/app/api/reset">
<label>New password<input name="password" type="password" required minlength="8" maxlength="128" autocomplete="new-password"></label>
<button>Set the password</button>
<p id="message" role="alert"></p>
</form>
<section id="done" hidden><h2>The password is set</h2><p><a href="/app">Sign in</a></p></section>
</main>
<script src="/app/link.js"></script>
</body>
</html>
`;

/** The token stays in the fragment, which a browser sends to nobody, and goes out in the body of the one call. */
export const LINK_SCRIPT = `const form = document.getElementById('form');
const message = document.getElementById('message');
const zone = form.elements.timeZone;
if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  message.textContent = '';
  try {
    const fields = Object.fromEntries(new FormData(form));
    const response = await fetch(form.dataset.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, token: location.hash.slice(1) }),
    });
    const answer = await response.json();
    if (answer.ok) {
      form.hidden = true;
      document.getElementById('done').hidden = false;
      history.replaceState(null, '', location.pathname);
    } else {
      message.textContent = answer.message;
    }
  } catch {
    message.textContent = 'The server did not answer. Try again.';
  }
  button.disabled = false;
});
`;

export const LINK_STYLE = `:root { color-scheme: light dark; --text: light-dark(#1f2328, #e6e8eb); --back: light-dark(#fff, #121417); --muted: light-dark(#5b6470, #9aa4b0);
  --border: light-dark(#8a93a0, #6b7683); --accent: light-dark(#1f5fd0, #7fb0ff); --on-accent: light-dark(#fff, #0b1220); --bad: light-dark(#b91c1c, #fca5a5); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.125rem; }
p { color: var(--muted); margin: 0 0 1.25rem; }
label { display: block; font-weight: 600; margin-bottom: 1rem; }
input { display: block; width: 100%; margin-top: .25rem; padding: .625rem .75rem; font: inherit; font-weight: 400; color: inherit; background: transparent;
  border: 1px solid var(--border); border-radius: 6px; }
button { width: 100%; padding: .75rem; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 6px; cursor: pointer; }
button:disabled { opacity: .6; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#message { color: var(--bad); margin: 1rem 0 0; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--border); border-radius: 6px; font-size: .8125rem; }
a { color: var(--accent); }
`;
