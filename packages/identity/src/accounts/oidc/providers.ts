/** The owners of a team set up its identity provider. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import type { Database } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import { newId } from '@waybill/contracts/ids'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import type { ChangeAnnouncer } from '../../credentials/change-announcer.ts'
import type { IdentityDatabase } from '../../db.ts'
import { touchMerchant } from '../../merchants/access-repository.ts'
import { recordAction } from '../audit.ts'
import { lockMaker } from '../members/leaving.ts'
import { onceInTeam } from '../members/once.ts'
import { revokeProviderSessions } from '../sessions/repository.ts'
import { type CreateOidcProvider, oidcProviderDocument, type UpdateOidcProvider } from './documents.ts'
import { removeIdentities } from './identity-repository.ts'
import type { ProviderCalls } from './provider-calls.ts'
import {
  changeProvider,
  findProvider,
  findProviderLocked,
  insertProvider,
  type OidcProvider,
  removeProvider,
} from './provider-repository.ts'
import { needsConfirmation } from './responsible-owner.ts'

type Trx = Transaction<IdentityDatabase>

export interface OidcProviders {
  create(call: Call<unknown, CreateOidcProvider>): Promise<Reply>
  list(call: Call): Promise<Reply>
  get(call: Call): Promise<Reply>
  update(call: Call<unknown, UpdateOidcProvider>): Promise<Reply>
  remove(call: Call): Promise<Reply>
  /** Asks the provider whether it is one. */
  check(call: Call): Promise<Reply>
}

/** Label of the merchant's sealed client secret. */
export const secretLabel = (merchantId: string): string => `oidc_client_secret/${merchantId}`

export function createOidcProviders(dependencies: {
  db: Database<IdentityDatabase>
  credentials: ChangeAnnouncer
  box: SecretBox
  providerCalls: ProviderCalls
  publicUrl: string
}): OidcProviders {
  const { db, credentials, box, providerCalls, publicUrl } = dependencies
  const reply = (status: number, provider: OidcProvider): Answer => ({
    status,
    body: envelopeBytes(successEnvelope(oidcProviderDocument(provider, { publicUrl, needsConfirmation: false }))),
  })
  const show = async (provider: OidcProvider) =>
    oidcProviderDocument(provider, { publicUrl, needsConfirmation: await needsConfirmation(db, provider) })

  /** A secret for the provider that is set, or for another issuer. */
  async function sealFor(merchantId: string, clientSecret: string, issuer?: string) {
    const tokenOrigin = await findTokenOrigin(
      providerCalls,
      issuer ?? (await findProvider(db, merchantId))?.issuer ?? '',
    )
    return { clientSecret: box.seal(clientSecret, secretLabel(merchantId)), tokenOrigin }
  }

  const endSessions = (trx: Trx, { context, session }: Call) =>
    revokeProviderSessions(trx, { merchantId: context.merchantId, except: session?.sessionId ?? '' })

  return {
    async create(call) {
      const { merchantId } = call.context
      const { client_secret, ...document } = call.document
      const entered = await sealFor(merchantId, client_secret, document.issuer)
      return changeOnce({ db, credentials }, call, async (trx) => {
        const provider = await insertProvider(trx, {
          merchantId,
          providerId: newId('oip'),
          ...entered,
          ...toSettings(document),
          enteredBy: call.session?.userId ?? null,
        })
        if (provider === undefined)
          throw new AppError('oidc_provider_exists', 'Your team has an identity provider already.')
        await recordAction(trx, call, actionOn('createOidcProvider', provider))
        return { answer: reply(201, provider), ended: [] }
      })
    },

    async list({ context: { merchantId } }) {
      const provider = await findProvider(db, merchantId)
      const documents = provider ? [await show(provider)] : []
      const page = { has_more: false, next_cursor: null, limit: documents.length }
      return { status: 200, body: envelopeBytes(listEnvelope(documents, page)) }
    },

    async get(call) {
      const provider = wanted(await findProvider(db, call.context.merchantId), call)
      return { status: 200, body: envelopeBytes(successEnvelope(await show(provider))) }
    },

    async update(call) {
      const { merchantId } = call.context
      const { client_secret, ...document } = call.document
      const entered =
        client_secret === undefined ? undefined : await sealFor(merchantId, client_secret, document.issuer)
      return changeOnce({ db, credentials }, call, async (trx) => {
        const before = wanted(await findProviderLocked(trx, merchantId), call)
        const provider = await changeProvider(trx, {
          ...changed(before, document, entered),
          enteredBy: call.session?.userId ?? null,
        })
        await recordAction(trx, call, actionOn('updateOidcProvider', provider))
        // Another provider, or another client of one, may use the same subject for another person.
        const isAnother = provider.issuer !== before.issuer || provider.clientId !== before.clientId
        if (isAnother) await removeIdentities(trx, { merchantId })
        return { answer: reply(200, provider), ended: isAnother ? await endSessions(trx, call) : [] }
      })
    },

    async remove(call) {
      const { merchantId } = call.context
      return changeOnce({ db, credentials }, call, async (trx) => {
        const provider = wanted(await findProviderLocked(trx, merchantId), call)
        await recordAction(trx, call, actionOn('deleteOidcProvider', provider))
        await removeProvider(trx, merchantId)
        return { answer: noContent(), ended: await endSessions(trx, call) }
      })
    },

    async check(call) {
      const provider = wanted(await findProvider(db, call.context.merchantId), call)
      const problem = await findProblem(providerCalls.discover(provider))
      return { status: 200, body: envelopeBytes(successEnvelope({ reachable: problem === null, problem })) }
    },
  }
}

