import type { ComponentChildren } from 'preact';
import { PageTitle } from './page-title.tsx';
import { useTitle } from './use-title.ts';

interface PageHeadProps {
  readonly title: string;
  readonly lead?: string;
  /**
   * True if a phone shows `children` next to `lead`. They cannot be next to the title there, because a phone shows the
   * title in its top bar.
   */
  readonly beside?: boolean;
  readonly children?: ComponentChildren;
}

export function PageHead({ title, lead, beside = false, children }: PageHeadProps) {
  useTitle(title);
  return (
    <>
      <div class={beside ? 'head beside' : 'head'}>
        <PageTitle>{title}</PageTitle>
        {children}
      </div>
      {lead !== undefined && <p class="lead">{lead}</p>}
    </>
  );
}
