/** Validates an account against its carrier's descriptor. No I/O. */
import { isIP } from 'node:net'
import type { CarrierAdapter } from '@waybill/carriers/carrier-adapter'
import type { AccountField } from '@waybill/carriers/carrier-descriptor'
import { mayBeDiscovered } from '@waybill/carriers/service-limits'
import { createTrustingPolicy } from '@waybill/chassis/outbound/address-policy'
import type { ErrorDetail } from '@waybill/contracts/app-error'
import type { DetailCode } from '@waybill/contracts/requests/detail-codes'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Credentials } from './credentials.ts'

type Adapter = Pick<CarrierAdapter, 'descriptor' | 'getMode'>

/** The parts of an account that its carrier's descriptor limits. Undefined: not sent, so not checked. */
interface Checked {
  /** All of the account, those stored before included. */
  credentials?: Credentials | undefined
  services?: readonly (string | undefined)[] | null | undefined
  endpoint?: string | null | undefined
}

/** Throws `validation_error` with every wrong field. Never shows a credential. */
export function assertAccount(
  adapter: Adapter,
  account: Checked,
  { livemode, endpointsAllowed }: { livemode: boolean; endpointsAllowed: boolean },
): void {
  const details = [
    ...(account.credentials ? credentialDetails(adapter, account.credentials, livemode) : []),
    ...serviceDetails(adapter, account.services ?? []),
  ]
  if (account.endpoint) details.push(...endpointDetails(account.endpoint, endpointsAllowed))
  if (details.length > 0) throw validationError(details)
}

const trusting = createTrustingPolicy()

function endpointDetails(endpoint: string, isAllowed: boolean): ErrorDetail[] {
  const refusal = (message: string) => [errorDetail(['endpoint'], 'endpoint_not_allowed', message)]
  if (!isAllowed) return refusal('is not allowed by the operator of this installation: leave it out')
  const host = URL.parse(endpoint)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  // A name is checked at each call.
  if (isIP(host) === 0 || trusting.allows(host)) return []
  return refusal('must not be a link-local address or a metadata service, which Waybill never calls')
}

function credentialDetails({ descriptor, getMode }: Adapter, given: Credentials, livemode: boolean): ErrorDetail[] {
  const { fields } = descriptor.account ?? { fields: [] }
  const names = fields.map(({ name }) => name)
  const details = Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const message = `is not a credential of ${descriptor.name}. It has ${names.join(', ')}`
      return errorDetail(['credentials', name], 'unknown_field', message)
    })
  for (const field of fields) {
    const value = given[field.name]
    const problem =
      readProblem(field, value) ?? wrongMode(value === undefined ? null : getMode?.({ [field.name]: value }), livemode)
    if (problem) details.push(errorDetail(['credentials', field.name], ...problem))
  }
  return details
}

/** `mode`: of one credential; null or undefined: it does not tell. */
function wrongMode(
  mode: 'test' | 'live' | null | undefined,
  livemode: boolean,
): [code: DetailCode, message: string] | null {
  const environment = livemode ? 'live' : 'test'
  if (!mode || mode === environment) return null
  const message = `is for ${mode} parcels, and this environment is a ${environment} one. Send a ${environment} one, or use a token of a ${mode} environment`
  return ['wrong_mode', message]
}

function readProblem(field: AccountField, value: string | undefined): [code: DetailCode, message: string] | null {
  if (value === undefined) return field.required ? ['required', `is required: ${field.label}`] : null
  if (field.pattern === undefined || new RegExp(field.pattern, 'u').test(value)) return null
  const example = field.example === undefined ? '' : `, such as ${field.example}`
  return ['invalid_format', `must match ${field.pattern}${example}`]
}

function serviceDetails({ descriptor }: Adapter, codes: readonly (string | undefined)[]): ErrorDetail[] {
  const known = descriptor.services.map(({ serviceCode }) => serviceCode)
  const unknown = (code: string, index: number, expected: string): ErrorDetail[] => {
    const message = `is not a service of ${descriptor.name}: ${code}. ${expected}`
    return [errorDetail(['services', index], 'unknown_service', message)]
  }
  return codes.flatMap((code, index) => {
    if (code === undefined) return []
    if (!descriptor.discoversServices) {
      return known.includes(code) ? [] : unknown(code, index, `It has ${known.join(', ')}`)
    }
    // `usps.*` stands for a service here.
    if (mayBeDiscovered(code.replace(/\.\*$/, '.any'))) return []
    return unknown(code, index, 'Its codes look like usps.priority, or usps.* for all services of USPS')
  })
}

/** Whether an account quotes a service. `usps.*` stands for all services that begin with `usps.`. */
export const isServiceEnabled = (services: readonly string[] | null, code: string): boolean =>
  services === null || services.some((one) => one === code || (one.endsWith('.*') && code.startsWith(one.slice(0, -1))))