/** `work` returns the answer, and the sessions that end. `required` is judged by every session of the team. */
async function changeOnce(
  { db, credentials }: { db: Database<IdentityDatabase>; credentials: ChangeAnnouncer },
  call: Call,
  work: (trx: Trx) => Promise<{ answer: Answer; ended: string[] }>,
): Promise<Answer> {
  const { merchantId } = call.context
  let ended: readonly string[] = []
  const answer = await onceInTeam(db, call, async (trx) => {
    await lockMaker(trx, call, 'team:write')
    const done = await work(trx)
    ended = done.ended
    await touchMerchant(trx, merchantId)
    return done.answer
  })
  for (const id of [merchantId, ...ended]) await credentials.announceChange(id)
  return answer
}

/** Where the secret that is entered may be sent; null: the provider does not answer, and is asked again at the first sign-in. */
const findTokenOrigin = (providerCalls: ProviderCalls, issuer: string): Promise<string | null> =>
  providerCalls.discover({ issuer, tokenOrigin: null }).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })

const findProblem = (asked: Promise<unknown>): Promise<string | null> =>
  asked.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error.message
      throw error
    },
  )

type Settings = Omit<CreateOidcProvider, 'client_secret'>

const toSettings = (document: Settings) => ({
  issuer: document.issuer,
  clientId: document.client_id,
  emailDomains: document.email_domains,
  emailTrusted: document.email_trusted,
  defaultRole: document.default_role,
  required: document.required,
})

const toDocument = (provider: OidcProvider): Settings => ({
  issuer: provider.issuer,
  client_id: provider.clientId,
  email_domains: provider.emailDomains,
  email_trusted: provider.emailTrusted,
  default_role: provider.defaultRole as Settings['default_role'],
  required: provider.required,
})

/** Throws `validation_error` if the secret of one provider would go to another. */
function changed(
  before: OidcProvider,
  document: Partial<Settings>,
  entered: Pick<OidcProvider, 'clientSecret' | 'tokenOrigin'> | undefined,
): OidcProvider {
  if (document.issuer !== undefined && document.issuer !== before.issuer && entered === undefined)
    throw validationError([errorDetail(['client_secret'], 'required', 'must be sent with another issuer')])
  return { ...before, ...toSettings({ ...toDocument(before), ...document }), ...entered }
}

const actionOn = (action: string, { providerId }: OidcProvider) => ({
  action,
  targetType: 'oidc_provider',
  targetId: providerId,
})

const noContent = (): Answer => ({ status: 204, body: Buffer.alloc(0) })

/** The provider of the path. Throws `oidc_provider_not_found`. */
function wanted(found: OidcProvider | undefined, { params }: Call): OidcProvider {
  if (found !== undefined && found.providerId === params.provider_id) return found
  throw new AppError('oidc_provider_not_found', `Your team has no identity provider ${params.provider_id}.`)
}
