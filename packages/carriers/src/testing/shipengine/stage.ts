import { createShipEngineAdapter } from '../../adapters/shipengine/adapter.ts'
import { stageAdapter } from '../adapter-stage.ts'
import { errorBody, errorObject } from './bodies.ts'
import { type ShipEngineServer, startShipEngineServer } from './server.ts'
import { withCredentials } from './test-carrier.ts'

export const stageShipEngine = () =>
  stageAdapter<ShipEngineServer>({
    start: () => startShipEngineServer(),
    createAdapter: createShipEngineAdapter,
    connect: (server, account) => withCredentials(server, { ...account, endpoint: `${server.url}/v1/` }),
    serviceCode: 'usps.ground_advantage',
    pickupInstructions: 'Ring the bell',
  })

export const error = (status: number, code: string, message: string, extra = {}) => ({
  status,
  body: errorBody(errorObject(code, message, extra)),
})
export const money = (amount: unknown) => ({ currency: 'usd', amount })
export const aRate = (extra: object = {}) => ({
  rate_id: 'se-1',
  carrier_id: 'se-241902',
  carrier_code: 'stamps_com',
  carrier_friendly_name: 'Stamps.com',
  service_code: 'usps_media_mail',
  service_type: 'USPS Media Mail',
  package_type: 'package',
  shipping_amount: money(11.38),
  ...extra,
})
export const ratesAnswer = (rate_response: object) => ({ path: /rates$/, status: 200, body: { rate_response } })
