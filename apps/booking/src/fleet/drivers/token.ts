/** Tokens of drivers. Only a token's hash is stored; the gateway computes it from the request. */
import { hash, randomBytes } from 'node:crypto'
import { type SecretBox, tryOpen } from '@waybill/chassis/secrets/secret-box'
import { AppError } from '@waybill/contracts/app-error'
import type { DriverKey } from './repository.ts'

const TOKEN_BYTES = 32

/** A new token of a driver. */
export const mintToken = (): string => `wb_driver_${randomBytes(TOKEN_BYTES).toString('base64url')}`

/** Tokens are random, so a fast hash is as safe as a slow one. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

const getLabel = ({ environmentId, driverId }: DriverKey) => `driver_token/${environmentId}/${driverId}`

/** The token sealed, as text: answers are stored with it for repeats of a request. */
export function sealToken(box: SecretBox, token: string, key: DriverKey): string {
  const { keyId, sealed } = box.seal(token, getLabel(key))
  return `${keyId}:${sealed.toString('base64url')}`
}

/** Opens the output of `sealToken`. Throws `service_unavailable` if it cannot be opened. */
export function openToken(box: SecretBox, text: string, key: DriverKey): string {
  const [keyId = '', sealed = ''] = text.split(':')
  const token = tryOpen(box, { keyId, sealed: Buffer.from(sealed, 'base64url') }, getLabel(key))
  if (token !== undefined) return token
  const message = `The token that this request made for driver ${key.driverId} cannot be decrypted. Make a new token with a new Idempotency-Key.`
  throw new AppError('service_unavailable', message)
}
