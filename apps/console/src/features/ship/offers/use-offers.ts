import { useQueryClient } from '@tanstack/react-query'
import type { CreateQuote, CreateQuoteForShipment, Quote, QuoteOption } from '@waybill/sdk'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../../session/workspace.ts'
import { shipQueries } from '../queries.ts'

export interface Offers {
  /** Carriers are being asked. */
  isAsking: boolean
  options: readonly QuoteOption[]
  messages: Quote['messages']
}

const NONE: Offers = { isAsking: false, options: [], messages: [] }

/** Asks the carriers, and shows each answer when it comes. */
export function useOffers() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [offers, setOffers] = useState(NONE)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  /** Resolves to the stored quote, whose options can be booked. Throws the error of the API. */
  async function ask(document: CreateQuote | CreateQuoteForShipment, idempotencyKey: string): Promise<Quote> {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setOffers({ ...NONE, isAsking: true })
    try {
      for await (const item of api.quotes.stream(document, { idempotencyKey, signal: controller.signal })) {
        if (item.type === 'option') setOffers((before) => ({ ...before, options: [...before.options, item.option] }))
        if (item.type === 'message')
          setOffers((before) => ({ ...before, messages: [...before.messages, item.message] }))
        if (item.type === 'quote') {
          queryClient.setQueryData(shipQueries(api).quote(item.quote.quote_id).queryKey, item.quote)
          setOffers({ isAsking: false, options: item.quote.options, messages: item.quote.messages })
          return item.quote
        }
      }
      throw new Error('The answer ended before the quote.')
    } catch (error) {
      setOffers((before) => ({ ...before, isAsking: false }))
      throw error
    }
  }

  return { offers, ask, clear: () => setOffers(NONE) }
}
