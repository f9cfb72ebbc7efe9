import { type SimulatedCarrierCode, simulatedDescriptors } from '@waybill/carriers/adapters/simulated/descriptor'
import { ACCOUNT_HEADER } from '@waybill/carriers/adapters/simulated/signature'
import type { wireOffers, wireProblem } from '@waybill/carriers/adapters/simulated/wire'
import { defaultCarrierAccountId } from '@waybill/carriers/shipment-request'
import { type ReceiverAnswer, startHttpReceiver } from '@waybill/testing/http-receiver'
import type { z } from 'zod'

type Offers = z.input<typeof wireOffers>
type Offer = Offers['offers'][number]
type Problem = z.input<typeof wireProblem>

const MINUTE_MS = 60_000
const inMinutes = (minutes: number) => inMs(minutes * MINUTE_MS)

/** A time so many milliseconds from now, in the carriers' format. */
export const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

/** An offer of 10.00 plus 2.00 tax, valid for an hour. */
export const anOffer = (overrides: Partial<Offer> = {}): Offer => ({
  offer_id: 'offer-1',
  service: 'van_same_day',
  currency: 'GBP',
  exponent: 2,
  amount_minor: 1_000,
  tax_minor: 200,
  price_lines: [],
  eta_from: inMinutes(30),
  eta_to: inMinutes(60),
  expires_at: inMinutes(60),
  max_weight_grams: 30_000,
  ...overrides,
})

export const offers = (...given: Offer[]): ReceiverAnswer => ({
  status: 200,
  body: JSON.stringify({ offers: given, declined: [] } satisfies Offers),
})

export const notServed = (code = 'route_not_served'): ReceiverAnswer => ({
  status: 422,
  body: JSON.stringify({ error: { code, message: 'not by us' } } satisfies Problem),
})

export const down: ReceiverAnswer = { status: 503 }

export type CarrierAnswers = Partial<Record<SimulatedCarrierCode, ReceiverAnswer>>

/** For tests: stand-ins for the carriers of `apps/simulator`. A carrier without a script serves no route. */
export async function startCarriers() {
  const receiver = await startHttpReceiver()
  const scripts = new Map<string, ReceiverAnswer>()
  receiver.answerAlways(({ headers }) => scripts.get(String(headers[ACCOUNT_HEADER])) ?? notServed())
  return {
    url: receiver.url,
    /** Sets what each carrier answers to an environment. */
    script(environmentId: string, answers: CarrierAnswers) {
      for (const { carrierCode } of simulatedDescriptors) {
        scripts.set(defaultCarrierAccountId(environmentId, carrierCode), answers[carrierCode] ?? notServed())
      }
    },
    /** The carriers that the environment has asked. */
    requestedCarriers(environmentId: string): string[] {
      const asked = new Set(receiver.requests.map(({ headers }) => headers[ACCOUNT_HEADER]))
      const codes = simulatedDescriptors.map(({ carrierCode }) => carrierCode)
      return codes.filter((code) => asked.has(defaultCarrierAccountId(environmentId, code)))
    },
    /** Number of requests to the environment's carriers. */
    requestCount(environmentId: string): number {
      const accounts = simulatedDescriptors.map(({ carrierCode }) =>
        defaultCarrierAccountId(environmentId, carrierCode),
      )
      return receiver.requests.filter(({ headers }) => accounts.includes(String(headers[ACCOUNT_HEADER]))).length
    },
    stop: () => receiver.stop(),
  }
}
