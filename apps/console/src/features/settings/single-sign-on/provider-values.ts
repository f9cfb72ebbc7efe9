/** Pure: the form of the identity provider. */

import type { CreateOidcProvider, OidcProvider, UpdateOidcProvider } from '@waybill/sdk'
import { changedValues } from '../../../forms/changed-values.ts'

export interface ProviderValues {
  issuer: string
  client_id: string
  client_secret: string
  /** Separated by commas or spaces. */
  email_domains: string
  email_trusted: boolean
  /** Empty: nobody becomes a member without an invitation. */
  default_role: string
  required: boolean
}

export const emptyProvider: ProviderValues = {
  issuer: '',
  client_id: '',
  client_secret: '',
  email_domains: '',
  default_role: '',
  email_trusted: false,
  required: false,
}

/** Without the secret, which is never shown. */
export const providerValues = (provider: OidcProvider): ProviderValues => ({
  issuer: provider.issuer,
  client_id: provider.client_id,
  client_secret: '',
  email_domains: provider.email_domains.join(', '),
  email_trusted: provider.email_trusted,
  default_role: provider.default_role ?? '',
  required: provider.required,
})

const domainsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '')

export const toProvider = (values: ProviderValues): CreateOidcProvider => ({
  issuer: values.issuer,
  client_id: values.client_id,
  client_secret: values.client_secret,
  email_domains: domainsIn(values.email_domains),
  email_trusted: values.email_trusted,
  default_role: (values.default_role || null) as CreateOidcProvider['default_role'],
  required: values.required,
})

/** The fields that differ; the secret only if one was typed. */
export function readChanges(before: ProviderValues, now: ProviderValues): UpdateOidcProvider {
  return changedValues(toProvider(before), toProvider(now))
}
