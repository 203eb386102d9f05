/** What the reference page does beyond being read: it copies, finds and tries. It is whole without this. */

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const BASE = 'https://docket.example.com';

for (const element of all('pre, .base')) {
  if (element.textContent.includes(BASE)) element.textContent = element.textContent.replaceAll(BASE, location.origin);
}

// Where the reference had its operations before: #/Orders/createOrder.
const before = /^#\/\w+\/(\w+)$/.exec(location.hash);
if (before !== null) location.hash = before[1];

for (const button of all('[data-copies]')) {
  const text = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      // Over plain http there is no clipboard: then the text is marked, for the keys to copy.
      getSelection().selectAllChildren(text);
    }
  });
}

const find = document.getElementById('find');
const found = document.getElementById('found');
find.parentElement.hidden = false;
find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  const items = all('[data-words]');
  for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word));
  const shown = items.filter((item) => !item.hidden).length;
  found.textContent = words.length === 0 ? '' : shown === 0 ? 'Nothing was found.' : `Found: ${shown}`;
});
find.addEventListener('keydown', (event) => {
  const [first] = all('[data-words]:not([hidden]) a');
  if (event.key === 'Enter') first?.click();
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea') !== null;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  find.focus();
});

const keys = all('input[name="key"]');
for (const key of keys) {
  key.addEventListener('input', () => {
    for (const other of keys) other.value = key.value;
  });
}
// A page that is left may be kept whole for the way back, the key in it.
addEventListener('pagehide', () => {
  for (const key of keys) key.value = '';
});

/** The request that a form stands for. */
function requestOf(form) {
  const { method, path } = form.dataset;
  const headers = new Headers();
  if (form.key.value.trim() !== '') headers.set('authorization', `Bearer ${form.key.value.trim()}`);
  const query = new URLSearchParams();
  let address = path;
  for (const input of all('[data-in]', form)) {
    const value = input.value.trim();
    if (input.dataset.in === 'path') address = address.replace(`{${input.name}}`, encodeURIComponent(value));
    else if (value !== '' && input.dataset.in === 'query') query.set(input.name, value);
    else if (value !== '') headers.set(input.name, value);
  }
  const body = form.body?.value;
  if (body !== undefined) headers.set('content-type', 'application/json');
  return { address: query.size === 0 ? address : `${address}?${query}`, method, headers, body };
}

const TOLD = ['etag', 'idempotent-replayed', 'retry-after', 'x-request-id'];

/** An answer as text: its headers that matter, and its JSON with line breaks. */
async function textOf(answer) {
  const text = await answer.text();
  const headers = TOLD.filter((name) => answer.headers.has(name)).map((name) => `${name}: ${answer.headers.get(name)}`);
  try {
    return [...headers, '', JSON.stringify(JSON.parse(text), null, 2)].join('\n');
  } catch {
    return [...headers, '', text].join('\n');
  }
}

/** What was made here is what the next calls can be tried with. */
function takeUp(text) {
  const id = /"(?:id|orderId)": "([0-9a-f-]{36})"/.exec(text)?.[1];
  if (id === undefined) return;
  for (const input of all('input[name="id"]')) if (input.value === '') input.value = id;
}

async function send(form) {
  const [status] = all('[role="status"]', form);
  const [result] = all('pre', form);
  const [button] = all('.send button', form);
  const begun = performance.now();
  button.disabled = true;
  status.textContent = 'On its way…';
  try {
    const { address, ...request } = requestOf(form);
    const answer = await fetch(address, { ...request, credentials: 'omit', cache: 'no-store' });
    const text = await textOf(answer);
    status.textContent = `${answer.status} · ${Math.round(performance.now() - begun)} ms`;
    result.textContent = text;
    result.hidden = false;
    if (answer.ok && form.dataset.path.startsWith('/api/v1/orders')) takeUp(text);
  } catch (problem) {
    status.textContent = `No answer: ${problem.message}`;
  } finally {
    button.disabled = false;
  }
}

for (const form of all('.try form')) {
  form.parentElement.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

// What stood there while the page was not laid out yet may have moved.
if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
