/** Credentials of carrier accounts, sealed under the label of their revision. */
import type { CarrierAccount as CallAccount } from '@waybill/carriers/carrier-adapter'
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import {
  readCredentials,
  type SealedCredentials,
  sealLabel,
} from '@waybill/contracts/carrier-accounts/account-revision'
import type { CarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'

export type Credentials = Readonly<Record<string, string>>

/** Seals credentials for a revision; null: there are none, or no key opens them. */
export type Seal = (revision: Pick<CarrierAccount, 'carrierAccountId' | 'revision'>) => SealedCredentials | null

/** Seals these credentials. */
export const sealer =
  (box: SecretBox, credentials: Credentials | null): Seal =>
  (revision) =>
    credentials && box.seal(JSON.stringify(credentials), sealLabel(revision))

/** Code of the failure of an account whose credentials no key of this installation opens. */
export const CREDENTIALS_UNREADABLE = 'credentials_unreadable'

export const unreadableMessage = ({ name }: Pick<CarrierAccount, 'name'>): string =>
  `The credentials of account ${name} cannot be decrypted. Send all of them again.`

/** Null: they are erased, or no key opens them. */
export function openCredentials(
  box: SecretBox,
  account: Pick<CarrierAccount, 'carrierAccountId' | 'revision' | 'sealed'>,
): Credentials | null {
  const text = account.sealed && tryOpen(box, account.sealed, sealLabel(account))
  return (text && readCredentials(text)) || null
}

/** The account as adapters get it. */
export const callAccount = (
  { carrierAccountId, environmentId, livemode, endpoint }: CarrierAccount,
  credentials: Credentials,
): CallAccount => ({ carrierAccountId, environmentId, livemode, credentials, endpoint })
