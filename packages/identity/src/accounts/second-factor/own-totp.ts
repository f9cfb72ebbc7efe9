/** The authenticator app of the user who calls. */
import { type Database, transact, untilAnswered } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { Call, Reply } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import type { ChangeAnnouncer } from '../../credentials/change-announcer.ts'
import type { IdentityDatabase } from '../../db.ts'
import { recordAction } from '../audit.ts'
import { changeMember, getMember } from '../members/repository.ts'
import type { Attempts } from '../sign-in/attempts.ts'
import type { FailedProofs } from '../sign-in/failed-proofs.ts'
import type { TotpCode } from './documents.ts'
import { mintRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import * as stored from './repository.ts'
import { newTotpSecret, totpUrl } from './totp.ts'
import { totpLabel, useCode, useTotp, wrongCode } from './use-code.ts'

type Trx = Transaction<IdentityDatabase>

export interface OwnTotp {
  get(call: Call): Promise<Reply>
  setUp(call: Call): Promise<Reply>
  enable(call: Call<unknown, TotpCode>): Promise<Reply>
  disable(call: Call<unknown, TotpCode>): Promise<Reply>
  renewRecoveryCodes(call: Call): Promise<Reply>
}

export function createOwnTotp(dependencies: {
  db: Database<IdentityDatabase>
  credentials: ChangeAnnouncer
  attempts: Attempts
  failedProofs: FailedProofs
  box: SecretBox
}): OwnTotp {
  const { db, credentials, attempts, failedProofs, box } = dependencies
  const inTransaction = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => untilAnswered(() => transact(db, work))

  return {
    async get(call) {
      const subject = toMemberId(call)
      const totp = await stored.findTotp(db, subject)
      const enabledAt = totp?.enabledAt?.toISOString() ?? null
      const left = await stored.countRecoveryCodes(db, subject)
      return answer(200, { enabled: enabledAt !== null, enabled_at: enabledAt, recovery_codes_left: left })
    },

    async setUp(call) {
      const subject = toMemberId(call)
      const { email } = await getMember(db, subject)
      const secret = newTotpSecret()
      const sealed = box.seal(secret, totpLabel(subject))
      await inTransaction(async (trx) => {
        if (!(await stored.replacePendingTotp(trx, subject, sealed))) throw totpInUse()
        await recordAction(trx, call, { action: 'setUpTotp', targetType: 'user', targetId: subject.userId })
      })
      return answer(201, { secret, url: totpUrl(secret, email) })
    },

    async enable(call) {
      const subject = toMemberId(call)
      await attempts.countCode({ userId: subject.userId, device: call.session?.sessionId })
      const codes = mintRecoveryCodes()
      const hashes = codes.map(recoveryCodeHash)
      await inTransaction(async (trx) => {
        // The connection was lost during the commit.
        if (await stored.hasRecoveryCode(trx, subject, hashes[0] as Buffer)) return
        const totp = await stored.findTotp(trx, subject)
        if (totp?.enabledAt) throw totpInUse()
        if (!(await useTotp(trx, subject, { code: call.document.code.replaceAll(/\s/g, ''), box }))) throw wrongCode()
        await stored.enableTotp(trx, subject)
        await stored.replaceRecoveryCodes(trx, subject, hashes)
        await record(trx, call, 'enableTotp', subject)
      })
      await credentials.announceChange(subject.userId)
      return answer(200, { recovery_codes: codes })
    },

    async disable(call) {
      const subject = toMemberId(call)
      await attempts.countCode({ userId: subject.userId, device: call.session?.sessionId })
      try {
        await inTransaction(async (trx) => {
          const totp = await stored.findTotp(trx, subject)
          if (totp === undefined) return
          if (totp.enabledAt) await useCode(trx, subject, { code: call.document.code, box })
          await stored.removeTotp(trx, subject)
          await record(trx, call, 'disableTotp', subject)
        })
      } catch (error) {
        await failedProofs.record(call, 'disableTotp', subject, error)
        throw error
      }
      await credentials.announceChange(subject.userId)
      return { status: 204, body: '' }
    },

    async renewRecoveryCodes(call) {
      const subject = toMemberId(call)
      const codes = mintRecoveryCodes()
      await inTransaction(async (trx) => {
        const totp = await stored.findTotp(trx, subject)
        if (!totp?.enabledAt) throw new AppError('totp_not_enabled', 'You have no authenticator app. Set one up first.')
        await stored.replaceRecoveryCodes(trx, subject, codes.map(recoveryCodeHash))
        await record(trx, call, 'renewRecoveryCodes', subject)
      })
      return answer(200, { recovery_codes: codes })
    },
  }
}

/** Records the action, and makes open sessions show the change. */
async function record(trx: Trx, call: Call, action: string, member: stored.MemberId): Promise<void> {
  await recordAction(trx, call, { action, targetType: 'user', targetId: member.userId })
  await changeMember(trx, member, {})
}

const toMemberId = ({ context, session }: Call): stored.MemberId => ({
  merchantId: context.merchantId,
  userId: session?.userId ?? '',
})

const totpInUse = () =>
  new AppError('totp_in_use', 'You have an authenticator app already. Turn it off first to set up another.')

const answer = (status: number, data: object): Reply => ({ status, body: envelopeBytes(successEnvelope(data)) })
