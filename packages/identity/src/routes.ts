import type { Route } from '@waybill/edge/routing/route'
import { oidcRoutes } from './accounts/routes/oidc.ts'
import { ownAccountRoutes } from './accounts/routes/own-account.ts'
import { passkeyRoutes } from './accounts/routes/passkeys.ts'
import { secondFactorRoutes } from './accounts/routes/second-factor.ts'
import { sessionRoutes } from './accounts/routes/session.ts'
import { teamRoutes } from './accounts/routes/team.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { auditLogRoutes } from './audit/routes.ts'
import { oauthRoutes } from './oauth/routes.ts'
import type { IdentityServices } from './services.ts'

/** Identity's routes of the public API, in the order of the OpenAPI document. */
export const identityRoutes: readonly Route<IdentityServices>[] = [
  ...apiKeyRoutes,
  ...sessionRoutes,
  ...ownAccountRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...oidcRoutes,
  ...teamRoutes,
  ...auditLogRoutes,
  ...oauthRoutes,
]
