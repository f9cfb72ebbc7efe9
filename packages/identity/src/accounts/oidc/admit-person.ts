/** Which member a person at the identity provider is, or becomes. */
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { requiredEmail } from '@waybill/contracts/values/text'
import type { Transaction } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'
import { consumeInvitation } from '../invitations/repository.ts'
import { memberName } from '../members/documents.ts'
import type { Member } from '../members/member.ts'
import { findMemberByEmail, findMemberLocked, insertMember } from '../members/repository.ts'
import { findIdentity, insertIdentity, recordIdentityUse } from './identity-repository.ts'
import type { Person } from './provider-calls.ts'
import type { OidcProvider } from './provider-repository.ts'
import { needsConfirmationLocked } from './responsible-owner.ts'

type Trx = Transaction<IdentityDatabase>

const GOOGLE = 'accounts.google.com'

/**
 * The member with this account at the provider. At the first sign-in the account is linked to the member, or to the invited
 * person, with the same verified address; else a member is made if the provider's `default_role` says so. Later sign-ins do not look at
 * the address. Throws `oidc_sign_in_failed`.
 */
export async function admitPerson(trx: Trx, provider: OidcProvider, person: Person): Promise<Member> {
  const { merchantId } = provider
  if (await needsConfirmationLocked(trx, provider)) throw unconfirmed()
  const known = await findIdentity(trx, { merchantId, subject: person.subject })
  const member = known ? await findMemberLocked(trx, known) : await linkPerson(trx, provider, person)
  if (member === undefined) throw failed('You are no longer a member of the team. Ask an owner of your team.')
  if (member.deactivatedAt) throw failed('Your membership is deactivated. Ask an owner of your team.')
  await recordIdentityUse(trx, member)
  return member
}

async function linkPerson(trx: Trx, provider: OidcProvider, person: Person): Promise<Member> {
  const { merchantId } = provider
  const email = verifiedEmail(provider, person)
  const member = (await memberWith(trx, provider, email)) ?? (await newMember(trx, provider, { ...person, email }))
  if (await insertIdentity(trx, { merchantId, userId: member.userId, subject: person.subject })) return member
  throw failed(
    `The member ${email} is linked to another account at the identity provider. An owner of your team can unlink it.`,
  )
}

/** The address decides which member is linked, so it must be verified. */
function verifiedEmail({ issuer, emailTrusted, emailDomains }: OidcProvider, person: Person): string {
  const { email, emailVerified, hostedDomain } = person
  if (email === null || !requiredEmail.safeParse(email).success)
    throw failed('The identity provider did not send your e-mail address. Ask an owner of your team.')
  if (!(emailVerified ?? emailTrusted))
    throw failed(`The identity provider has not verified your e-mail address ${email}.`)
  if (emailDomains.length > 0 && !emailDomains.includes(toDomain(email)))
    throw failed(`Your e-mail address ${email} is in no domain of your team.`)
  // Google verifies addresses of personal accounts too, which outlive the one of the organisation.
  if (new URL(issuer).hostname === GOOGLE && emailDomains.length > 0 && !emailDomains.includes(hostedDomain ?? ''))
    throw failed(`Your Google account ${email} is not managed by a domain of your team.`)
  return email
}

const toDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

async function memberWith(trx: Trx, { merchantId }: OidcProvider, email: string): Promise<Member | undefined> {
  const member = await findMemberByEmail(trx, { merchantId, email })
  return member && findMemberLocked(trx, member)
}

async function newMember(
  trx: Trx,
  { merchantId, defaultRole, emailDomains }: OidcProvider,
  { email, name }: Person & { email: string },
): Promise<Member> {
  const invitation = await consumeInvitation(trx, { merchantId, email })
  const role = invitation?.role ?? (emailDomains.length > 0 ? defaultRole : null)
  const member =
    role === null
      ? undefined
      : await insertMember(trx, {
          merchantId,
          userId: newId('usr'),
          email,
          role,
          name: memberName.safeParse(name).data ?? email.slice(0, email.lastIndexOf('@')).slice(0, 100),
        })
  return member ?? refuseStranger(email)
}

function refuseStranger(email: string): never {
  throw failed(`No member of the team has the address ${email}. Ask an owner of your team to invite you.`)
}

/** The error for everybody who would sign in with such a provider. */
export const unconfirmed = () =>
  failed(
    'The owner who entered the identity provider has left the team or is no owner any more. Ask an owner of your team to save its settings again.',
  )

const failed = (message: string) => new AppError('oidc_sign_in_failed', message)
