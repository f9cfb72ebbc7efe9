/** Signing in with the identity provider of a team. */
import { type Database, untilAnswered } from '@waybill/chassis/postgres/database'
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { Call, Reply } from '@waybill/edge/routing/route'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import { findMerchant } from '../../merchants/repository.ts'
import { assertSameOrigin } from '../sessions/cookies.ts'
import type { Attempts } from '../sign-in/attempts.ts'
import {
  challengeNotValid,
  consumeChallenge,
  getChallenge,
  insertChallenge,
  mintChallenge,
} from '../sign-in/challenge-repository.ts'
import type { OpenSession } from '../sign-in/open-session.ts'
import { admitPerson, unconfirmed } from './admit-person.ts'
import { type BeginOidcSignIn, type FinishOidcSignIn, formatRedirectUri } from './documents.ts'
import { endedFlowCookie, flowCookie, mintSecrets, readFlow } from './flow-cookie.ts'
import type { ProviderCalls, ProviderClient } from './provider-calls.ts'
import {
  findProvider,
  findProviderById,
  findProviderLocked,
  type OidcProvider,
  pinTokenOrigin,
} from './provider-repository.ts'
import { secretLabel } from './providers.ts'
import { needsConfirmation } from './responsible-owner.ts'

export interface OidcSignIns {
  /** Answers with the page of the provider to open. */
  begin(call: Call<unknown, BeginOidcSignIn>): Promise<Reply>
  /** Opens the session of the person whom the provider has sent back. */
  finish(call: Call<unknown, FinishOidcSignIn>): Promise<Reply>
}

export function createOidcSignIns(dependencies: {
  db: Database<IdentityDatabase>
  attempts: Attempts
  box: SecretBox
  openSession: OpenSession
  providerCalls: ProviderCalls
  publicUrl: string
}): OidcSignIns {
  const { db, attempts, box, openSession, providerCalls, publicUrl } = dependencies

  function createClient(provider: OidcProvider): ProviderClient {
    const { merchantId, issuer, clientId, clientSecret: sealed, tokenOrigin } = provider
    const clientSecret = tryOpen(box, sealed, secretLabel(merchantId))
    if (clientSecret === undefined)
      throw new AppError(
        'oidc_sign_in_failed',
        'The client secret of the identity provider cannot be decrypted. Ask an owner of your team to enter it again.',
      )
    return { issuer, clientId, clientSecret, tokenOrigin, redirectUri: formatRedirectUri(publicUrl, merchantId) }
  }

  return {
    async begin({ document, headers, address }) {
      assertSameOrigin(headers, publicUrl)
      await attempts.countChallenge(address)
      const provider = await findProviderById(db, document.provider_id)
      if (provider === undefined)
        throw new AppError(
          'oidc_provider_not_found',
          'No team signs in with this identity provider. Ask an owner of your team for the link.',
        )
      if (await needsConfirmation(db, provider)) throw unconfirmed()
      const { challenge: state, challengeHash } = mintChallenge()
      const secrets = mintSecrets(state, { confirms: document.confirm })
      const { url, tokenOrigin } = await providerCalls.authorizationUrl(createClient(provider), secrets)
      if (provider.tokenOrigin === null) await pinTokenOrigin(db, provider, tokenOrigin)
      const { merchantId } = provider
      const merchant_name = (await findMerchant(db, merchantId))?.name ?? ''
      const expiresAt = await untilAnswered(() =>
        insertChallenge(db, challengeHash, { purpose: 'oidc_sign_in', merchantId }),
      )
      return {
        status: 200,
        body: envelopeBytes(
          successEnvelope({ authorization_url: url, merchant_name, expires_at: expiresAt.toISOString() }),
        ),
        headers: { 'cache-control': 'no-store', 'set-cookie': flowCookie(secrets, { box, publicUrl }) },
      }
    },

    async finish(call) {
      const { document, headers, address } = call
      assertSameOrigin(headers, publicUrl)
      await attempts.countChallenge(address)
      const state = new URLSearchParams(document.query).get('state') ?? ''
      const secrets = readFlow(headers, state, { box, publicUrl })
      if (secrets === undefined) throw challengeNotValid()
      const challengeHash = hashToken(state)
      const { merchantId } = await getChallenge(db, challengeHash, { purpose: 'oidc_sign_in' })
      // Another team's provider sent the browser back: its code must not reach this one.
      if (merchantId === null || merchantId !== document.merchant_id) throw challengeNotValid()
      const provider = await findProvider(db, merchantId)
      if (provider === undefined) throw challengeNotValid()
      const person = await providerCalls.exchange(createClient(provider), secrets, document.query)
      const proof = { method: 'oidc', action: 'createSessionWithOidc', confirmedAt: person.authenticatedAt } as const
      const reply = await openSession(call, proof, async (trx) => {
        await consumeChallenge(trx, challengeHash)
        const now = await findProviderLocked(trx, provider.merchantId)
        // The owner has changed it in the meantime.
        if (now?.issuer !== provider.issuer || now.clientId !== provider.clientId) throw challengeNotValid()
        return admitPerson(trx, now, person)
      })
      const cookies = [reply.headers?.['set-cookie'] ?? []].flat()
      return { ...reply, headers: { ...reply.headers, 'set-cookie': [...cookies, endedFlowCookie(publicUrl)] } }
    },
  }
}
