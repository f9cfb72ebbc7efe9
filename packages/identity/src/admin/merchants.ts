import { newId } from '@waybill/contracts/ids'
import { scopes } from '@waybill/contracts/requests/scopes'
import { requiredText, timestamp } from '@waybill/contracts/values/text'
import { jsonBody } from '@waybill/edge/routing/route'
import { z } from 'zod'
import { signInUrl } from '../accounts/links/link.ts'
import { endKeysBeyond } from '../api-keys/end-made-keys.ts'
import * as commands from '../merchants/commands.ts'
import { publicApiKey, publicEnvironment, publicMerchant } from '../merchants/records.ts'
import * as repository from '../merchants/repository.ts'
import { type AdminRoute, answer, localAction, plainRead } from './admin-route.ts'
import { newDemo, openDemo } from './demo.ts'

const merchantSchema = z.strictObject({ name: requiredText(200) })
const environmentSchema = z.strictObject({
  mode: z.enum(['test', 'live']),
  name: requiredText(100).optional(),
})
const keySchema = z.strictObject({
  name: requiredText(100).optional(),
  scopes: z.array(z.enum(scopes)).min(1).optional(),
  rate_limit_per_second: z.number().int().min(1).max(1_000_000).optional(),
  expires_at: timestamp.refine((at) => at > new Date(), 'must be in the future').optional(),
})
const demoSchema = z.strictObject({ access_token: z.string().max(100).optional() })

const merchants: AdminRoute[] = [
  localAction<z.ZodObject, z.output<typeof merchantSchema>>({
    operationId: 'createMerchant',
    method: 'POST',
    path: '/admin/merchants',
    summary: 'Create a merchant',
    body: jsonBody(merchantSchema),
    async prepare({ document: { name } }) {
      const merchantId = newId('mer')
      return async (trx) => ({
        reply: answer(201, publicMerchant(await repository.insertMerchant(trx, { merchantId, name }))),
        target: { targetType: 'merchant', targetId: merchantId, merchantId },
      })
    },
  }),
  plainRead({
    operationId: 'listMerchants',
    method: 'GET',
    path: '/admin/merchants',
    summary: 'List merchants',
    handle: async (_call, { db }) => answer(200, (await repository.listMerchants(db)).map(publicMerchant)),
  }),
]

const environments: AdminRoute[] = [
  localAction<z.ZodObject, z.output<typeof environmentSchema>>({
    operationId: 'createEnvironment',
    method: 'POST',
    path: '/admin/merchants/{merchant_id}/environments',
    summary: 'Create an environment of a merchant',
    body: jsonBody(environmentSchema),
    async prepare({ params, document: { mode, name } }, { credentials }) {
      const livemode = mode === 'live'
      const environmentId = newId('env')
      const environment = {
        environmentId,
        merchantId: params.merchant_id ?? '',
        name: name ?? (livemode ? 'Live' : 'Test'),
        livemode,
      }
      return async (trx) => ({
        reply: answer(201, publicEnvironment(await commands.createEnvironment(trx, environment))),
        target: { targetType: 'environment', targetId: environmentId, environmentId },
        // Open sessions of the merchant can use it.
        announce: () => credentials.announceChange(environment.merchantId),
      })
    },
  }),
  plainRead({
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

const keys: AdminRoute[] = [
  localAction<z.ZodObject, z.output<typeof keySchema>>({
    operationId: 'createKey',
    method: 'POST',
    path: '/admin/environments/{environment_id}/keys',
    summary: 'Create a key; its token is shown in this response only',
    body: jsonBody(keySchema),
    secretInAnswer: true,
    async prepare({ params, document }, { db }) {
      const { key, token } = await commands.newKey(db, params.environment_id ?? '', {
        name: document.name ?? 'Key',
        scopes: document.scopes ?? null,
        rateLimitPerSecond: document.rate_limit_per_second ?? null,
        expiresAt: document.expires_at ?? null,
      })
      return async (trx) => {
        const stored = await repository.insertApiKey(trx, key)
        return {
          reply: answer(201, { ...publicApiKey(stored), access_token: token }),
          target: { targetType: 'key', targetId: key.keyId },
        }
      }
    },
  }),
  plainRead({
    operationId: 'listKeys',
    method: 'GET',
    path: '/admin/environments/{environment_id}/keys',
    summary: "List an environment's keys",
    async handle({ params }, { db }) {
      const { environmentId } = await commands.getEnvironment(db, params.environment_id ?? '')
      return answer(200, (await repository.listApiKeys(db, environmentId)).map(publicApiKey))
    },
  }),
  localAction({
    operationId: 'revokeKey',
    method: 'DELETE',
    path: '/admin/keys/{key_id}',
    summary: 'Revoke a key, and the keys that it made',
    async prepare({ params }, { credentials }) {
      return async (trx) => {
        const key = await commands.revokeKey(trx, params.key_id ?? '')
        const { merchantId } = await commands.getEnvironment(trx, key.environmentId)
        const madeIds = await endKeysBeyond(trx, { merchantId, maker: key.keyId })
        return {
          reply: answer(200, publicApiKey(key)),
          target: { environmentId: key.environmentId },
          async announce() {
            for (const id of [key.keyId, ...madeIds]) await credentials.announceChange(id)
          },
        }
      }
    },
  }),
]

const demo: AdminRoute[] = [
  localAction<z.ZodObject, z.output<typeof demoSchema>>({
    operationId: 'openDemo',
    method: 'POST',
    path: '/admin/demo',
    summary:
      'Create the demo merchant unless it exists, and a key unless a valid one is sent; revoke those unused for a day',
    body: jsonBody(demoSchema, { optional: true }),
    secretInAnswer: true,
    async prepare({ document }, { credentials, publicUrl }) {
      const next = newDemo()
      return async (trx) => {
        const { merchantId, environmentId, token, revokedKeyIds } = await openDemo(trx, next, document.access_token)
        const facts = {
          merchant_id: merchantId,
          environment_id: environmentId,
          access_token: token,
          base_url: publicUrl,
          docs_url: `${publicUrl}/docs`,
          console_url: signInUrl(publicUrl, next.owner.token),
        }
        return {
          reply: answer(200, facts),
          target: { targetType: 'environment', targetId: environmentId, merchantId, environmentId },
          announce: async () => {
            for (const keyId of revokedKeyIds) await credentials.announceChange(keyId)
          },
        }
      }
    },
  }),
]

/** Merchants, their environments and API keys. */
export const merchantRoutes: AdminRoute[] = [...merchants, ...environments, ...keys, ...demo]
