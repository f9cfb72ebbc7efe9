/**
 * How an account of a merchant with a carrier travels from the quoting service, which owns it, to the booking service: over
 * gRPC and in events, with sealed credentials only.
 */
import { z } from 'zod'
import type { CarrierAccountRevision__Output as AccountRevisionMessage } from '../gen/waybill/quoting/v1/CarrierAccountRevision.ts'

/** The state of an account after a change. */
export interface AccountRevision {
  carrierAccountId: string
  environmentId: string
  carrierCode: string
  /** Counts up from 1 without gaps. */
  revision: number
  livemode: boolean
  /** Base URL in place of the carrier's own for all calls; null: the carrier's own. */
  endpoint: string | null
  /** False: no new bookings with it. */
  enabled: boolean
  /** No new bookings with it; jobs that it has booked go on. */
  deleted: boolean
  /** The credentials as a JSON object of texts, sealed under `sealLabel`; null: erased. */
  sealed: SealedCredentials | null
}

/** The id of the key, and nonce, ciphertext and tag in one buffer. */
export interface SealedCredentials {
  keyId: string
  sealed: Buffer
}

/** The label under which the credentials of a revision are sealed. */
export const sealLabel = ({ carrierAccountId, revision }: Pick<AccountRevision, 'carrierAccountId' | 'revision'>) =>
  `carrier-account/${carrierAccountId}/${revision}`

const credentialsSchema = z.record(z.string(), z.string())

/** The credentials as they are sealed. */
export const credentialsText = (credentials: Readonly<Record<string, string>>): string => JSON.stringify(credentials)

/** Reads what `credentialsText` wrote; undefined if the text is something else. No error of a parser quotes the text. */
export function readCredentials(text: string): Record<string, string> | undefined {
  try {
    return credentialsSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

export const accountRevisionMessage = (account: AccountRevision): AccountRevisionMessage => ({
  carrier_account_id: account.carrierAccountId,
  environment_id: account.environmentId,
  carrier_code: account.carrierCode,
  revision: account.revision,
  livemode: account.livemode,
  endpoint: account.endpoint ?? '',
  enabled: account.enabled,
  deleted: account.deleted,
  sealed: account.sealed && { key_id: account.sealed.keyId, bytes: account.sealed.sealed },
})

export const accountRevisionFromMessage = (message: AccountRevisionMessage): AccountRevision => ({
  carrierAccountId: message.carrier_account_id,
  environmentId: message.environment_id,
  carrierCode: message.carrier_code,
  revision: message.revision,
  livemode: message.livemode,
  endpoint: message.endpoint || null,
  enabled: message.enabled,
  deleted: message.deleted,
  sealed: message.sealed && { keyId: message.sealed.key_id, sealed: message.sealed.bytes },
})

/**
 * Travels in the `internal` part of `carrier_account.changed`, which quoting sends for each revision. The sequence of the
 * event is the revision.
 */
export const accountChangeSchema = z.object({
  carrier_account_id: z.string().min(1),
  environment_id: z.string().min(1),
  carrier_code: z.string(),
  revision: z.number().int().positive(),
  livemode: z.boolean(),
  endpoint: z.string().nullable(),
  enabled: z.boolean(),
  deleted: z.boolean(),
  /** `bytes` is base64. */
  sealed: z.object({ key_id: z.string(), bytes: z.base64() }).nullable(),
})
type AccountChange = z.output<typeof accountChangeSchema>

export const accountChange = (account: AccountRevision): AccountChange => ({
  carrier_account_id: account.carrierAccountId,
  environment_id: account.environmentId,
  carrier_code: account.carrierCode,
  revision: account.revision,
  livemode: account.livemode,
  endpoint: account.endpoint,
  enabled: account.enabled,
  deleted: account.deleted,
  sealed: account.sealed && { key_id: account.sealed.keyId, bytes: account.sealed.sealed.toString('base64') },
})

export const accountRevisionFromChange = (change: AccountChange): AccountRevision => ({
  carrierAccountId: change.carrier_account_id,
  environmentId: change.environment_id,
  carrierCode: change.carrier_code,
  revision: change.revision,
  livemode: change.livemode,
  endpoint: change.endpoint,
  enabled: change.enabled,
  deleted: change.deleted,
  sealed: change.sealed && { keyId: change.sealed.key_id, sealed: Buffer.from(change.sealed.bytes, 'base64') },
})

/**
 * Travels in the `internal` part of `carrier_account.released`, which booking sends once no job of a deleted account is open
 * any more, also if it never had one. Quoting then erases the credentials. The event has no sequence.
 */
export const accountReleaseSchema = z.object({
  carrier_account_id: z.string().min(1),
  /** The revision that deleted the account. */
  revision: z.number().int().positive(),
})

/**
 * Travels in the `internal` part of `carrier_account.unauthorized`, which booking sends when a carrier answers a call of a
 * merchant's account with 401 or 403. Quoting then verifies the account. The event has no sequence.
 */
export const accountUnauthorizedSchema = z.object({
  carrier_account_id: z.string().min(1),
  /** The revision whose credentials were used. */
  revision: z.number().int().positive(),
})
