import { type SealedSecret, type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { newSigningSecret } from '../sending/signature.ts'

/** The label that binds a sealed secret to its subscription. */
export const secretLabel = (key: { environmentId: string; subscriptionId: string; secretId: string }): string =>
  `${key.environmentId}/${key.subscriptionId}/${key.secretId}`

/** Generates a signing secret for a subscription and seals it. */
export function sealNewSecret(
  box: SecretBox,
  subscription: { environmentId: string; subscriptionId: string },
): SealedSecret & { secretId: string } {
  const secretId = newId('sec')
  return { secretId, ...box.seal(newSigningSecret(), secretLabel({ ...subscription, secretId })) }
}

/** A sealed secret as text, for answers stored for idempotent repeats. */
export const serializeSealed = ({ secretId, keyId, sealed }: SealedSecret & { secretId: string }): string =>
  [secretId, keyId, sealed.toString('base64url')].join(':')

/** Opens the output of `serializeSealed`. Throws `service_unavailable` if it cannot be opened. */
export function openSerialized(
  box: SecretBox,
  text: string,
  subscription: { environmentId: string; subscriptionId: string },
): string {
  const [secretId = '', keyId = '', sealed = ''] = text.split(':')
  const label = secretLabel({ ...subscription, secretId })
  const secret = tryOpen(box, { keyId, sealed: Buffer.from(sealed, 'base64url') }, label)
  if (secret !== undefined) return secret
  throw new AppError(
    'service_unavailable',
    'The secret created by this request cannot be decrypted. Rotate the secret with a new Idempotency-Key to get another.',
  )
}

/** A sealed secret with its key in the database. */
export interface StoredSecret extends SealedSecret {
  environmentId: string
  subscriptionId: string
  secretId: string
}
