/** The calls of merchants on their API keys: parse → transaction → command → encode. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import type { Database } from '@waybill/chassis/postgres/database'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import { isScope, type Scope } from '@waybill/contracts/requests/scopes'
import { isFull, readDocument, withOthers } from '@waybill/contracts/requests/validation'
import { pageMessage } from '@waybill/edge/routing/query'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import type { AuditAction } from '../audit/entry.ts'
import { insertAuditEntry } from '../audit/repository.ts'
import type { Credentials } from '../auth/credentials.ts'
import type { IdentityDatabase } from '../db.ts'
import { mintKey } from '../merchants/commands.ts'
import type { ApiKey } from '../merchants/records.ts'
import {
  type Caller,
  createApiKey,
  getGrantor,
  notFound,
  revokeApiKey,
  rotateApiKey,
  toCancellationWish,
} from './commands.ts'
import { apiKeyDocument, type CreateApiKey, createApiKeySchema, type KeyStatus, type RotateApiKey } from './document.ts'
import { grantProblems } from './grants.ts'
import { findApiKey, listApiKeyPage } from './repository.ts'

interface ListQuery {
  limit?: number
  cursor?: string
  status?: KeyStatus
}

export interface ApiKeys {
  create(call: Call): Promise<Reply>
  list(call: Call<ListQuery>): Promise<Reply>
  get(call: Call): Promise<Reply>
  rotate(call: Call<unknown, RotateApiKey>): Promise<Reply>
  revoke(call: Call): Promise<Reply>
}

export function createApiKeys(dependencies: {
  db: Database<IdentityDatabase>
  credentials: Credentials
  box: SecretBox
  /** Requests per second of keys without an individual limit. */
  defaultRateLimit: number
  /** Locks the member who makes a key. Throws if the member may no longer make it. */
  lockMaker(trx: Transaction<IdentityDatabase>, call: Call, scope: Scope): Promise<void>
}): ApiKeys {
  const { db, credentials, box, defaultRateLimit, lockMaker } = dependencies

  const toCaller = ({ context, keyId, session }: Call): Caller => ({
    userId: session?.userId ?? null,
    merchantId: context.merchantId,
    environmentId: context.environmentId,
    keyId,
    scopes: new Set(context.scopes.filter(isScope)),
    defaultRateLimit,
  })

  /** Throws an error with every wrong field, those included that ask for more than the caller has. */
  async function readNewKey(call: Call): Promise<CreateApiKey> {
    const read = readDocument(createApiKeySchema, JSON.parse(call.bytes.toString()))
    if (read.ok) return read.document
    if (isFull(read.error)) throw read.error
    throw withOthers(read.error, grantProblems(await getGrantor(db, toCaller(call)), toCancellationWish(read.accepted)))
  }

  /** Runs a command once, with its entry in the audit log. */
  const once = (
    call: Call,
    { action, targetId }: { action: string; targetId: string },
    work: (trx: Transaction<IdentityDatabase>) => Promise<Answer>,
  ): Promise<Answer> =>
    answerOnce(db, call.context, async (trx) => {
      await lockMaker(trx, call, 'api_keys:write')
      const answer = await work(trx)
      await insertAuditEntry(trx, { ...auditAction(call, action, targetId), outcome: 'succeeded', code: null })
      return answer
    })

  return {
    async create(call) {
      const document = await readNewKey(call)
      const { token, ...minted } = mintKey(call.context.livemode)
      const stored = await once(call, { action: 'createApiKey', targetId: minted.keyId }, async (trx) =>
        sealedAnswer(box, await createApiKey(trx, toCaller(call), { minted, document }), token),
      )
      return openedAnswer(box, stored)
    },

    async list({ context: { environmentId }, query }) {
      const { limit, cursor } = pageRequest(pageMessage(query))
      const { status = null } = query
      const list = ['api_keys', environmentId, status]
      const after = cursor === null ? null : (decodeCursor(list, cursor)[0] ?? '')
      const found = await listApiKeyPage(db, environmentId, { status, after, limit })
      const { items, meta } = toPage(found, limit, (last) => encodeCursor(list, [last.keyId]))
      const now = new Date()
      const documents = items.map((key) => apiKeyDocument(key, now))
      return { status: 200, body: envelopeBytes(listEnvelope(documents, meta)) }
    },

    async get({ context: { environmentId }, params }) {
      const keyId = params.key_id ?? ''
      const key = await findApiKey(db, { environmentId, keyId })
      if (key === undefined) throw notFound(keyId)
      return { status: 200, body: envelopeBytes(successEnvelope(apiKeyDocument(key, new Date()))) }
    },

    async rotate(call) {
      const keyId = call.params.key_id ?? ''
      const { token, ...minted } = mintKey(call.context.livemode)
      const stored = await once(call, { action: 'rotateApiKey', targetId: keyId }, async (trx) => {
        const rotation = { keyId, minted, document: call.document, at: new Date() }
        return sealedAnswer(box, await rotateApiKey(trx, toCaller(call), rotation), token)
      })
      await credentials.announceChange(keyId)
      return openedAnswer(box, stored)
    },

    async revoke(call) {
      const { environmentId, merchantId } = call.context
      const keyId = call.params.key_id ?? ''
      let ended = [keyId]
      const stored = await once(call, { action: 'revokeApiKey', targetId: keyId }, async (trx) => {
        ended = await revokeApiKey(trx, { environmentId, keyId, merchantId })
        return { status: 204, body: Buffer.alloc(0) }
      })
      for (const id of ended) await credentials.announceChange(id)
      return stored
    },
  }
}

interface SealedAnswer {
  environment_id: string
  key_id: string
  access_token: string
}

const getLabel = ({ environmentId, keyId }: { environmentId: string; keyId: string }) =>
  `api_key/${environmentId}/${keyId}`

/** Answers are stored with the token sealed. Opening it gives a repeat the same bytes as the first call. */
function sealedAnswer(box: SecretBox, key: ApiKey, token: string): Answer {
  const { keyId, sealed } = box.seal(token, getLabel(key))
  const access_token = `${keyId}:${sealed.toString('base64url')}`
  return { status: 201, body: envelopeBytes(successEnvelope({ ...apiKeyDocument(key, new Date()), access_token })) }
}

function openedAnswer(box: SecretBox, stored: Answer): Answer {
  if (stored.status >= 300) return stored
  const { data } = JSON.parse(stored.body.toString()) as { data: SealedAnswer }
  const [keyId = '', text = ''] = data.access_token.split(':')
  const label = getLabel({ environmentId: data.environment_id, keyId: data.key_id })
  const access_token = tryOpen(box, { keyId, sealed: Buffer.from(text, 'base64url') }, label)
  if (access_token === undefined) {
    const message = `The token of key ${data.key_id}, which this request made, cannot be decrypted. Rotate the key.`
    throw new AppError('service_unavailable', message)
  }
  return { ...stored, body: envelopeBytes(successEnvelope({ ...data, access_token })) }
}

/** A merchant's entry in the audit log: the actor is the key or the user that made the call. */
const auditAction = (
  { context, keyId, session, address, headers }: Call,
  action: string,
  targetId: string,
): AuditAction => ({
  actionId: context.opId,
  actor: session?.userId ?? keyId,
  action,
  targetType: 'key',
  targetId,
  merchantId: context.merchantId,
  environmentId: context.environmentId,
  address,
  userAgent: headers['user-agent']?.slice(0, 200) ?? null,
  requestId: context.requestId,
})
