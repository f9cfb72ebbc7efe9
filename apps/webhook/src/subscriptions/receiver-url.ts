import { isIP } from 'node:net'
import type { AddressPolicy } from '@waybill/chassis/outbound/address-policy'
import { assertAllAllowed, BlockedAddress } from '@waybill/chassis/outbound/connector'
import type { ResolveName } from '@waybill/chassis/outbound/name-resolver'
import { AppError } from '@waybill/contracts/app-error'
import { errorDetail } from '@waybill/contracts/requests/validation'
import ipaddr from 'ipaddr.js'

/** A name that has not resolved by then is accepted: every connection is checked again. */
const RESOLVE_MS = 2_000

export interface ReceiverRules {
  policy: AddressPolicy
  resolve: ResolveName
  /** Whether test environments may use http. Live ones never may. */
  allowHttp: boolean
}

/** Whether URLs of this protocol are allowed in any environment. */
export const isProtocolAllowed = (protocol: string, { allowHttp }: Pick<ReceiverRules, 'allowHttp'>): boolean =>
  protocol === 'https:' || (protocol === 'http:' && allowHttp)

/**
 * The error if a URL is not allowed as a receiver in this environment; undefined if it is.
 * Resolves its name, so never call it in a transaction.
 */
export async function checkReceiverUrl(
  urlText: string,
  rules: ReceiverRules & { livemode: boolean },
): Promise<AppError | undefined> {
  const url = new URL(urlText)
  if (rules.livemode && url.protocol !== 'https:') return invalidUrl('must use https in a live environment')
  if (!isProtocolAllowed(url.protocol, rules)) return invalidUrl('must use https')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  try {
    const addresses = isIP(hostname) === 0 ? await resolveWithTimeout(rules.resolve, hostname) : [hostname]
    assertAllAllowed(rules.policy, hostname, addresses)
    return undefined
  } catch (error) {
    if (error instanceof BlockedAddress) return invalidUrl(blockedText(hostname), error)
    throw error
  }
}

const blockedText = (hostname: string): string =>
  isOwnMachine(hostname)
    ? `must resolve to public addresses only: ${hostname} is the machine or container of Waybill itself (from a container, your machine is host.docker.internal)`
    : 'must resolve to public addresses only'

/** Whether the name or IP address means the machine that looks it up. */
const isOwnMachine = (hostname: string): boolean =>
  /^(.+\.)?localhost$/.test(hostname) || (ipaddr.isValid(hostname) && ipaddr.process(hostname).range() === 'loopback')

/** The name's addresses; empty if it does not resolve in time. */
async function resolveWithTimeout(resolve: ResolveName, hostname: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<string[]>((done) => {
    timer = setTimeout(() => done([]), RESOLVE_MS)
  })
  try {
    return await Promise.race([resolve(hostname).catch(() => []), timeout])
  } finally {
    clearTimeout(timer)
  }
}

const invalidUrl = (message: string, cause?: unknown): AppError =>
  new AppError('invalid_webhook_url', `url ${message}.`, {
    cause,
    details: [errorDetail(['url'], 'invalid_webhook_url', message)],
  })
