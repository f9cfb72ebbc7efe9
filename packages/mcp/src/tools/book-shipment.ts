import type { InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { type Booking, type Quote, type QuoteOption, type Waybill, WaybillError } from '@waybill/sdk'
import { z } from 'zod'
import { answer, done, Refusal } from '../results/answer.ts'
import { bookingSchema, bookingSentence, bookingView, offerView } from '../results/views.ts'
import type { Session } from '../session.ts'
import { assertWithinCap, book, readBooking } from '../spending/book.ts'
import { ask, canAsk, readAnswer, type Terms } from '../spending/consent.ts'
import type { Purchase } from '../spending/ledger.ts'
import { outcomeOfBooking } from '../spending/outcome.ts'
import { quoteOptionId, shipmentId } from './inputs.ts'

const output = z.object({
  booking: bookingSchema,
  spend_cap: z.object({ amount: z.string(), currency: z.string(), remaining: z.string() }),
})

export function addBookShipment(server: McpServer, session: Session): void {
  const { config, secret } = session
  const { amount, currency } = config.spendCap
  server.registerTool(
    'book_shipment',
    {
      title: 'Book an offer',
      description: `Books an offer of get_rates for a shipment. This spends money: the user is asked first, and bookings of this server may cost ${amount} ${currency} together. The same arguments again do not buy twice.`,
      inputSchema: z.strictObject({ shipment_id: shipmentId, quote_option_id: quoteOptionId }),
      outputSchema: output,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    },
    ({ shipment_id, quote_option_id }, ctx) =>
      answer(secret, () => buy({ server, session, ctx, shipmentId: shipment_id, quoteOptionId: quote_option_id })),
  )
}

interface Order {
  server: McpServer
  session: Session
  ctx: ServerContext
  shipmentId: string
  quoteOptionId: string
}

async function buy(order: Order) {
  const { session } = order
  const { waybill, ledger } = session
  const existing = await readBooking(waybill, order)
  if (existing) {
    const purchase = parsePurchase(existing.environment_id, order.shipmentId, existing.quote_option)
    ledger.settle(purchase, outcomeOfBooking(existing))
    return bookedResult(session, existing)
  }
  const { quote, option } = await findOffer(waybill, order)
  const terms: Terms = {
    ...parsePurchase(quote.environment_id, order.shipmentId, option),
    offer: offerView(option),
  }
  // A repetition finds out what became of a booking: the offer may have ended since. It may also be the call that books, so
  // the user has to have agreed lately.
  const isRepetition = ledger.isUnknown(terms)
  if (!isRepetition) {
    assertCurrent(quote, option)
    await assertWithinCap(waybill, ledger, terms)
  }
  if (!isRepetition || !session.agreements.holds(session.secret, terms)) {
    const question = await obtainConsent(order, terms, isRepetition)
    if (question) return question
  }
  return bookedResult(session, await bookOrExplain(session, terms))
}

/** The question to return to the client; null once the user has agreed. Throws a Refusal if not. */
async function obtainConsent(order: Order, terms: Terms, isRepetition: boolean): Promise<InputRequiredResult | null> {
  const { server, session, ctx } = order
  const result = isRepetition ? 'It is still not known whether an earlier call booked it.' : 'Nothing was booked.'
  if (!canAsk(server, ctx)) {
    if (session.config.allowBooking) return null
    throw new Refusal(
      `${result} Booking asks the user first, and this client cannot ask (it has no elicitation). The user can start the server with --allow-booking, or book elsewhere.`,
    )
  }
  const consent = readAnswer(ctx, terms)
  if (consent === 'accepted') {
    session.agreements.remember(session.secret, terms)
    return null
  }
  if (consent === 'refused') throw new Refusal(`The user declined. ${result} Ask again only if they raise it.`)
  if (consent === 'changed') {
    throw new Refusal(`The offer is not the one that the user was shown. ${result} Call book_shipment again.`)
  }
  const remaining = `${session.ledger.remaining(terms.environmentId)} ${terms.currency} of the spend cap remain.`
  const standing = isRepetition
    ? `An earlier call may have booked it; it is booked once, and its price is reserved. ${remaining}`
    : `Before this booking, ${remaining}`
  return ask(session.consents, ctx, terms, standing)
}

async function bookOrExplain({ waybill, ledger }: Session, terms: Terms): Promise<Booking> {
  try {
    return await book(waybill, ledger, terms)
  } catch (error) {
    if (!(error instanceof WaybillError) || !ledger.isUnknown(terms)) throw error
    throw new Refusal(
      `It is not known yet whether the booking was made (${error.code}). Call book_shipment again with the same arguments to find out: it does not buy twice. Until then, ${terms.amount} ${terms.currency} stay reserved. Book no other offer.`,
    )
  }
}

async function findOffer(waybill: Waybill, order: Pick<Order, 'shipmentId' | 'quoteOptionId'>) {
  const { data } = await waybill.quotes.list({ shipment_id: order.shipmentId, limit: 100 })
  for (const quote of data) {
    const option = quote.options.find(({ quote_option_id }) => quote_option_id === order.quoteOptionId)
    if (option) return { quote, option }
  }
  throw new Refusal(
    `${order.quoteOptionId} is not an offer for ${order.shipmentId}. Call get_rates and use a quote_option_id of its answer.`,
  )
}

function assertCurrent({ status }: Quote, { expires_at }: QuoteOption): void {
  if (status === 'pending' && Date.parse(expires_at) > Date.now()) return
  const reason = status === 'pending' ? `ended at ${expires_at}` : `belongs to a quote that is ${status}`
  throw new Refusal(`The offer ${reason}. Nothing was booked. Call get_rates for offers that can be booked.`)
}

const parsePurchase = (environmentId: string, id: string, option: QuoteOption): Purchase => ({
  environmentId,
  shipmentId: id,
  quoteOptionId: option.quote_option_id,
  amount: option.total_amount,
  currency: option.currency,
})

function bookedResult({ ledger }: Session, booking: Booking) {
  const spendCap = { ...ledger.cap, remaining: ledger.remaining(booking.environment_id) }
  const sentences = [bookingSentence(booking)]
  if (booking.status === 'pending') {
    sentences.push('The carrier has not answered yet. See track_shipment; book no other offer until it has.')
  }
  if (booking.status === 'failed' || booking.status === 'cancelled') {
    sentences.push('To book the shipment again, call get_rates for new offers.')
  }
  sentences.push(`${spendCap.remaining} of the spend cap of ${spendCap.amount} ${spendCap.currency} remain.`)
  return done(sentences, { booking: bookingView(booking), spend_cap: spendCap })
}
