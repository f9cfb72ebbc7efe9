import type { Database } from '@waybill/chassis/postgres/database'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { requiredEmail, requiredText } from '@waybill/contracts/values/text'
import { jsonBody } from '@waybill/edge/routing/route'
import { z } from 'zod'
import { mintLink, signInUrl } from '../accounts/links/link.ts'
import { replaceLink } from '../accounts/links/repository.ts'
import { eraseMember } from '../accounts/members/erasure-repository.ts'
import type { Member } from '../accounts/members/member.ts'
import { findMemberByEmail, insertMember, listMembers } from '../accounts/members/repository.ts'
import { resetSecondFactors } from '../accounts/second-factor/resets.ts'
import { endKeysBeyond } from '../api-keys/end-made-keys.ts'
import type { IdentityDatabase } from '../db.ts'
import * as commands from '../merchants/commands.ts'
import { type AdminRoute, answer, localAction } from './admin-route.ts'

const LINK_SECONDS = 3_600
const email = requiredEmail.transform((text) => text.toLowerCase())
const ownerSchema = z.strictObject({ email, name: requiredText(100) })
const linkSchema = z.strictObject({ email })
const eraseSchema = z.union([z.strictObject({ email }), z.strictObject({ user_id: requiredText(64) })])

const operatorsMember = (member: Member) => ({
  user_id: member.userId,
  merchant_id: member.merchantId,
  email: member.email,
  name: member.name,
  role: member.role,
  deactivated_at: member.deactivatedAt?.toISOString() ?? null,
  created_at: member.createdAt.toISOString(),
})

const noMember = (merchantId: string, member: string) =>
  new AppError('route_not_found', `Merchant ${merchantId} has no member ${member}.`)

const linkFields = (publicUrl: string, token: string) => ({
  sign_in_url: signInUrl(publicUrl, token),
  expires_in_seconds: LINK_SECONDS,
})

/** The people of merchants. Their addresses are personal data: reading them is recorded. */
export const memberRoutes: AdminRoute[] = [
  localAction<z.ZodObject, z.output<typeof ownerSchema>>({
    operationId: 'createOwner',
    method: 'POST',
    path: '/admin/merchants/{merchant_id}/owners',
    summary: 'Create an owner of a merchant, and a link to sign in',
    body: jsonBody(ownerSchema),
    secretInAnswer: true,
    async prepare({ params, document }, { publicUrl }) {
      const merchantId = params.merchant_id ?? ''
      const { token, ...link } = mintLink()
      const userId = newId('usr')
      return async (trx) => {
        await commands.getMerchant(trx, merchantId)
        const owner = await insertMember(trx, { merchantId, userId, ...document, role: 'owner' })
        if (!owner)
          throw new AppError('email_in_use', `A member of ${merchantId} has the address ${document.email} already.`)
        await replaceLink(trx, {
          ...link,
          merchantId,
          userId,
          purpose: 'sign_in',
          createdBy: null,
          lifetimeSeconds: LINK_SECONDS,
        })
        return {
          reply: answer(201, { ...operatorsMember(owner), ...linkFields(publicUrl, token) }),
          target: { targetType: 'user', targetId: userId, merchantId },
        }
      }
    },
  }),
  localAction({
    operationId: 'listMembers',
    method: 'GET',
    path: '/admin/merchants/{merchant_id}/members',
    summary: "List the members of a merchant's team",
    async prepare({ params }) {
      return async (trx) => {
        const { merchantId } = await commands.getMerchant(trx, params.merchant_id ?? '')
        return { reply: answer(200, (await listMembers(trx, merchantId)).map(operatorsMember)) }
      }
    },
  }),
  localAction<z.ZodObject, z.output<typeof linkSchema>>({
    operationId: 'resetSecondFactor',
    method: 'POST',
    path: '/admin/merchants/{merchant_id}/second-factor-resets',
    summary: 'Remove the authenticator app, recovery codes and passkeys of a member, and end the sessions',
    body: jsonBody(linkSchema),
    async prepare({ params, document }, { credentials }) {
      return async (trx) => {
        const { merchantId } = await commands.getMerchant(trx, params.merchant_id ?? '')
        const member = await findMemberByEmail(trx, { merchantId, email: document.email })
        if (member === undefined) throw noMember(merchantId, document.email)
        const { userId } = member
        const { sessionIds } = await resetSecondFactors(trx, member)
        return {
          reply: answer(200, operatorsMember(member)),
          target: { targetType: 'user', targetId: userId, merchantId },
          async announce() {
            for (const id of [userId, ...sessionIds]) await credentials.announceChange(id)
          },
        }
      }
    },
  }),
  localAction<z.ZodObject, z.output<typeof linkSchema>>({
    operationId: 'createSignInLink',
    method: 'POST',
    path: '/admin/merchants/{merchant_id}/sign-in-links',
    summary: 'Make a link that signs a member in, once',
    body: jsonBody(linkSchema),
    secretInAnswer: true,
    async prepare({ params, document }, { publicUrl }) {
      const { token, ...link } = mintLink()
      return async (trx) => {
        const { merchantId } = await commands.getMerchant(trx, params.merchant_id ?? '')
        const member = await findMemberByEmail(trx, { merchantId, email: document.email })
        if (member === undefined) throw noMember(merchantId, document.email)
        const { userId } = member
        await replaceLink(trx, {
          ...link,
          merchantId,
          userId,
          purpose: 'sign_in',
          createdBy: null,
          lifetimeSeconds: LINK_SECONDS,
        })
        return {
          reply: answer(201, { user_id: userId, email: member.email, ...linkFields(publicUrl, token) }),
          target: { targetType: 'user', targetId: userId, merchantId },
        }
      }
    },
  }),
  // A POST: personal data must not appear in a URL, which proxies log.
  localAction<z.ZodObject, z.output<typeof eraseSchema>>({
    operationId: 'eraseMember',
    method: 'POST',
    path: '/admin/merchants/{merchant_id}/member-erasures',
    summary: 'Erase the personal data of a member, who can then no longer sign in',
    body: jsonBody(eraseSchema),
    async prepare({ params, document }, { db, credentials, owned }) {
      const { merchantId } = await commands.getMerchant(db, params.merchant_id ?? '')
      const userId = await readUserId(db, merchantId, document)
      return async (trx) => {
        if (!(await eraseMember(trx, { merchantId, userId }))) throw noMember(merchantId, userId)
        const keyIds = await endKeysBeyond(trx, { merchantId, maker: userId })
        await owned.eraseOwnedBy(trx, { merchantId, userId })
        return {
          reply: answer(200, { user_id: userId, merchant_id: merchantId, erased: true }),
          target: { targetType: 'user', targetId: userId, merchantId },
          async announce() {
            for (const id of [userId, ...keyIds]) await credentials.announceChange(id)
          },
        }
      }
    },
  }),
]

async function readUserId(
  db: Database<IdentityDatabase>,
  merchantId: string,
  document: z.output<typeof eraseSchema>,
): Promise<string> {
  if ('user_id' in document) return document.user_id
  const member = await findMemberByEmail(db, { merchantId, email: document.email })
  if (member === undefined) throw noMember(merchantId, document.email)
  return member.userId
}
