/** The operator's API, on a port of its own, never public: merchants, their environments and keys, and what is beside. */
import { type Database, transact } from '@waybill/chassis/postgres/database'
import { requiredText } from '@waybill/contracts/values/text'
import { z } from 'zod'
import type { Credentials } from '../auth/credentials.ts'
import { scopes } from '../auth/scopes.ts'
import * as commands from '../commands.ts'
import type { GatewayDatabase } from '../db.ts'
import { shownApiKey, shownEnvironment, shownMerchant } from '../directory.ts'
import * as repository from '../repository.ts'
import { defineRoute, jsonBody, noBody, type Route } from '../routes/route.ts'
import type { Operators, Services } from '../routes/services.ts'
import { doubtfulRoutes } from './bookings.ts'
import { erasureRoutes } from './erasures.ts'
import { eventRoutes } from './events.ts'
import { answer, common } from './route.ts'

export interface AdminServices extends Pick<Services, 'shipments' | 'bookings'> {
  operators: Operators
  db: Database<GatewayDatabase>
  credentials: Credentials
  adminToken: string
  publicUrl: string
}

const merchantSchema = z.strictObject({ name: requiredText(200) })
const environmentSchema = z.strictObject({
  mode: z.enum(['test', 'live']),
  name: requiredText(100).optional(),
})
const keySchema = z.strictObject({
  name: requiredText(100).optional(),
  scopes: z.array(z.enum(scopes)).min(1).optional(),
  rate_limit_per_second: z.number().int().min(1).max(1_000_000).optional(),
})

const merchantRoutes: Route<AdminServices>[] = [
  defineRoute<AdminServices, z.ZodObject, z.output<typeof merchantSchema>>({
    ...common,
    operationId: 'createMerchant',
    method: 'POST',
    path: '/admin/merchants',
    summary: 'Create a merchant',
    body: jsonBody(merchantSchema),
    handle: async ({ document }, { db }) =>
      answer(201, shownMerchant(await commands.createMerchant(db, document.name))),
  }),
  defineRoute({
    ...common,
    operationId: 'listMerchants',
    method: 'GET',
    path: '/admin/merchants',
    summary: 'List merchants',
    handle: async (_call, { db }) => answer(200, (await repository.listMerchants(db)).map(shownMerchant)),
  }),
]

const environmentRoutes: Route<AdminServices>[] = [
  defineRoute<AdminServices, z.ZodObject, z.output<typeof environmentSchema>>({
    ...common,
    operationId: 'createEnvironment',
    method: 'POST',
    path: '/admin/merchants/{merchant_id}/environments',
    summary: 'Create an environment of a merchant',
    body: jsonBody(environmentSchema),
    async handle({ params, document: { mode, name } }, { db }) {
      const livemode = mode === 'live'
      const environment = await commands.createEnvironment(db, params.merchant_id ?? '', {
        name: name ?? (livemode ? 'Live' : 'Test'),
        livemode,
      })
      return answer(201, shownEnvironment(environment))
    },
  }),
  defineRoute({
    ...common,
    operationId: 'listEnvironments',
    method: 'GET',
    path: '/admin/merchants/{merchant_id}/environments',
    summary: "List a merchant's environments",
    async handle({ params }, { db }) {
      const { merchantId } = await commands.getMerchant(db, params.merchant_id ?? '')
      return answer(200, (await repository.listEnvironments(db, merchantId)).map(shownEnvironment))
    },
  }),
]

const keyRoutes: Route<AdminServices>[] = [
  defineRoute<AdminServices, z.ZodObject, z.output<typeof keySchema>>({
    ...common,
    operationId: 'createKey',
    method: 'POST',
    path: '/admin/environments/{environment_id}/keys',
    summary: 'Create a key: the only answer that shows its token',
    body: jsonBody(keySchema),
    async handle({ params, document }, { db }) {
      const { key, token } = await commands.createKey(db, params.environment_id ?? '', {
        name: document.name ?? 'Key',
        scopes: document.scopes ?? null,
        rateLimitPerSecond: document.rate_limit_per_second ?? null,
      })
      return answer(201, { ...shownApiKey(key), access_token: token })
    },
  }),
  defineRoute({
    ...common,
    operationId: 'listKeys',
    method: 'GET',
    path: '/admin/environments/{environment_id}/keys',
    summary: "List an environment's keys",
    async handle({ params }, { db }) {
      const { environmentId } = await commands.getEnvironment(db, params.environment_id ?? '')
      return answer(200, (await repository.listApiKeys(db, environmentId)).map(shownApiKey))
    },
  }),
  defineRoute({
    ...common,
    operationId: 'revokeKey',
    method: 'DELETE',
    path: '/admin/keys/{key_id}',
    summary: 'Revoke a key',
    async handle({ params }, { db, credentials }) {
      const key = await commands.revokeKey(db, params.key_id ?? '')
      await credentials.dropRevoked(key.hash)
      return answer(200, shownApiKey(key))
    },
  }),
]

const demoRoutes: Route<AdminServices>[] = [
  defineRoute({
    ...common,
    operationId: 'ensureDemo',
    method: 'POST',
    path: '/admin/demo',
    summary: 'The demo merchant, its test environment and its token: made once, the same ever after',
    body: noBody,
    async handle(_call, { db, adminToken, publicUrl }) {
      const { merchant, environment, token } = await transact(db, (trx) => commands.ensureDemo(trx, adminToken))
      return answer(200, {
        merchant_id: merchant.merchantId,
        environment_id: environment.environmentId,
        access_token: token,
        base_url: publicUrl,
        docs_url: `${publicUrl}/docs`,
      })
    },
  }),
]

/** Every path of the operator's server. */
export const adminRouteTable: readonly Route<AdminServices>[] = [
  ...merchantRoutes,
  ...environmentRoutes,
  ...keyRoutes,
  ...demoRoutes,
  ...erasureRoutes,
  ...eventRoutes,
  ...doubtfulRoutes,
]
