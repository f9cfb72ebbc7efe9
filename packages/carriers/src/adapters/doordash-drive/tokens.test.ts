import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { signToken } from './tokens.ts'

const secret = Buffer.from([251, 255, 190, ...Buffer.from('a secret of DoorDash')])
const credentials = (encoding: 'base64' | 'base64url') => ({
  developer_id: 'dev-1',
  key_id: 'key-1',
  signing_secret: secret.toString(encoding),
})
const now = new Date('2026-03-02T10:00:00Z')

test.each(['base64', 'base64url'] as const)(
  'a token has the header and claims of DoorDash, signed with a %s secret',
  async (encoding) => {
    const token = await signToken(credentials(encoding), now)
    const { payload, protectedHeader } = await jwtVerify(token, secret, { currentDate: now })
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT', 'dd-ver': 'DD-JWT-V1' })
    const issuedAtS = now.getTime() / 1_000 - 30
    expect(payload).toEqual({ aud: 'doordash', iss: 'dev-1', kid: 'key-1', iat: issuedAtS, exp: issuedAtS + 330 })
  },
)
