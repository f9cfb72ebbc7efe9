/** Calls of the operations that the quoting service answers. */
import { newId } from '@waybill/contracts/ids'
import { aShipmentDocument } from '@waybill/testing/builders'
import type { OperationCall } from './operation-call.ts'

const shipment_id = newId('shp')
const quote_id = newId('qte')
const carrier_account_id = newId('cac')
const rate_card_id = newId('rtc')

const document = JSON.parse(JSON.stringify(aShipmentDocument()))
const carrierAccounts = '/api/v1/carrier-accounts'
const carrierAccount = { carrier_code: 'easypost', name: 'Shop', credentials: { api_key: 'EZTK0' } }
const rateCards = '/api/v1/rate-cards'
const rateCard = {
  name: 'City',
  service_code: 'fleet_now',
  currency: 'GBP',
  pickup_country: 'GB',
  distance_price: { base_amount: '4.00' },
}

export const quotingCalls: OperationCall[] = [
  {
    id: 'createCarrierAccount',
    path: carrierAccounts,
    body: carrierAccount,
    calls: 'QuotingService.CreateCarrierAccount',
    with: { document: carrierAccount },
  },
  {
    id: 'listCarrierAccounts',
    path: `${carrierAccounts}?limit=3`,
    calls: 'QuotingService.ListCarrierAccounts',
    with: { page: { limit: 3, cursor: '' } },
  },
  {
    id: 'getCarrierAccount',
    path: `${carrierAccounts}/${carrier_account_id}`,
    calls: 'QuotingService.GetCarrierAccount',
    with: { carrier_account_id },
  },
  {
    id: 'updateCarrierAccount',
    path: `${carrierAccounts}/${carrier_account_id}`,
    body: { enabled: false },
    calls: 'QuotingService.UpdateCarrierAccount',
    with: { carrier_account_id, document: { enabled: false } },
  },
  {
    id: 'deleteCarrierAccount',
    path: `${carrierAccounts}/${carrier_account_id}`,
    calls: 'QuotingService.DeleteCarrierAccount',
    with: { carrier_account_id },
  },
  {
    id: 'verifyCarrierAccount',
    path: `${carrierAccounts}/${carrier_account_id}/verify`,
    calls: 'QuotingService.VerifyCarrierAccount',
    with: { carrier_account_id },
  },
  {
    id: 'checkAddress',
    path: '/api/v1/addresses/check',
    body: { address: document.dropoff_address },
    calls: 'QuotingService.CheckAddress',
    with: { document: { address: document.dropoff_address } },
  },
  {
    id: 'locateAddress',
    path: '/api/v1/addresses/locate',
    body: { address: document.dropoff_address },
    calls: 'QuotingService.LocateAddress',
    with: { document: { address: document.dropoff_address } },
  },
  {
    id: 'checkShipment',
    path: '/api/v1/shipments/check',
    body: document,
    calls: 'QuotingService.CheckShipment',
    with: { document },
  },
  { id: 'createQuote', path: '/api/v1/quotes', body: document, calls: 'QuotingService.Create', with: { document } },
  {
    id: 'listQuotes',
    path: `/api/v1/quotes?shipment_id=${shipment_id}&status=pending&requested_from=2026-12-01`,
    calls: 'QuotingService.List',
    with: { shipment_id, status: 'pending', shipment_must_exist: false, requested_from: '2026-12-01T00:00:00.000Z' },
  },
  {
    id: 'listQuotesOfShipment',
    path: `/api/v1/shipments/${shipment_id}/quotes?status=expired`,
    calls: 'QuotingService.List',
    with: { shipment_id, status: 'expired', shipment_must_exist: true },
  },
  { id: 'getQuote', path: `/api/v1/quotes/${quote_id}`, calls: 'QuotingService.Get', with: { quote_id } },
  {
    id: 'listQuoteExchanges',
    path: `/api/v1/quotes/${quote_id}/exchanges?limit=3`,
    calls: 'QuotingService.ListExchanges',
    with: { quote_id, page: { limit: 3, cursor: '' } },
  },
  { id: 'listCarriers', path: '/api/v1/carriers', calls: 'QuotingService.ListCarriers', with: {} },
  { id: 'createRateCard', path: rateCards, body: rateCard, calls: 'QuotingService.CreateRateCard', with: {} },
  {
    id: 'listRateCards',
    path: `${rateCards}?limit=3`,
    calls: 'QuotingService.ListRateCards',
    with: { page: { limit: 3, cursor: '' } },
  },
  {
    id: 'getRateCard',
    path: `${rateCards}/${rate_card_id}`,
    calls: 'QuotingService.GetRateCard',
    with: { rate_card_id },
  },
  {
    id: 'updateRateCard',
    path: `${rateCards}/${rate_card_id}`,
    body: { enabled: false },
    calls: 'QuotingService.UpdateRateCard',
    with: { rate_card_id, document: { enabled: false } },
  },
  {
    id: 'deleteRateCard',
    path: `${rateCards}/${rate_card_id}`,
    calls: 'QuotingService.DeleteRateCard',
    with: { rate_card_id },
  },
]
