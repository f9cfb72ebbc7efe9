import type { McpServer } from '@modelcontextprotocol/server'
import { type Quote, type Waybill, WaybillError } from '@waybill/sdk'
import { z } from 'zod'
import { answer, done, Refusal } from '../results/answer.ts'
import { declineSchema, declineSentence, declineView, nameOfOffer, offerSchema, offerView } from '../results/views.ts'
import type { Session } from '../session.ts'
import { registerShipment } from './create-shipment.ts'
import { shipmentDocument, shipmentId } from './inputs.ts'

const MOST_OFFERS = 30
const MOST_DECLINES = 30
/** Offers that end sooner are asked for again. */
const USABLE_FOR_MS = 60_000

const output = z.object({
  shipment_id: z.string(),
  quote_id: z.string().nullable(),
  offers: z.array(offerSchema).describe('Cheapest first'),
  offers_left_out: z.number(),
  declines: z.array(declineSchema).describe('Carriers and services without an offer'),
})

export function addGetRates(server: McpServer, session: Session): void {
  const { waybill, secret, config } = session
  const registering = config.allowWrites
    ? { shipment: shipmentDocument.optional().describe('Instead of shipment_id: registers this shipment first') }
    : {}
  server.registerTool(
    'get_rates',
    {
      title: 'Get offers of carriers',
      description:
        'Offers of carriers for a shipment, cheapest first, and why other carriers make none. Buys nothing. Returns the offers of the last quote while they can be booked; otherwise, and with refresh, it asks the carriers, which stores a quote.',
      inputSchema: z.strictObject({
        shipment_id: shipmentId.optional(),
        refresh: z.boolean().optional().describe('Ask the carriers even if there are offers. Default: false'),
        ...registering,
      }),
      outputSchema: output,
      // It stores a quote, and asks systems outside; nothing that exists changes.
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    (args) =>
      answer(secret, async () => {
        const document = (args as { shipment?: z.infer<typeof shipmentDocument> }).shipment
        if ((args.shipment_id === undefined) === (document === undefined)) {
          throw new Refusal(config.allowWrites ? 'Give either shipment_id or shipment.' : 'Give shipment_id.')
        }
        const id = document ? (await registerShipment(waybill, document)).shipment_id : (args.shipment_id ?? '')
        const quote = (args.refresh ? null : await usableQuote(waybill, id)) ?? (await newQuote(waybill, id))
        return ratesResult(id, quote)
      }),
  )
}

async function usableQuote(waybill: Waybill, id: string): Promise<Quote | null> {
  const [quote] = (await waybill.quotes.list({ shipment_id: id, status: 'pending', limit: 1 })).data
  if (quote === undefined) return null
  const isUsable = quote.options.some(({ expires_at }) => Date.parse(expires_at) - Date.now() > USABLE_FOR_MS)
  return isUsable ? quote : null
}

type Rates = Pick<Quote, 'options' | 'messages'> & { quote_id: string | null }

/** No offer is an answer, not an error. */
async function newQuote(waybill: Waybill, id: string): Promise<Rates> {
  try {
    return await waybill.quotes.create({ shipment_id: id })
  } catch (error) {
    if (!(error instanceof WaybillError) || error.code !== 'no_rates_available') throw error
    return { quote_id: null, options: [], messages: (error.meta.messages ?? []) as Quote['messages'] }
  }
}

function ratesResult(id: string, { quote_id, options, messages }: Rates) {
  const current = options.filter(({ expires_at }) => Date.parse(expires_at) > Date.now())
  const offers = current.slice(0, MOST_OFFERS).map((option) => offerView(option))
  const declines = messages.slice(0, MOST_DECLINES).map((message) => declineView(message))
  const sentences = [
    offers.length > 0 ? `${offers.length} offers for ${id}, cheapest first:` : `No carrier makes an offer for ${id}.`,
    ...offers.map(
      (offer) =>
        `${offer.quote_option_id}: ${nameOfOffer(offer)}, ${offer.total_amount} ${offer.currency}, delivery by ${offer.eta_to}, until ${offer.expires_at}.`,
    ),
    ...declines.map((decline) => declineSentence(decline)),
  ]
  const left = current.length - offers.length
  return done(sentences, { shipment_id: id, quote_id, offers, offers_left_out: left, declines })
}
