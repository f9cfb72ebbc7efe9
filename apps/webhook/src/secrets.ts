import { newId } from '@waybill/contracts/ids'
import type { SealedSecret, SecretBox } from './secret-box.ts'
import { newSigningSecret } from './signature.ts'

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

/** The secret that `sealedText` was made of. */
export function unsealText(
  box: SecretBox,
  text: string,
  subscription: { environmentId: string; subscriptionId: string },
): string {
  const [secretId = '', keyId = '', sealed = ''] = text.split(':')
  const label = secretLabel({ ...subscription, secretId })
  return box.open({ keyId, sealed: Buffer.from(sealed, 'base64url') }, label)
}
