/** An authenticator for passkeys, in software: keeps one key, and signs as browsers have it sign. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

// biome-ignore lint/suspicious/noExplicitAny: options in the JSON form of WebAuthn
type Options = any

interface Signing {
  /** Origin of the page. */
  origin?: string
  /** Whether the authenticator asks for a PIN or fingerprint. */
  verifiesUser?: boolean
}

/** For passkeys of the gateway of the tests. */
export function createAuthenticator({ origin = 'https://api.example.com' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  const base = { id, rawId: id, type: 'public-key' }
  let userHandle = ''

  const clientData = (type: string, challenge: string, page = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: page, crossOrigin: false }))

  function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
  }

  return {
    id,
    /** Result of `navigator.credentials.create()`. */
    register({ challenge, rp, user }: Options, { origin: page, verifiesUser = true }: Signing = {}) {
      userHandle = user.id
      const flags = USER_PRESENT | HAS_CREDENTIAL | (verifiesUser ? USER_VERIFIED : 0)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      // COSE: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 32]),
        Buffer.from(y, 'base64url'),
      ])
      const data = Buffer.concat([authenticatorData(rp.id, flags, 0), Buffer.alloc(16), length, credentialId, key])
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        ...base,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, page).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Result of `navigator.credentials.get()`. */
    sign({ challenge, rpId }: Options, { counter = 0, ...signing }: Signing & { counter?: number } = {}) {
      const flags = USER_PRESENT | (signing.verifiesUser === false ? 0 : USER_VERIFIED)
      const data = authenticatorData(rpId, flags, counter)
      const client = clientData('webauthn.get', challenge, signing.origin)
      const signed = createSign('sha256').update(data).update(createHash('sha256').update(client).digest())
      return {
        ...base,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signed.sign(privateKey).toString('base64url'),
          ...(userHandle && { userHandle }),
        },
      }
    },
  }
}
