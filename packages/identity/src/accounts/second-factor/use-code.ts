/** Takes a code of an authenticator app or a recovery code, once. */
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Transaction } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { claimStep, findTotp, type MemberId, removeRecoveryCode } from './repository.ts'
import { findTimeStep } from './totp.ts'

/** Binds a secret to its member. */
export const totpLabel = ({ userId }: MemberId): string => `totp/${userId}`

const TOTP_FORM = /^\d{6}$/

/** In the transaction of what the code is for. Throws `validation_error` if it is wrong or was used. */
export async function useCode(
  trx: Transaction<IdentityDatabase>,
  member: MemberId,
  { code, box }: { code: string; box: SecretBox },
): Promise<void> {
  // An app that is being set up opens nothing.
  if (!(await findTotp(trx, member))?.enabledAt) throw wrongCode()
  const digits = code.replaceAll(/\s/g, '')
  const isRight = TOTP_FORM.test(digits)
    ? await useTotp(trx, member, { code: digits, box })
    : await removeRecoveryCode(trx, member, recoveryCodeHash(code))
  if (!isRight) throw wrongCode()
}

/** Whether a code of the app is right and unused. */
export async function useTotp(
  trx: Transaction<IdentityDatabase>,
  member: MemberId,
  { code, box }: { code: string; box: SecretBox },
): Promise<boolean> {
  const totp = await findTotp(trx, member)
  if (totp === undefined) return false
  const secret = tryOpen(box, totp.secret, totpLabel(member))
  if (secret === undefined)
    throw new AppError(
      'service_unavailable',
      'The secret of your authenticator app cannot be decrypted. Use a recovery code, or ask an owner to reset your second factor.',
    )
  const step = findTimeStep(code, secret, new Date())
  return step !== null && claimStep(trx, member, step)
}

export const wrongCode = () =>
  validationError([
    errorDetail(['code'], 'mismatch', 'is not a valid code, or was used before; wait for the next code of your app'),
  ])
