/** The passkeys of the user who calls: listed, added, renamed and removed. */
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import { newId } from '@waybill/contracts/ids'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import type { ChangeAnnouncer } from '../../credentials/change-announcer.ts'
import { hashToken } from '../../credentials/token.ts'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import { changeMember, getMember } from '../members/repository.ts'
import type { MemberId } from '../second-factor/repository.ts'
import { consumeChallenge, getChallenge } from '../sign-in/challenge-repository.ts'
import * as ceremonies from './ceremonies.ts'
import { type CreatePasskey, passkeyDocument, type UpdatePasskey } from './documents.ts'
import { toRelyingParty } from './relying-party.ts'
import * as stored from './repository.ts'
import { offerChallenge } from './signed-challenges.ts'

type Trx = Transaction<IdentityDatabase>

const MOST_PASSKEYS = 20

export interface OwnPasskeys {
  list(call: Call): Promise<Reply>
  options(call: Call): Promise<Reply>
  create(call: Call<unknown, CreatePasskey>): Promise<Reply>
  update(call: Call<unknown, UpdatePasskey>): Promise<Reply>
  remove(call: Call): Promise<Reply>
}

export function createOwnPasskeys(dependencies: {
  db: Database<IdentityDatabase>
  credentials: ChangeAnnouncer
  publicUrl: string
}): OwnPasskeys {
  const { db, credentials, publicUrl } = dependencies
  const inTransaction = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => untilAnswered(() => transact(db, work))

  return {
    async list(call) {
      const documents = (await stored.listPasskeys(db, toMemberId(call))).map(passkeyDocument)
      const meta = { has_more: false, next_cursor: null, limit: documents.length }
      return { status: 200, body: envelopeBytes(listEnvelope(documents, meta)) }
    },

    async options(call) {
      const party = toRelyingParty(publicUrl)
      const subject = toMemberId(call)
      const member = await getMember(db, subject)
      const passkeys = await stored.listPasskeys(db, subject)
      if (passkeys.length >= MOST_PASSKEYS) throw tooMany()
      return offerChallenge(db, 'passkey_registration', subject, (challenge) =>
        ceremonies.registrationOptions(party, { member, passkeys, challenge }),
      )
    },

    async create(call) {
      const { name, credential } = call.document
      const party = toRelyingParty(publicUrl)
      const subject = toMemberId(call)
      const challengeHash = hashToken(ceremonies.challengeIn(credential))
      await getChallenge(db, challengeHash, { purpose: 'passkey_registration', ...subject })
      const verified = await ceremonies.verifyRegistration(party, credential)
      const passkeyId = newId('pky')
      const created = await inTransaction(async (trx) => {
        await stored.lockMember(trx, subject)
        const own = await stored.listPasskeys(trx, subject)
        // The connection was lost during the commit.
        const earlier = own.find((passkey) => passkey.passkeyId === passkeyId)
        if (earlier) return earlier
        if (own.length >= MOST_PASSKEYS) throw tooMany()
        await consumeChallenge(trx, challengeHash)
        const passkey = await stored.insertPasskey(trx, { ...subject, ...verified, passkeyId, name })
        if (passkey === undefined)
          throw new AppError('passkey_in_use', 'This passkey is stored already. Use it to sign in, or add another one.')
        await recordAction(trx, call, { action: 'createPasskey', targetType: 'passkey', targetId: passkeyId })
        await changeMember(trx, subject, {})
        return passkey
      })
      await credentials.announceChange(subject.userId)
      return answer(201, passkeyDocument(created))
    },

    async update(call) {
      const subject = toMemberId(call)
      const passkeyId = call.params.passkey_id ?? ''
      const renamed = await inTransaction(async (trx) => {
        const passkey = await stored.renamePasskey(trx, { ...subject, passkeyId }, call.document.name)
        if (passkey === undefined) throw passkeyNotFound(passkeyId)
        await recordAction(trx, call, { action: 'updatePasskey', targetType: 'passkey', targetId: passkeyId })
        return passkey
      })
      return answer(200, passkeyDocument(renamed))
    },

    async remove(call) {
      const subject = toMemberId(call)
      const passkeyId = call.params.passkey_id ?? ''
      await inTransaction(async (trx) => {
        if (!(await stored.removePasskey(trx, { ...subject, passkeyId }))) throw passkeyNotFound(passkeyId)
        await recordAction(trx, call, { action: 'deletePasskey', targetType: 'passkey', targetId: passkeyId })
        await changeMember(trx, subject, {})
      })
      await credentials.announceChange(subject.userId)
      return { status: 204, body: '' }
    },
  }
}

const toMemberId = ({ context, session }: Call): MemberId => ({
  merchantId: context.merchantId,
  userId: session?.userId ?? '',
})

const passkeyNotFound = (passkeyId: string) => new AppError('passkey_not_found', `You have no passkey ${passkeyId}.`)

const tooMany = () =>
  new AppError('passkey_limit_reached', `You have ${MOST_PASSKEYS} passkeys, which is the limit. Remove one first.`)

const answer = (status: number, data: object): Reply => ({ status, body: envelopeBytes(successEnvelope(data)) })
