/** Checks of addresses with a merchant's account, and without one. */
import { startEasyPostServer } from '@waybill/carriers/testing/easypost/server'
import type { PublicAddressCheck } from '@waybill/contracts/carrier-accounts/address-check'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccountHolder } from '../testing/accounts.ts'
import { getData, type RunningService, runningService } from '../testing/running-service.ts'

let vendor: Awaited<ReturnType<typeof startEasyPostServer>>
let service: RunningService
beforeAll(async () => {
  vendor = await startEasyPostServer()
  service = await runningService({ endpointsAllowed: true })
})
afterAll(async () => {
  await service?.stop()
  await vendor?.stop()
})

const home = { address_line_1: '179 N Harbor Dr', city: 'Redondo', province: 'CA', post_code: '90277', country: 'US' }

function aHolder() {
  const holder = anAccountHolder(service)
  const check = (document: object, changes: object = {}): Promise<Answer__Output> =>
    service.client.CheckAddress({
      context: holder.context({ route: 'POST /api/v1/addresses/check', ...changes }),
      document: Buffer.from(JSON.stringify(document)),
    })
  const connect = (key: string) =>
    holder.added({ carrier_code: 'easypost', credentials: { api_key: key }, endpoint: vendor.url })
  return { ...holder, check, connect }
}

test('the oldest account that can is asked, and what differs is suggested', async () => {
  const { check, connect } = aHolder()
  const { carrier_account_id } = await connect('EZTKcheck1')
  const found: PublicAddressCheck = getData(await check({ address: home }))
  expect(found).toMatchObject({
    status: 'corrected',
    checked_by: { carrier_code: 'easypost', carrier_account_id },
    suggestion: { city: 'REDONDO BEACH' },
    residential: true,
    messages: [],
  })
})

test('without an account the form alone is judged', async () => {
  const { check } = aHolder()
  const right: PublicAddressCheck = getData(await check({ address: home }))
  expect([right.status, right.checked_by, right.messages]).toEqual(['unknown', null, []])
  const wrong: PublicAddressCheck = getData(await check({ address: { ...home, province: 'NY' } }))
  expect(wrong).toMatchObject({ status: 'doubtful', messages: [{ pointer: '/address/post_code' }] })
})

test('a carrier that fails costs a message, or is the error if its account was named', async () => {
  const { check, connect } = aHolder()
  const { carrier_account_id } = await connect('EZTKcheck2')
  vendor.order({ carrierAccountId: 'check2', operation: 'check_address', mode: '500', times: 8 })
  const found: PublicAddressCheck = getData(await check({ address: home }))
  expect(found).toMatchObject({ status: 'unknown', checked_by: null, messages: [{ pointer: null }] })
  await expect(check({ address: home, carrier_account_id })).rejects.toMatchObject({ code: 'carrier_unavailable' })
})

test('an account of another environment, and one whose carrier checks nothing there, are refused', async () => {
  const [mine, theirs] = [aHolder(), aHolder()]
  const { carrier_account_id } = await theirs.connect('EZTKcheck3')
  await expect(mine.check({ address: home, carrier_account_id })).rejects.toMatchObject({
    code: 'carrier_account_not_found',
  })
  const { carrier_account_id: ups } = await mine.added({
    carrier_code: 'ups',
    credentials: { client_id: 'id', client_secret: 'secret', account_number: 'A1B2C3' },
  })
  const inBerlin = { address_line_1: 'Unter den Linden 1', city: 'Berlin', post_code: '10117', country: 'DE' }
  await expect(mine.check({ address: inBerlin, carrier_account_id: ups })).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ field: 'carrier_account_id' }],
  })
})

test('a wrong address names every wrong field', async () => {
  const { check } = aHolder()
  await expect(check({ address: { city: '', country: 'XX' }, colour: 'red' })).rejects.toMatchObject({
    code: 'validation_error',
    details: expect.arrayContaining([
      expect.objectContaining({ field: 'address.address_line_1' }),
      expect.objectContaining({ field: 'address.country' }),
      expect.objectContaining({ field: 'colour' }),
    ]),
  })
})
