/** The reference page beyond being read: it copies, finds and tries. It is whole without this. */

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
      // Over plain http there is no clipboard. The text stays marked, for the keys where this is refused too.
      getSelection().selectAllChildren(text);
      if (document.execCommand('copy')) button.textContent = 'Copied';
    }
  });
}

// A language that is chosen once is chosen for all calls, also on the next visit.
const KEPT = 'docket-language';
const choices = all('.languages input');
function speak(language) {
  for (const choice of choices) choice.checked = choice.value === language;
}
try {
  const kept = localStorage.getItem(KEPT);
  if (choices.some((choice) => choice.value === kept)) speak(kept);
} catch {
  // Without storage it is chosen again each time.
}
for (const choice of choices) {
  choice.addEventListener('change', () => {
    const before = choice.getBoundingClientRect().top;
    speak(choice.value);
    // Calls above may have become longer.
    scrollBy(0, choice.getBoundingClientRect().top - before);
    try {
      localStorage.setItem(KEPT, choice.value);
    } catch {
      return;
    }
  });
}

/** All that can be found in the page: calls, fields, parameters, headers and codes, each with where it is. */
const places = [
  ...all('.operation').map((call) => {
    const name = call.querySelector('h3').textContent;
    return { at: call.id, name, where: call.querySelector('.route').textContent, words: call.id, rank: 1 };
  }),
  ...all('li[id]').map((item) => {
    const call = item.closest('.operation')?.querySelector('h3').textContent;
    const where = call === undefined ? item.closest('section').querySelector('h2').textContent : call;
    const name = item.querySelector('.name').textContent;
    return {
      at: item.id,
      name,
      where: item.closest('.answer') === null ? where : `${where}: answer`,
      words: '',
      rank: 2,
    };
  }),
  ...all('tr[id]').map((row) => {
    return { at: row.id, name: row.querySelector('code').textContent, where: 'Errors', words: 'error code', rank: 1 };
  }),
].map((place) => ({
  ...place,
  lower: place.name.toLowerCase(),
  around: `${place.where} ${place.words}`.toLowerCase(),
}));
const MOST = 30;

/** Those that hold every word, one of them in their own name; the name that was typed whole first. */
function placesOf(words) {
  const typed = words.join(' ');
  const rankOf = ({ lower, rank }) => (lower === typed ? 0 : rank);
  return places
    .filter(({ lower, around, rank }) => {
      const inAll = words.every((word) => lower.includes(word) || around.includes(word));
      return inAll && (rank === 1 || words.some((word) => lower.includes(word)));
    })
    .sort((a, b) => rankOf(a) - rankOf(b));
}

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

function listOf(title, items) {
  const list = document.createElement('ul');
  for (const { href, name, where, isCode } of items) {
    const link = Object.assign(document.createElement('a'), { href });
    link.append(element(isCode ? 'code' : 'span', name), element('small', where));
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  return [element('h2', title), list];
}

const find = document.getElementById('find');
const found = document.getElementById('found');
const listed = document.getElementById('places');
find.parentElement.hidden = false;

/** The results of the manual's own search. */
async function inManual(asked) {
  const answer = await fetch(`/docs/manual/search.json?q=${encodeURIComponent(asked)}`);
  return answer.ok ? (await answer.json()).found : [];
}

async function look() {
  const asked = find.value;
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  document.getElementById('all').hidden = words.length > 0;
  listed.hidden = words.length === 0;
  if (words.length === 0) {
    found.textContent = '';
    return;
  }
  const here = placesOf(words);
  const shown = here.slice(0, MOST).map(({ at, name, where, rank }) => ({
    href: `#${at}`,
    name,
    where,
    isCode: rank === 2 || at.startsWith('error-'),
  }));
  const show = (pages) => {
    const count = here.length + pages.length;
    found.textContent = count === 0 ? 'Nothing was found.' : `Found: ${count}`;
    const rest = here.length > MOST ? [element('p', `and ${here.length - MOST} more`)] : [];
    listed.replaceChildren(
      ...(here.length === 0 ? [] : [...listOf('On this page', shown), ...rest]),
      ...(pages.length === 0 ? [] : listOf('In the manual', pages)),
    );
  };
  show([]);
  try {
    const pages = await inManual(asked);
    if (find.value === asked)
      show(pages.map(({ address, title, line }) => ({ href: address, name: title, where: line })));
  } catch {
    // The page's own entries are there without a connection.
  }
}
let waiting;
find.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(look, 80);
});
find.addEventListener('keydown', async (event) => {
  if (event.key !== 'Enter') return;
  clearTimeout(waiting);
  await look();
  listed.querySelector('a')?.click();
});

/** The target of a link is open, and in view. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) return;
  for (let at = target; at !== null; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', reveal);

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

/** The request of a form. */
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

/** The next calls can be tried with the id that this one returned. */
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

// The target may have moved since the page was not laid out yet.
if (location.hash !== '') reveal();
