/** Pure: the name under which browsers keep passkeys of this installation. */
import { AppError } from '@waybill/contracts/app-error'
import ipaddr from 'ipaddr.js'

export interface RelyingParty {
  /** A host name. Passkeys of one name do not work under another. */
  id: string
  /** Origin of the pages that may use them. */
  origin: string
}

/** From the public URL. Throws `passkeys_not_available` if it names an IP address, for which browsers keep no passkeys. */
export function toRelyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  if (!ipaddr.isValid(hostname.replaceAll(/^\[|\]$/g, ''))) return { id: hostname, origin }
  throw new AppError(
    'passkeys_not_available',
    `Passkeys need a host name, and this installation is at ${origin}. Ask its operator to set WAYBILL_PUBLIC_URL to a URL with a host name.`,
  )
}
