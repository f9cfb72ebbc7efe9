/** Checks of shipments before they are registered: what merchants send and get. */
import { z } from 'zod'
import { createOnDemandShipmentSchema, createShipmentSchema } from '../requests/shipment-documents.ts'
import { publicCarrierMessageSchema } from './carrier-message.ts'

/** Selects the schema of a check: of a shipment on demand if the body has `dispatch`, be it null. */
export const checkedSchemaFor = (body: unknown): typeof createOnDemandShipmentSchema | typeof createShipmentSchema =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, 'dispatch')
    ? createOnDemandShipmentSchema
    : createShipmentSchema

export const publicShipmentCheckSchema = z
  .object({
    messages: z
      .array(publicCarrierMessageSchema)
      .describe(
        'A text that a carrier, or its label, cannot take whole (`text_shortened`, `text_unprintable`), or options that a carrier cannot do (`option_not_supported`).',
      ),
  })
  .meta({ id: 'ShipmentCheck' })
export type PublicShipmentCheck = z.output<typeof publicShipmentCheckSchema>
