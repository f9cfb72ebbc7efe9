import type { Scope } from '@waybill/contracts/requests/scopes'
import type { Credential } from '@waybill/edge/credential'

/** The owner of an API key's token. */
export interface KeyCredential extends Credential {
  scopes: ReadonlySet<Scope>
}
