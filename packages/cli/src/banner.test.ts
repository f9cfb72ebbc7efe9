import { createShipmentSchema } from '@waybill/contracts/requests/shipment-documents'
import { expect, test } from 'vitest'
import { sandboxBanner } from './banner.ts'

const facts = {
  base_url: 'http://localhost:8080',
  docs_url: 'http://localhost:8080/docs',
  console_url: 'http://localhost:8080/console/sign-in#token=abc',
  access_token: 'wb_test_abc',
  merchant_id: 'mer_1',
  environment_id: 'env_1',
}

test('the banner tells every fact', () => {
  for (const fact of Object.values(facts)) expect(sandboxBanner(facts)).toContain(fact)
})

test('its first call holds a shipment that the API takes', () => {
  const [, body = ''] = /-d '(.+)'/.exec(sandboxBanner(facts)) ?? []
  expect(createShipmentSchema.safeParse(JSON.parse(body)).error).toBeUndefined()
})

test('it leads to a label and a tracking link', () => {
  const text = sandboxBanner(facts)
  for (const command of ['shipments create -', 'book shp_… --cheapest', 'label shp_… --output label.pdf'])
    expect(text).toContain(`waybill ${command}`)
  expect(text).toContain('waybill() { npm run --silent waybill -- "$@"; }')
})
