/** The question that a user answers before money is spent, and the proof of what the user was shown. */
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { nameOfOffer, type offerSchema } from '../results/views.ts'
import { AGREED_FOR_SECONDS } from './agreements.ts'
import type { Purchase } from './ledger.ts'

/** The shown and then booked offer, and nothing else. */
export interface Terms extends Purchase {
  offer: z.infer<typeof offerSchema>
}

const QUESTION = 'consent'

export type Consents = RequestStateCodec<{ terms: string }>

/** A key of this process signs the terms: neither the client nor the model can change them between question and booking. */
export const createConsents = (): Consents =>
  createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)), ttlSeconds: AGREED_FOR_SECONDS })

/** Whether the client can put a form before its user. */
export function canAsk(server: McpServer, ctx: ServerContext): boolean {
  const envelope = ctx.mcpReq.envelope as Record<string, unknown> | undefined
  const ofRequest = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
  const { elicitation } = ofRequest ?? server.server.getClientCapabilities() ?? {}
  // An empty object means forms; one that only names `url` has no forms.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** `changed`: the user was shown other terms than these. */
type Answer = 'accepted' | 'refused' | 'changed' | 'not_asked'

export function readAnswer(ctx: ServerContext, terms: Terms): Answer {
  const shown = ctx.mcpReq.requestState<{ terms: string }>()
  const response = inputResponse(ctx.mcpReq.inputResponses, QUESTION)
  if (shown === undefined || response.kind !== 'elicit') return 'not_asked'
  if (shown.terms !== JSON.stringify(terms)) return 'changed'
  return acceptedContent(ctx.mcpReq.inputResponses, QUESTION, chooseForm(terms))?.book === true ? 'accepted' : 'refused'
}

const chooseForm = ({ amount, currency }: Purchase) =>
  z.object({ book: z.boolean().meta({ title: `Book for ${amount} ${currency}`, description: 'This spends money.' }) })

/** `standing`: a sentence on the spend cap. */
export async function ask(consents: Consents, ctx: ServerContext, terms: Terms, standing: string) {
  const { offer, amount, currency, shipmentId } = terms
  const message = [
    `Book ${nameOfOffer(offer)} for ${amount} ${currency}, tax included?`,
    `Shipment ${shipmentId}; delivery from ${offer.eta_from} to ${offer.eta_to}; the offer ends at ${offer.expires_at}.`,
    standing,
  ].join('\n')
  const result: InputRequiredResult = inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicit({ message, requestedSchema: chooseForm(terms) }) },
    requestState: await consents.mint({ terms: JSON.stringify(terms) }, ctx),
  })
  return result
}
