/** Finds the member who signs in with an address and a password. The address can be that of members of several teams. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import type { Call } from '@waybill/edge/routing/route'
import type { IdentityDatabase } from '../../db.ts'
import type { Member } from '../members/member.ts'
import { listMembersByEmail, type MemberOfMerchant } from '../members/repository.ts'
import { listSalts } from '../passwords/address-repository.ts'
import { hashWithSalts } from '../passwords/hash.ts'
import type { Attempts } from './attempts.ts'
import { knownDevice, listDeviceUsers } from './device.ts'
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
  const { email, password, merchant_id: merchantId } = document
  const account = { email, merchantId }
  const salts = await listSalts(db, account)
  const named = await listMembersByEmail(db, account, { userIds: listDeviceUsers(headers) })
  const known = named.filter(({ userId }) => knownDevice(headers, userId, box) !== undefined)
  const [first] = known
  await attempts.count({ email, address, device: first && knownDevice(headers, first.userId, box) })
  // A browser that is known to some members guesses as a stranger at the others. Beyond that it learns nothing of them.
  const hasOthers = salts.reduce((sum, { membersCount }) => sum + membersCount, 0) > known.length
  const refusal = first && hasOthers ? await findRefusal(attempts.count({ email, address, device: undefined })) : null
  const passwordHashes = await hashWithSalts(
    password,
    salts.map(({ salt }) => salt),
  )
  const all = await listMembersByEmail(db, account, { passwordHashes })
  const found = refusal ? all.filter((member) => known.some(({ userId }) => userId === member.userId)) : all
  const active = found.filter(({ deactivatedAt }) => deactivatedAt === null)
  if (active.length > 1) throw choiceRequired(active)
  const [member = found[0]] = active
  if (member !== undefined) return member
  if (refusal) throw refusal
  const error = signInFailed()
  // Not awaited: the answer would come later for an address that is known.
  void recordFailures({ db, failedProofs }, call, { known, error })
  throw error
}

/** The `rate_limited` that counting an attempt ended with. */
const findRefusal = (counted: Promise<void>): Promise<AppError | null> =>
  counted.then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'rate_limited') return error
      throw error
    },
  )

/** In the audit log of each team. A team does not learn from where the member of another one signs in. */
async function recordFailures(
  { db, failedProofs }: Pick<Dependencies, 'db' | 'failedProofs'>,
  call: Call<unknown, SignIn>,
  { known, error }: { known: readonly Member[]; error: AppError },
): Promise<void> {
  const { email, merchant_id: merchantId } = call.document
  const members = await listMembersByEmail(db, { email, merchantId }).catch(() => [])
  for (const one of members) {
    // One entry for each: an action has one with its outcome.
    const attempt = { ...call, context: { ...call.context, opId: newId('op') } }
    const isOthers = members.length > 1 && !known.some(({ userId }) => userId === one.userId)
    const seen = isOthers ? { ...attempt, address: '', headers: {} } : attempt
    await failedProofs.record(seen, 'createSession', one, error)
  }
}

const choiceRequired = (members: readonly MemberOfMerchant[]) =>
  new AppError('merchant_choice_required', 'You are a member of several merchants. Send merchant_id as well.', {
    meta: {
      merchants: members.map(({ merchantId, merchantName }) => ({ merchant_id: merchantId, name: merchantName })),
    },
  })
