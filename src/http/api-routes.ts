import { Elysia } from 'elysia';
import { changeRoutes } from './changes/routes.ts';
import type { HttpDeps } from './deps.ts';
import { inquiryRoutes } from './inquiries/routes.ts';
import { orderRoutes } from './orders/routes.ts';

export const apiRoutes = (deps: HttpDeps) =>
  new Elysia({ name: 'api' }).use(orderRoutes(deps)).use(changeRoutes(deps)).use(inquiryRoutes(deps));
