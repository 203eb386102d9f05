import type { ComponentChildren } from 'preact';
import { PageTitle } from './page-title.tsx';
import { useTitle } from './use-title.ts';

interface PageHeadProps {
  readonly title: string;
  readonly lead?: string;
  /** True if a phone shows the actions next to `lead`. A phone's title is in the bar at the top. */
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
