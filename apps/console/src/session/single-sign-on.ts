/** Signing in with the identity provider of a team. The browser remembers the provider; its id is no secret. */
import { type FinishOidcSignIn, type OidcSignIn, WaybillError } from '@waybill/sdk'
import { finishSingleSignOn, startSingleSignOn } from './session-calls.ts'

const PROVIDER = 'waybill.provider'
const NEXT = 'waybill.sign-in.next'

export const isProviderId = (text: unknown): text is string =>
  typeof text === 'string' && /^oip_[0-9a-hjkmnp-tv-z]{26}$/.test(text)

/** The provider of the link, else the one that this browser has signed in with; null: none is known. */
export function knownProvider(ofLink?: string): string | null {
  try {
    const found = ofLink ?? localStorage.getItem(PROVIDER)
    return isProviderId(found) ? found : null
  } catch {
    return ofLink ?? null
  }
}

/** The page of a provider to open, and the merchant whose team signs in there. */
export async function beginSingleSignOn(begin: { provider_id: string; confirm: boolean }): Promise<OidcSignIn> {
  return await startSingleSignOn(begin).catch((error: unknown) => {
    const isGone = error instanceof WaybillError && error.code === 'oidc_provider_not_found'
    if (isGone) localStorage.removeItem(PROVIDER)
    throw error
  })
}

/** Leaves the page for that of the provider. `next`: where to go on afterwards, a path of the console. */
export function leaveForProvider(providerId: string, begun: OidcSignIn, next: string): void {
  sessionStorage.setItem(PROVIDER, providerId)
  sessionStorage.setItem(NEXT, next)
  window.location.assign(begun.authorization_url)
}

/** Finishes the sign-in by the address at which the provider sent the browser back. */
export async function returnFromProvider(answer: FinishOidcSignIn) {
  const session = await finishSingleSignOn(answer)
  // Only a provider that has let somebody in is offered again: a stranger's link is not.
  localStorage.setItem(PROVIDER, sessionStorage.getItem(PROVIDER) ?? '')
  const next = sessionStorage.getItem(NEXT) || undefined
  for (const key of [PROVIDER, NEXT]) sessionStorage.removeItem(key)
  return { session, next }
}
