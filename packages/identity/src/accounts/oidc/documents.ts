/** The identity provider of a team, as its owners send and see it. Pure. */
import { isId } from '@waybill/contracts/ids'
import { roles } from '@waybill/contracts/requests/roles'
import { refuse } from '@waybill/contracts/requests/validation'
import { requiredText } from '@waybill/contracts/values/text'
import { z } from 'zod'
import type { OidcProvider } from './provider-repository.ts'

const LONGEST_URL = 500
const MOST_DOMAINS = 20
/** A secret that is a signed token is longer than a random one. */
const LONGEST_SECRET = 2_000
/** Query that a provider adds to the redirect URI: a code may be a token. */
const LONGEST_QUERY = 8_000

const issuer = z
  .string()
  .trim()
  .max(LONGEST_URL)
  .superRefine((text, context) => {
    const problem = issuerProblem(text)
    if (problem) refuse(context, [], 'invalid_format', problem)
  })
  .describe(
    'The issuer identifier of the provider, as its settings show it: a URL without query, under which `/.well-known/openid-configuration` is.',
  )

function issuerProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'must be a URL such as https://login.example.com'
  const { protocol, username, password, pathname, search, hash } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be a URL that begins with https://'
  if (pathname.includes('/.well-known/')) return 'must be without /.well-known/…, which Waybill adds'
  return username || password || search || hash ? 'must be a URL without user, query and fragment' : null
}

const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u, {
    error: 'must be a domain such as example.com',
  })

const clientId = requiredText(LONGEST_URL).describe('The client id that the provider gave to Waybill.')
const clientSecret = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_SECRET)
  .describe('The client secret that the provider gave to Waybill. It is encrypted and not shown again.')
const emailDomains = z
  .array(emailDomain)
  .max(MOST_DOMAINS)
  .transform((domains) => [...new Set(domains)])
  .describe(
    'Only people with a verified address in one of these domains can sign in for the first time. Empty: any verified address of a member or an invited person.',
  )
const emailTrusted = z
  .boolean()
  .describe(
    'Whether an address counts as verified if the provider does not say so, as Microsoft Entra ID does not. Only for a provider where people cannot choose their address.',
  )
const defaultRole = z
  .enum(roles)
  .exclude(['owner'])
  .nullable()
  .describe(
    'People in `email_domains` who are not members yet join with this role at their first sign-in. Null: people must be invited first.',
  )
const required = z
  .boolean()
  .describe(
    'Whether members must sign in with the provider. Sessions that began another way are refused. Owners are exempt, in case the provider fails.',
  )

export const createOidcProviderSchema = z
  .strictObject({
    issuer,
    client_id: clientId,
    client_secret: clientSecret,
    email_domains: emailDomains.optional().default([]),
    email_trusted: emailTrusted.optional().default(false),
    default_role: defaultRole.optional().default(null),
    required: required.optional().default(false),
  })
  .meta({ id: 'CreateOidcProvider' })
export type CreateOidcProvider = z.output<typeof createOidcProviderSchema>

export const updateOidcProviderSchema = z
  .strictObject({
    issuer: issuer.optional(),
    client_id: clientId.optional(),
    client_secret: clientSecret.optional(),
    email_domains: emailDomains.optional(),
    email_trusted: emailTrusted.optional(),
    default_role: defaultRole.optional(),
    required: required.optional(),
  })
  .meta({ id: 'UpdateOidcProvider' })
export type UpdateOidcProvider = z.output<typeof updateOidcProviderSchema>

export const oidcProviderSchema = z
  .object({
    provider_id: z.string().describe('Identifier, oip_…'),
    issuer: z.string(),
    client_id: z.string(),
    email_domains: z.array(z.string()),
    email_trusted: z.boolean(),
    default_role: z.enum(roles).nullable(),
    required: z.boolean(),
    redirect_uri: z
      .string()
      .describe('Enter it at the provider: it sends people back to this URL, which no other team has.'),
    sign_in_url: z.string().describe('Link for the team: opens the page to sign in with the provider.'),
    needs_confirmation: z
      .boolean()
      .describe(
        'Whether the owner who saved it last has left the team or is no owner any more. Nobody signs in with it until an owner saves it again: send a PATCH, which may be empty.',
      ),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'OidcProvider' })

/**
 * Each team has its own, so that an answer of one provider is never sent to another one, whose owner could be an attacker:
 * RFC 9700, 4.4.2. Known before the provider is set up, which needs a client id for which providers ask for it.
 */
export const formatRedirectUri = (publicUrl: string, merchantId: string): string =>
  `${publicUrl}/console/sign-in/callback/${merchantId}`

export const oidcProviderDocument = (
  provider: OidcProvider,
  { publicUrl, needsConfirmation }: { publicUrl: string; needsConfirmation: boolean },
) => ({
  provider_id: provider.providerId,
  issuer: provider.issuer,
  client_id: provider.clientId,
  email_domains: provider.emailDomains,
  email_trusted: provider.emailTrusted,
  default_role: provider.defaultRole,
  required: provider.required,
  redirect_uri: formatRedirectUri(publicUrl, provider.merchantId),
  sign_in_url: `${publicUrl}/console/sign-in?provider=${provider.providerId}`,
  needs_confirmation: needsConfirmation,
  created_at: provider.createdAt.toISOString(),
  updated_at: provider.updatedAt.toISOString(),
})

export const oidcProviderCheckSchema = z
  .object({
    reachable: z.boolean().describe('Whether the provider answers as an OpenID Connect provider with this issuer.'),
    problem: z.string().nullable().describe('Why not; null if it does.'),
  })
  .meta({ id: 'OidcProviderCheck' })

export const beginOidcSignInSchema = z
  .strictObject({
    provider_id: z
      .string()
      .refine((text) => isId('oip', text), { error: 'must be oip_ followed by 26 lower-case letters or digits' })
      .describe('The `provider` of the sign-in link of the team.'),
    confirm: z
      .boolean()
      .default(false)
      .describe(
        'Whether the provider asks for the password anew, which confirms the session. A sign-in without it confirms the session only if the provider says that it was within the last 10 minutes (`auth_time`).',
      ),
  })
  .meta({ id: 'BeginOidcSignIn' })
export type BeginOidcSignIn = z.output<typeof beginOidcSignInSchema>

export const oidcSignInSchema = z
  .object({
    authorization_url: z.string().describe('The page of the provider to open.'),
    merchant_name: z
      .string()
      .describe('The merchant whose team signs in with it. Ask the person before you open the page of a link.'),
    expires_at: z.string(),
  })
  .meta({ id: 'OidcSignIn' })

export const finishOidcSignInSchema = z
  .strictObject({
    merchant_id: z
      .string()
      .refine((text) => isId('mer', text), { error: 'must be mer_ followed by 26 lower-case letters or digits' })
      .describe('The last part of the path at which the browser came back: the team whose provider sent it.'),
    query: z
      .string()
      .min(1)
      .max(LONGEST_QUERY)
      .describe('The query string with which the provider sent the browser back, without `?`.'),
  })
  .meta({ id: 'FinishOidcSignIn' })
export type FinishOidcSignIn = z.output<typeof finishOidcSignInSchema>
