/** Requests that browsers sign, and the check of their signatures. Pure, but for the challenges of others. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Member } from '../members/member.ts'
import type { Assertion, Registration } from './documents.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Passkey } from './repository.ts'

/** Loaded when the first passkey is used: it brings a parser of certificates. */
const webauthn = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

const toBytes = (challenge: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(challenge, 'base64url'))

/** Options for `navigator.credentials.create()`: a passkey that needs no e-mail address, and verifies its user. */
export async function registrationOptions(
  party: RelyingParty,
  { member, passkeys, challenge }: { member: Member; passkeys: readonly Passkey[]; challenge: string },
) {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'Waybill',
    rpID: party.id,
    userID: Uint8Array.from(Buffer.from(member.userId)),
    userName: member.email,
    userDisplayName: member.name,
    challenge: toBytes(challenge),
    supportedAlgorithmIDs: ALGORITHMS,
    attestationType: 'none',
    excludeCredentials: toCredentials(passkeys),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Options for `navigator.credentials.get()`. Without `passkeys`, every passkey of this installation is accepted. */
export async function assertionOptions(
  party: RelyingParty,
  { challenge, passkeys = [] }: { challenge: string; passkeys?: readonly Passkey[] },
) {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: toBytes(challenge),
    allowCredentials: toCredentials(passkeys),
    userVerification: 'required',
  })
}

type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>

const toCredentials = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports: transports as Transports }))

/** The challenge that a browser says it has signed; empty if it says nothing that can be read. */
export function challengeIn({ response }: Pick<Assertion | Registration, 'response'>): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/** The public key of a new passkey. Throws `validation_error` if it is not what the options asked for. */
export async function verifyRegistration(party: RelyingParty, registration: Registration) {
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response: { ...registration, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challengeIn(registration),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified.verified || verified.registrationInfo === undefined)
    throw validationError([
      errorDetail(['credential'], 'invalid', `is not a passkey of ${party.origin} that has verified its user`),
    ])
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    useCount: credential.counter,
    transports: [...(registration.response.transports ?? [])],
    synced: credentialBackedUp,
  }
}

/**
 * The counter after a signature by this passkey; null if the signature is not one of this installation's pages, with a verified
 * user and a counter that has grown.
 */
export async function verifyAssertion(
  party: RelyingParty,
  { assertion, passkey }: { assertion: Assertion; passkey: Passkey },
): Promise<number | null> {
  const { userHandle } = assertion.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) return null
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...assertion,
      response: { ...assertion.response, userHandle: userHandle ?? undefined },
      clientExtensionResults: {},
    } as AuthenticationResponseJSON,
    expectedChallenge: challengeIn(assertion),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.useCount,
    },
    requireUserVerification: true,
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  return verified && authenticationInfo ? authenticationInfo.newCounter : null
}
