import type { Endpoint } from '../../parts/endpoints.ts';
import type { Health } from '../../parts/webhooks.ts';

/** An endpoint for a part of a page that shows it and may change it. */
export interface EndpointProps {
  readonly endpoint: Endpoint;
  readonly changed: () => void;
}

export interface HealthProps extends EndpointProps {
  readonly health: Health | undefined;
}
