import { CircleQuestionMark } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { words } from '../words/common.ts';
import { language } from '../words/language.ts';
import { Icon } from './icon.tsx';

export const manualHome = (): string => `/docs/manual${language.value === 'ru' ? '/ru' : ''}`;

/**
 * Returns the address of the manual's help for a page of the dashboard. The server finds the topic of each path
 * (src/manual/contents.ts).
 */
export const manualAddress = (path: string): string => `${manualHome()}/for${path}`;

export function HelpLink() {
  const { path } = useLocation();
  const help = words.value.helpHere;
  return (
    <a
      class="button bare help"
      href={manualAddress(path)}
      target="_blank"
      rel="noopener"
      aria-label={help}
      title={help}
    >
      <Icon of={CircleQuestionMark} />
    </a>
  );
}

/** Shows the heading of a page with the link to its help. On a phone, the top bar usually shows both. */
export const PageTitle = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="page-title">
    <h1>{children}</h1>
    <HelpLink />
  </div>
);

/** Shows a link to the parent page. A phone hides this link and shows an arrow in its top bar instead. */
export const Crumb = ({ to, children }: { readonly to: string; readonly children: ComponentChildren }) => (
  <p class="crumb">
    <a href={to}>← {children}</a>
  </p>
);
