/** The screen of a shipment to ship: its answers, and the steps up to its offers. */
import { screen, waitFor } from '@testing-library/react'
import type { Booking, ParcelPreset, PickupLocation, Quote, Shipment } from '@waybill/sdk'
import { expect } from 'vitest'
import { type Answers, created, list, quoteStream, versioned } from './api.ts'
import type { OpenScreen } from './screen.tsx'
import { aPickupLocation, someCustomsDefaults } from './settings.ts'
import { aBooking, anOption, aQuote, aShipment } from './shipments.ts'

export const ADDRESS = 'Grace Miller\nFlat 3\n7 River Road\nLondon\nN1 9GU\nUnited Kingdom\n+44 20 7946 0018'
export const OTHER_ADDRESS = 'Ada Byron\n12 St James Square\nLondon\nSW1Y 4JH\nUnited Kingdom'

/** The shipment that the page registers, as the API keeps it. */
export interface Account {
  shipment: Shipment
  quote: Quote
  booking: Booking
  presets: ParcelPreset[]
  locations: PickupLocation[]
}

export function anAccount(values: Partial<Account> = {}): { account: Account; answers: Answers } {
  const options = [anOption(), anOption({ quote_option_id: 'qop_2', service_name: 'Bike', total_amount: '9.00' })]
  const account: Account = {
    shipment: aShipment({ merchant_order_ref: 'ORDER-7' }),
    quote: aQuote({ options }),
    booking: aBooking(),
    presets: [],
    locations: [aPickupLocation()],
    ...values,
  }
  let version = 1
  return {
    account,
    answers: {
      'GET /parcel-presets': () => list(account.presets),
      'GET /pickup-locations': () => list(account.locations),
      'GET /customs-defaults': someCustomsDefaults(),
      'POST /shipments/check': { messages: [] },
      'POST /quotes': () => quoteStream(account.quote),
      'GET /quotes/:id': () => account.quote,
      'GET /shipments/:id': () => versioned(account.shipment, `"${version}"`),
      'PATCH /shipments/:id': () => {
        version += 1
        account.shipment = { ...account.shipment, updated_at: `2026-03-02T09:00:0${version}.000Z` }
        return versioned(account.shipment, `"${version}"`)
      },
      'POST /shipments/:id/book': () => created(account.booking),
      'GET /bookings/:id': () => account.booking,
      'GET /bookings/:id/label': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    },
  }
}

export const first = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)[0] as HTMLInputElement
export const sizes = { Weight: '1.25', Length: '30', Width: '20', Height: '15' }

export async function fillIn(page: OpenScreen, parcel: Record<string, string> = sizes): Promise<void> {
  await page.user.click(await screen.findByLabelText('Paste a whole address'))
  await page.user.paste(ADDRESS)
  for (const [label, text] of Object.entries(parcel)) await page.fill(screen.getByLabelText(label), text)
  await page.fill(screen.getByLabelText('Order reference'), 'ORDER-7')
}
export const askForOffers = async (page: OpenScreen) => {
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(bookButton()?.hasAttribute('disabled')).toBe(false))
}
export const bookButton = () => screen.queryByRole('button', { name: /^Book for/ })
