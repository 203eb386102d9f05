import type { Endpoint } from '../../parts/endpoints.ts';
import type { Health } from '../../parts/webhooks.ts';

export interface EndpointProps {
  readonly endpoint: Endpoint;
  readonly changed: () => void;
}

export interface HealthProps extends EndpointProps {
  readonly health: Health | undefined;
}
