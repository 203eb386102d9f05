import { DRESS } from '../dress.ts';

export const STYLE = `${DRESS}img { max-width: 100%; }
.outline { margin: 16px 0; padding: 12px 16px; background: var(--panel); border: 1px solid var(--line); border-radius: var(--radius); }
.outline h2, .front h2 { margin: 0 0 4px; font-size: var(--size-small); color: var(--muted); }
.outline ul { margin: 0; columns: 240px; }
.outline li { margin: 0; padding: 1px 0; }
.typed { color: var(--muted); font-size: var(--size-small); }
#contents [aria-current] { font-weight: var(--medium); color: inherit; text-decoration: none; }
.front { columns: 240px; }
.front h2, .front ul { break-inside: avoid; }
.front h2 { break-after: avoid; }
.front ul { list-style: none; padding: 0; margin-bottom: 24px; }
.front li { margin: 0; padding: 4px 0; }
.found { list-style: none; padding: 0; }
.found li { padding: 8px 0; border-bottom: 1px solid var(--line); }
.found p { margin: 0; color: var(--muted); }
@media (width < 720px) {
  .front a, .outline a { display: inline-block; padding: 10px 0; }
  .front li, .outline li { padding: 0; }
}
@media print {
  .outline { display: none; }
}
`;
