/** Changes of a team, once for each Idempotency-Key of the merchant. */
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import type { Database } from '@waybill/chassis/postgres/database'
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { Call } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import type { IdentityDatabase } from '../../db.ts'

/** A team has no environment: its records are kept under the id of the merchant. */
export const onceInTeam = (
  db: Database<IdentityDatabase>,
  { context }: Call,
  work: (trx: Transaction<IdentityDatabase>) => Promise<Answer>,
): Promise<Answer> => answerOnce(db, { ...context, environmentId: context.merchantId }, work)

/** The answer with a one-time link as it is stored: the token is sealed. `label` names the link. */
export function sealedLink(
  box: SecretBox,
  { data, token, label }: { data: object; token: string; label: string },
): Answer {
  const { keyId, sealed } = box.seal(token, label)
  const url = `${keyId}:${sealed.toString('base64url')}`
  return { status: 201, body: envelopeBytes(successEnvelope({ ...data, url })) }
}

/** The answer as its caller gets it; a repeat gets the same bytes. */
export function openedLink<Data extends { url: string }>(
  box: SecretBox,
  stored: Answer,
  { getLabel, getUrl }: { getLabel: (data: Data) => string; getUrl: (token: string) => string },
): Answer {
  if (stored.status >= 300) return stored
  const { data } = JSON.parse(stored.body.toString()) as { data: Data }
  const [keyId = '', text = ''] = data.url.split(':')
  const token = tryOpen(box, { keyId, sealed: Buffer.from(text, 'base64url') }, getLabel(data))
  if (token === undefined)
    throw new AppError('service_unavailable', 'The link that this request made cannot be decrypted. Make a new one.')
  return { ...stored, body: envelopeBytes(successEnvelope({ ...data, url: getUrl(token) })) }
}
