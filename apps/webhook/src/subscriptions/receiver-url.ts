import { isIP } from 'node:net'
import { AppError } from '@waybill/contracts/app-error'
import { errorDetail } from '@waybill/contracts/validation'
import type { AddressPolicy } from '../sending/address-policy.ts'
import { assertAllAllowed, BlockedAddress } from '../sending/connector.ts'
import type { ResolveName } from '../sending/name-resolver.ts'

/** A name that has not resolved by then is taken on trust: every connection is vetted again. */
const RESOLVE_MS = 2_000

export interface ReceiverRules {
  policy: AddressPolicy
  resolve: ResolveName
  /** Whether http may be used in test environments; in live ones it never may. */
  allowHttp: boolean
}

/** Whether a URL of this protocol may be sent to at all. */
export const isProtocolAllowed = (protocol: string, { allowHttp }: Pick<ReceiverRules, 'allowHttp'>): boolean =>
  protocol === 'https:' || (protocol === 'http:' && allowHttp)

/**
 * Why a URL cannot be a receiver in this environment, as the error to answer; undefined if it can.
 * Resolves its name, so never call it within a transaction.
 */
export async function refusalOf(
  urlText: string,
  rules: ReceiverRules & { livemode: boolean },
): Promise<AppError | undefined> {
  const url = new URL(urlText)
  if (rules.livemode && url.protocol !== 'https:') return refusal('must use https in a live environment')
  if (!isProtocolAllowed(url.protocol, rules)) return refusal('must use https')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  try {
    const addresses = isIP(hostname) === 0 ? await resolvedInTime(rules.resolve, hostname) : [hostname]
    assertAllAllowed(rules.policy, hostname, addresses)
    return undefined
  } catch (error) {
    if (error instanceof BlockedAddress) return refusal('leads to an address that webhooks are not sent to', error)
    throw error
  }
}

/** The name's addresses; none if it does not resolve, or not in time. */
async function resolvedInTime(resolve: ResolveName, hostname: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string[]>((done) => {
    timer = setTimeout(() => done([]), RESOLVE_MS)
  })
  try {
    return await Promise.race([resolve(hostname).catch(() => []), late])
  } finally {
    clearTimeout(timer)
  }
}

const refusal = (message: string, cause?: unknown): AppError =>
  new AppError('invalid_webhook_url', `url ${message}.`, {
    cause,
    details: [errorDetail(['url'], 'invalid_webhook_url', message)],
  })
