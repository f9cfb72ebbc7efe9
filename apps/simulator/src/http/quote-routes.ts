import type { SimulatorContext } from '../context.ts'
import { magicFault } from '../faults/magic-values.ts'
import { json } from '../faults/player.ts'
import { createOffers } from '../pricing/offers.ts'
import { quoteBody } from '../wire/wire.ts'
import type { CarrierRoute } from './carrier-request.ts'
import { parseBody } from './requests.ts'

export const quoteRoutes = ({ simulatorKey }: SimulatorContext): CarrierRoute[] => [
  {
    method: 'POST',
    path: '/quotes',
    operation: 'quote',
    findMagicFault: async (request, { carrier }) =>
      magicFault(carrier.carrierCode, 'quote', parseBody(quoteBody, request.body)),
    async answer(request, { carrier, carrierAccountId }) {
      const body = parseBody(quoteBody, request.body)
      return json(200, createOffers({ carrier, carrierAccountId, simulatorKey, body, at: new Date() }))
    },
  },
]
