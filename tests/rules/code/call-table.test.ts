/** The table of calls is as narrow as the code: the types refuse a call that it lacks, this test an entry without a call. */
import { serviceDefinition } from '@waybill/chassis/rpc/proto'
import { CALL_TABLE, CALLERS, mayCall, type RpcServiceName } from '@waybill/contracts/call-table'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const entries = CALLERS.flatMap((caller) =>
  Object.entries(CALL_TABLE[caller]).flatMap(([service, methods]) =>
    (methods as readonly string[]).map((method) => ({ caller, service, method })),
  ),
)
const SERVICES: Record<RpcServiceName, true> = {
  'waybill.booking.v1.BookingService': true,
  'waybill.operator.v1.OperatorService': true,
  'waybill.quoting.v1.QuotingService': true,
  'waybill.shipment.v1.ShipmentService': true,
  'waybill.webhook.v1.WebhookService': true,
}

test('the code of each caller has the calls that the table allows', () => {
  const files = sourceFiles().filter(({ isTest }) => !isTest)
  const getCode = (caller: string) =>
    files.flatMap(({ workspace, text }) => (workspace === `apps/${caller}` ? [text] : [])).join('\n')
  const code = new Map(CALLERS.map((caller) => [caller, getCode(caller)]))
  const unused = entries.filter(({ caller, method }) => !new RegExp(`\\.${method}\\b`).test(code.get(caller) ?? ''))
  expect(unused).toEqual([])
})

test('every method of every service has a caller', () => {
  const methods = Object.keys(SERVICES).flatMap((service) =>
    Object.keys(serviceDefinition(service)).map((method) => `/${service}/${method}`),
  )
  expect(methods.filter((path) => !CALLERS.some((caller) => mayCall(caller, path)))).toEqual([])
  expect(entries.filter(({ service, method }) => !methods.includes(`/${service}/${method}`))).toEqual([])
})

test('the table refuses other callers, methods and services', () => {
  expect(mayCall('booking', '/waybill.shipment.v1.ShipmentService/Claim')).toBe(true)
  expect(mayCall('gateway', '/waybill.shipment.v1.ShipmentService/Claim')).toBe(false)
  expect(mayCall('booking', '/waybill.operator.v1.OperatorService/ReplayOutbox')).toBe(false)
  expect(mayCall('booking', '/waybill.webhook.v1.WebhookService/RotateSecret')).toBe(false)
  expect(mayCall('webhook', '/waybill.shipment.v1.ShipmentService/Get')).toBe(false)
  expect(mayCall('constructor', '/waybill.shipment.v1.ShipmentService/Get')).toBe(false)
})
