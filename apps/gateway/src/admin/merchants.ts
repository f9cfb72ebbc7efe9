import { transact } from '@waybill/chassis/postgres/database'
import { requiredText } from '@waybill/contracts/values/text'
import { z } from 'zod'
import { scopes } from '../auth/scopes.ts'
import * as commands from '../merchants/commands.ts'
import { publicApiKey, publicEnvironment, publicMerchant } from '../merchants/records.ts'
import * as repository from '../merchants/repository.ts'
import { defineRoute, jsonBody, noBody, type Route } from '../routing/route.ts'
import { type AdminServices, answer, common } from './admin-route.ts'

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

const merchants: Route<AdminServices>[] = [
  defineRoute<AdminServices, z.ZodObject, z.output<typeof merchantSchema>>({
    ...common,
    operationId: 'createMerchant',
    method: 'POST',
    path: '/admin/merchants',
    summary: 'Create a merchant',
    body: jsonBody(merchantSchema),
    handle: async ({ document }, { db }) =>
      answer(201, publicMerchant(await commands.createMerchant(db, document.name))),
  }),
  defineRoute({
    ...common,
    operationId: 'listMerchants',
    method: 'GET',
    path: '/admin/merchants',
    summary: 'List merchants',
    handle: async (_call, { db }) => answer(200, (await repository.listMerchants(db)).map(publicMerchant)),
  }),
]

const environments: Route<AdminServices>[] = [
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
      return answer(201, publicEnvironment(environment))
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
      return answer(200, (await repository.listEnvironments(db, merchantId)).map(publicEnvironment))
    },
  }),
]

const keys: Route<AdminServices>[] = [
  defineRoute<AdminServices, z.ZodObject, z.output<typeof keySchema>>({
    ...common,
    operationId: 'createKey',
    method: 'POST',
    path: '/admin/environments/{environment_id}/keys',
    summary: 'Create a key; its token is shown in this response only',
    body: jsonBody(keySchema),
    async handle({ params, document }, { db }) {
      const { key, token } = await commands.createKey(db, params.environment_id ?? '', {
        name: document.name ?? 'Key',
        scopes: document.scopes ?? null,
        rateLimitPerSecond: document.rate_limit_per_second ?? null,
      })
      return answer(201, { ...publicApiKey(key), access_token: token })
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
      return answer(200, (await repository.listApiKeys(db, environmentId)).map(publicApiKey))
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
      return answer(200, publicApiKey(key))
    },
  }),
]

const demo: Route<AdminServices>[] = [
  defineRoute({
    ...common,
    operationId: 'ensureDemo',
    method: 'POST',
    path: '/admin/demo',
    summary: 'Create the demo merchant, its test environment and its key unless they exist',
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

/** Merchants, their environments and API keys. */
export const merchantRoutes: Route<AdminServices>[] = [...merchants, ...environments, ...keys, ...demo]
