/** Goods that are declared to customs, from the transports that the vendors' servers serve. */
import type { CarrierCustoms, CarrierItem, QuoteRequest } from '../carrier-adapter.ts'

const usd = (amountMinor: number) => ({ currency: 'USD', exponent: 2, amountMinor })

/** Three T-shirts at 19.99 USD with 150 g each. */
export const aShirt: CarrierItem = {
  description: 'Cotton T-shirt',
  quantity: 3,
  unitValue: usd(1_999),
  unitWeightGrams: 150,
  hsCode: '6109100012',
  originCountry: 'PT',
  sku: 'TS-1',
}

export const aDeclaration: CarrierCustoms = {
  contents: 'merchandise',
  nonDelivery: 'return',
  incoterm: 'DAP',
  certify: true,
  certifySigner: 'Ada Baker',
  exportFiling: 'NOEEI 30.37(a)',
  invoiceNumber: 'INV-7',
  invoiceDate: '2026-11-28',
}

const inMontreal = {
  addressLine1: '1250 Boulevard René-Lévesque Ouest',
  city: 'Montréal',
  province: 'QC',
  postCode: 'H3B 4W8',
  country: 'CA',
}

/** A transport to Canada, declared completely unless `customs` says otherwise. */
export const toCanada = (
  request: QuoteRequest,
  customs: Partial<CarrierCustoms> = {},
  items: readonly CarrierItem[] = [aShirt],
): QuoteRequest => ({
  ...request,
  dropoff: { ...request.dropoff, ...inMontreal },
  parcels: request.parcels.map((parcel) => ({ ...parcel, items })),
  customs: { ...aDeclaration, ...customs },
})
