/** Accounts of merchants with carriers: what they send, what the quoting service stores, what they see. */
import { z } from 'zod'
import type { ErrorDetail } from '../app-error.ts'
import type { Accepted } from '../requests/across-fields.ts'
import { changedNames, ignored, readOnly, readOnlyDetail } from '../requests/read-only-fields.ts'
import { refuse } from '../requests/validation.ts'
import { type Area, areaSchema } from '../values/area.ts'
import { requiredText } from '../values/text.ts'
import type { SealedCredentials } from './account-revision.ts'

/** `unverified`: not proven since the credentials changed. `failing`: the carrier refuses them, so it is not asked. */
const accountStatuses = ['unverified', 'verified', 'failing'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** Fields of responses that never change, and those that Waybill changes. */
const fixedNames = ['carrier_account_id', 'environment_id', 'livemode', 'carrier_code', 'created_at'] as const
const movingNames = ['status', 'failure', 'verified_at', 'credentials_set', 'callback_url', 'updated_at'] as const
type SentBack = Partial<Record<(typeof fixedNames)[number], unknown>>

const MOST_SERVICES = 100
const LONGEST_CREDENTIAL = 500

/** A base URL without a slash at its end. */
const endpoint = z
  .string()
  .trim()
  .max(2048)
  .superRefine((text, context) => {
    const url = URL.parse(text)
    if (url === null || !['http:', 'https:'].includes(url.protocol))
      refuse(context, [], 'invalid_format', 'must be an absolute http or https URL')
    else if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
      refuse(context, [], 'invalid_format', 'must not have a user name, a password, a query or a fragment')
  })
  .transform((text) => text.replace(/\/+$/, ''))

/** Never shown in an error: only names of fields are. */
const credential = z.string().trim().min(1).max(LONGEST_CREDENTIAL)

const services = z
  .array(requiredText(100))
  .min(1)
  .max(MOST_SERVICES)
  .transform((codes) => [...new Set(codes)])
  .nullable()

/** Body of POST /api/v1/carrier-accounts. Which credentials an account needs is in the carrier's descriptor. */
export const createCarrierAccountSchema = z
  .strictObject({
    carrier_code: z.string().trim().min(1).max(100),
    name: requiredText(100).describe('Your name for the account, shown in messages.'),
    credentials: z
      .record(z.string().max(100), credential)
      .describe(
        'The credentials of the account by name, as `account.fields` of `GET /api/v1/carriers` lists them. Write-only.',
      ),
    endpoint: endpoint.nullable().default(null),
    services: services
      .default(null)
      .describe(
        'Codes of the services to quote. `usps.*` stands for all that begin with `usps.`. Null, the default: all services.',
      ),
    origin: areaSchema
      .nullable()
      .default(null)
      .describe('Pickups for which quotes ask the account. Null, the default: all.'),
    enabled: z.boolean().default(true).describe('Whether quotes ask the account. Default: `true`.'),
  })
  .meta({ id: 'CreateCarrierAccount' })
export type CreateCarrierAccount = z.output<typeof createCarrierAccountSchema>

/** Body of PATCH /api/v1/carrier-accounts/{carrier_account_id}. Credentials that are left out stay as they are. */
export const updateCarrierAccountSchema = z
  .strictObject({
    name: requiredText(100).optional().describe('Your name for the account.'),
    credentials: z
      .record(z.string().max(100), credential.nullable())
      .optional()
      .describe('Credentials to replace, by name; null removes an optional one. The others stay. Write-only.'),
    endpoint: endpoint.nullable().optional(),
    services: services.optional().describe('Codes of the services to quote. Null: all.'),
    origin: areaSchema.nullable().optional().describe('Pickups for which quotes ask the account. Null: all.'),
    enabled: z.boolean().optional().describe('Whether quotes ask the account.'),
    ...Object.fromEntries(fixedNames.map((name) => [name, readOnly.optional()])),
    ...Object.fromEntries(movingNames.map((name) => [name, ignored.optional()])),
  })
  .meta({ id: 'UpdateCarrierAccount' })
export type UpdateCarrierAccount = z.output<typeof updateCarrierAccountSchema>

/** The fields of a response that was sent back which are not those of the account. */
export const wrongSentBack = (
  shown: PublicCarrierAccount,
  document: Accepted<UpdateCarrierAccount> & SentBack,
): ErrorDetail[] => changedNames(shown, document, fixedNames).map((name) => readOnlyDetail([name]))

/** Why the carrier refused the credentials, in its words. */
export interface AccountFailure {
  code: string
  message: string
  at: Date
}

/** An account as the quoting service stores it. */
export interface CarrierAccount {
  environmentId: string
  merchantId: string
  livemode: boolean
  carrierAccountId: string
  carrierCode: string
  name: string
  /** Base URL in place of the carrier's own; null: the carrier's own. */
  endpoint: string | null
  enabled: boolean
  /** Codes of the services to quote; null: all. */
  services: string[] | null
  /** Where the pickups are for which it is asked; null: anywhere. */
  origin: Area | null
  status: AccountStatus
  /** Set while the status is `failing`. */
  failure: AccountFailure | null
  /** When the carrier last accepted the credentials in a verification. */
  verifiedAt: Date | null
  /** Names of the credentials that are set. */
  credentialNames: string[]
  /** Null: erased. */
  sealed: SealedCredentials | null
  /** Counts the changes that booking needs to know. */
  revision: number
  /** Counts all changes; also the ETag. */
  version: number
  createdAt: Date
  updatedAt: Date
  deletedAt: Date | null
}

export const publicCarrierAccountSchema = z
  .object({
    carrier_account_id: z.string(),
    environment_id: z.string(),
    livemode: z.boolean(),
    carrier_code: z.string(),
    name: z.string().describe('Your name for the account.'),
    endpoint: z.string().nullable(),
    enabled: z.boolean().describe('Whether quotes ask the account.'),
    services: z.array(z.string()).nullable().describe('Codes of the services to quote. Null: all.'),
    origin: z
      .object({ country: z.string(), post_code_prefix: z.string().nullable() })
      .nullable()
      .describe('Pickups for which quotes ask the account. Null: all.'),
    status: z
      .enum(accountStatuses)
      .describe(
        '`unverified`: the credentials were not proven since they changed; quotes ask the account. `verified`: the carrier has accepted them. `failing`: it refuses them; quotes do not ask the account.',
      ),
    failure: z
      .object({
        code: z
          .string()
          .describe("The carrier's code of the refusal, or `credentials_unreadable`: Waybill cannot decrypt them."),
        message: z.string().describe("The carrier's words, to be read by a developer."),
        at: z.string().describe('When the carrier refused them first.'),
      })
      .nullable()
      .describe("The carrier's reason while the status is `failing`."),
    verified_at: z.string().nullable().describe('When the carrier last accepted the credentials in a verification.'),
    credentials_set: z.array(z.string()).describe('Names of the credentials that are set.'),
    callback_url: z
      .string()
      .nullable()
      .describe(
        'Where the carrier sends its call-backs. Null: it sends none, or this installation has no public address.',
      ),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'CarrierAccount' })
export type PublicCarrierAccount = z.output<typeof publicCarrierAccountSchema>

/** `callbackUrl`: where the carrier sends its call-backs; null: it sends none, or this installation has no public address. */
export const publicCarrierAccount = (account: CarrierAccount, callbackUrl: string | null): PublicCarrierAccount => ({
  carrier_account_id: account.carrierAccountId,
  environment_id: account.environmentId,
  livemode: account.livemode,
  carrier_code: account.carrierCode,
  name: account.name,
  endpoint: account.endpoint,
  enabled: account.enabled,
  services: account.services,
  origin: account.origin,
  status: account.status,
  failure: account.failure && { ...account.failure, at: account.failure.at.toISOString() },
  verified_at: account.verifiedAt?.toISOString() ?? null,
  credentials_set: account.credentialNames,
  callback_url: callbackUrl,
  created_at: account.createdAt.toISOString(),
  updated_at: account.updatedAt.toISOString(),
})
