/** Finds the member who signs in with an address and a password. The address can be that of members of several teams. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Call } from '@waybill/edge/routing/route'
import type { IdentityDatabase } from '../../db.ts'
import type { Member } from '../members/member.ts'
import { listMembersByEmail, type MemberOfMerchant } from '../members/repository.ts'
import { matchPasswords } from '../passwords/hash.ts'
import type { Attempts } from './attempts.ts'
import { knownDevice } from './device.ts'
import type { SignIn } from './documents.ts'
import type { FailedProofs } from './failed-proofs.ts'
import { signInFailed } from './open-session.ts'

interface Dependencies {
  db: Database<IdentityDatabase>
  attempts: Attempts
  failedProofs: FailedProofs
  box: SecretBox
}

/**
 * Does the same work whether the address has none, one or several members. Throws `sign_in_failed`, `rate_limited`, and
 * `merchant_choice_required` if the password is right for several.
 */
export async function findByPassword(
  { db, attempts, failedProofs, box }: Dependencies,
  call: Call<unknown, SignIn>,
): Promise<Member> {
  const { document, headers, address } = call
  const { email, password, merchant_id } = document
  const members = (await listMembersByEmail(db, email)).filter(
    ({ merchantId }) => merchant_id === undefined || merchantId === merchant_id,
  )
  const known = members.find(({ userId }) => knownDevice(headers, userId, box) !== undefined)
  await attempts.count({ email, address, device: known && knownDevice(headers, known.userId, box) })
  const isRight = await matchPasswords(
    password,
    members.map(({ passwordHash }) => passwordHash),
  )
  const found = members.filter((_, index) => isRight[index])
  // A browser that is known to one member guesses as a stranger at the others.
  if (known && !found.includes(known)) await attempts.count({ email, address, device: undefined })
  const active = found.filter(({ deactivatedAt }) => deactivatedAt === null)
  if (active.length > 1) throw choiceRequired(active)
  const [member = found[0]] = active
  if (member !== undefined) return member
  const error = signInFailed()
  for (const one of members) {
    // One entry for each: an action has one with its outcome.
    const attempt = { ...call, context: { ...call.context, opId: newId('op') } }
    // A team does not learn from where the member of another one signs in.
    const isOthers = members.length > 1 && known !== one
    const seen = isOthers ? { ...attempt, address: '', headers: {} } : attempt
    // Not awaited: the answer would come later for an address that is known.
    void failedProofs.record(seen, 'createSession', one, error)
  }
  throw error
}

const choiceRequired = (members: readonly MemberOfMerchant[]) =>
  new AppError('merchant_choice_required', 'You are a member of several merchants. Send merchant_id as well.', {
    meta: {
      merchants: members.map(({ merchantId, merchantName }) => ({ merchant_id: merchantId, name: merchantName })),
    },
  })
