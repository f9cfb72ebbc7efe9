import { createShippoAdapter } from '../../adapters/shippo/adapter.ts'
import { stageAdapter } from '../adapter-stage.ts'
import { type ShippoServer, startShippoServer } from './server.ts'
import { withCredentials } from './test-carrier.ts'

export const stageShippo = () =>
  stageAdapter<ShippoServer>({
    start: () => startShippoServer(),
    createAdapter: createShippoAdapter,
    connect: (server, account) => withCredentials(server, { ...account, endpoint: `${server.url}/` }),
    serviceCode: 'usps.ground_advantage',
  })
