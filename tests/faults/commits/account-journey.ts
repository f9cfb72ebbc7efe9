/** A merchant's own carrier account, from its creation until its credentials are erased. */
import { startEasyPostServer } from '@waybill/carriers/testing/easypost/server'
import { anAddress, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import type { Definite } from '../merchant.ts'
import type { Journeys } from './journeys.ts'

const ACCOUNTS = '/api/v1/carrier-accounts'
const REASON = { reason_code: 'fault_test' }
/** Released accounts are looked for once a minute, and the answer of the first commit is lost. */
const PATIENT = { timeoutMs: 180_000, intervalMs: 500 }
const inUnitedStates = { province: 'CA', country: 'US', town: null, latitude: null, longitude: null }

/**
 * In a separate environment, so that other quotes do not ask the account. `getMerchant` makes calls with a token that
 * throw on any other status than 2xx; `getAttempt` makes calls that return any answer.
 */
export async function useOwnAccount(
  { accepted, db, auditUrl }: Pick<Journeys, 'accepted' | 'db' | 'auditUrl'>,
  operate: Definite,
  { getMerchant, getAttempt }: Record<'getMerchant' | 'getAttempt', (token: string) => Definite>,
): Promise<void> {
  const easyPost = await startEasyPostServer()
  easyPost.setRefundOutcome('refunded') // credentials are kept while a refund is undecided
  try {
    const { merchant_id } = (await operate('POST', '/admin/merchants', { name: 'Shop with an account' })).body.data
    const environments = `/admin/merchants/${merchant_id}/environments`
    const { environment_id } = (await operate('POST', environments, { mode: 'test' })).body.data
    const key = (await operate('POST', `/admin/environments/${environment_id}/keys`, {})).body.data
    const call = getMerchant(key.access_token)
    await call('POST', '/api/v1/webhooks/subscriptions', { url: auditUrl, events: ['*'] })

    const credentials = { api_key: `EZTK${'0'.repeat(54)}` }
    const document = { carrier_code: 'easypost', name: 'Shop', endpoint: easyPost.url, credentials }
    const { carrier_account_id } = (await call('POST', ACCOUNTS, document)).body.data
    const path = `${ACCOUNTS}/${carrier_account_id}`
    await call('PATCH', path, { name: 'Shop in San Francisco' })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ error: { code: 'APIKEY.INACTIVE', message: 'This api key is no longer active.' } })
    const unauthorized = { status: 401, headers, body }
    // Marks the account as failing; the next verification clears the mark.
    easyPost.answerNext({ method: 'GET', path: /\/webhooks$/, ...unauthorized })
    await getAttempt(key.access_token)('POST', `${path}/verify`, undefined)
    await call('POST', `${path}/verify`, undefined)

    const shipment = aShipmentDocument({
      pickup_address: anAddress({
        ...inUnitedStates,
        city: 'San Francisco',
        post_code: '94107',
        phone: '+14155550100',
      }),
      dropoff_address: anAddress({
        ...inUnitedStates,
        city: 'Redondo Beach',
        post_code: '90277',
        phone: '+14155550101',
      }),
    })
    const { shipment_id } = (await call('POST', '/api/v1/shipments', shipment)).body.data
    const { options } = (await call('POST', '/api/v1/quotes', { shipment_id })).body.data
    const own = options.find((option: { carrier_code: string }) => option.carrier_code === 'easypost')
    await call('POST', `/api/v1/shipments/${shipment_id}/book`, { quote_option_id: own.quote_option_id })
    const purchases = easyPost.requests.filter(({ path }) => path.endsWith('/buy'))
    if (purchases.length !== 1) accepted.wrong.push(`${purchases.length} purchases at EasyPost instead of one`)

    // A carrier that does not know the key any more: the account is verified again, and is in order.
    easyPost.answerNext({ method: 'POST', path: /\/refund$/, ...unauthorized })
    const cancel = `/api/v1/shipments/${shipment_id}/cancel`
    await getAttempt(key.access_token)('POST', cancel, REASON)
    await call('POST', cancel, REASON)

    await call('DELETE', path, undefined)
    await eventually(async () => {
      const { rows } = await db.query(
        `select 1 from quoting.inbox where environment_id = $1 and consumer = 'carrier_account.released'`,
        [environment_id],
      )
      if (rows.length === 0) throw new Error(`the credentials of ${carrier_account_id} are not erased yet`)
    }, PATIENT)
  } finally {
    await easyPost.stop()
  }
}
