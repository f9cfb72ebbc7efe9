import { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { newSigningSecret } from '../sending/signature.ts'
import { findOpened, type SealedSecret, type SecretBox } from './secret-box.ts'

/** Where a subscription's secret belongs: a sealed one does not open anywhere else. */
export const secretLabel = (of: { environmentId: string; subscriptionId: string; secretId: string }): string =>
  `${of.environmentId}/${of.subscriptionId}/${of.secretId}`

/** A new signing secret of a subscription, sealed. */
export function sealNewSecret(
  box: SecretBox,
  subscription: { environmentId: string; subscriptionId: string },
): SealedSecret & { secretId: string } {
  const secretId = newId('sec')
  return { secretId, ...box.seal(newSigningSecret(), secretLabel({ ...subscription, secretId })) }
}

/** A sealed secret as text, for an answer that is kept. */
export const sealedText = ({ secretId, keyId, sealed }: SealedSecret & { secretId: string }): string =>
  [secretId, keyId, sealed.toString('base64url')].join(':')

/** The secret that `sealedText` was made of. Throws `service_unavailable` when it does not open. */
export function unsealText(
  box: SecretBox,
  text: string,
  subscription: { environmentId: string; subscriptionId: string },
): string {
  const [secretId = '', keyId = '', sealed = ''] = text.split(':')
  const label = secretLabel({ ...subscription, secretId })
  const secret = findOpened(box, { keyId, sealed: Buffer.from(sealed, 'base64url') }, label)
  if (secret !== undefined) return secret
  throw new AppError(
    'service_unavailable',
    'The secret that this call has made cannot be opened at present. Rotate it, with another Idempotency-Key, for a new one.',
  )
}

/** A sealed secret and whose it is. */
export interface StoredSecret extends SealedSecret {
  environmentId: string
  subscriptionId: string
  secretId: string
}

/**
 * What a look at a stored secret finds: sealed by the first key, as it should be; by another one, and here it is sealed
 * by the first; or by none of the box's keys, whatever their ids say.
 */
export type SecretState = { is: 'current' } | { is: 'resealed'; anew: SealedSecret } | { is: 'unopenable' }

export function secretState(box: SecretBox, stored: StoredSecret): SecretState {
  const label = secretLabel(stored)
  const secret = findOpened(box, stored, label)
  if (secret === undefined) return { is: 'unopenable' }
  return stored.keyId === box.keyIds[0] ? { is: 'current' } : { is: 'resealed', anew: box.seal(secret, label) }
}
