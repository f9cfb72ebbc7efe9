/** Passkeys of this browser. The library is loaded when one is used. */
import type { CreatePasskey, PasskeyOptions, SignInWithPasskey } from '@waybill/sdk'

const webauthn = () => import('@simplewebauthn/browser')

/** Browsers keep passkeys for host names, over https or on localhost; never for an address. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Whether passkeys can be offered in the e-mail field, as saved passwords are. */
export const canOfferPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

type Json<T> = T extends (options: { optionsJSON: infer J }) => unknown ? J : never

/** Asks for a passkey; with `inField` among the suggestions of the e-mail field. Rejects if the person does not give one. */
export async function askForPasskey(
  { options }: PasskeyOptions,
  { inField = false } = {},
): Promise<SignInWithPasskey['credential']> {
  const { startAuthentication } = await webauthn()
  const { clientExtensionResults: _, ...credential } = await startAuthentication({
    optionsJSON: options as unknown as Json<typeof startAuthentication>,
    useBrowserAutofill: inField,
  })
  return credential
}

/** Makes a passkey. Rejects if the person does not want one, or has one on this device. */
export async function makePasskey({ options }: PasskeyOptions): Promise<CreatePasskey['credential']> {
  const { startRegistration } = await webauthn()
  const { clientExtensionResults: _, ...credential } = await startRegistration({
    optionsJSON: options as unknown as Json<typeof startRegistration>,
  })
  return credential
}

/** Takes the offer out of the e-mail field. */
export const withdrawPasskeys = async (): Promise<void> => (await webauthn()).WebAuthnAbortService.cancelCeremony()

/** The person closed the browser's dialog, or the browser has no passkey to offer: nothing to explain. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** The authenticator has a passkey of this person already. */
export const isMadeBefore = (error: unknown): boolean => error instanceof Error && error.name === 'InvalidStateError'
