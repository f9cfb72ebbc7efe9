/** EasyPost's scan forms of many shipments. */
import { expect, test } from 'vitest'
import type { CarrierAdapter, ManifestRequest } from '../../carrier-adapter.ts'
import { error, stageEasyPost } from '../../testing/easypost/stage.ts'

const { stage, aCall } = stageEasyPost()
const adapter = () => stage.adapter as Required<CarrierAdapter>

const aRequest = (ids: readonly string[]): ManifestRequest => ({
  reference: 'mnf_1',
  jobs: ids.map((carrierJobId) => ({ carrierJobId, trackingNumber: null })),
  address: { name: 'Ada Baker', phone: '+1 404 555 0123' } as ManifestRequest['address'],
  shipDate: '2026-12-01',
})
const listIds = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}_${index + 1}`)
const pathTo = (id: string) => new RegExp(`/${id}$`)

test('of 45 shipments that are refused without a name, the unfit ones are found', async () => {
  const ids = listIds('shp', 45)
  stage.server.answerNext({ path: /scan_forms$/, status: 422, body: error('SCANFORM.SHIPMENTS.INVALID', 'Not all.') })
  for (const id of ids) {
    const refund = id === 'shp_42' ? 'submitted' : null
    const form = id === 'shp_3' ? { id: 'sf_9', status: 'created', tracking_codes: [] } : null
    stage.server.answerNext({ path: pathTo(id), status: 200, body: { id, refund_status: refund, scan_form: form } })
  }
  expect(await adapter().createManifest(aRequest(ids), aCall())).toMatchObject({
    kind: 'refused',
    jobs: [
      { carrierJobId: 'shp_3', message: 'It is in scan form sf_9.' },
      { carrierJobId: 'shp_42', message: 'Its refund is submitted.' },
    ],
  })
})

test('orders are read 20 at once, and a read that fails sends nothing', async () => {
  const ids = listIds('order', 45)
  const before = stage.server.requests.length
  stage.server.answerNext({ path: pathTo('order_2'), status: 403, body: error('FORBIDDEN', 'No.') })
  expect(await adapter().createManifest(aRequest(ids), aCall())).toMatchObject({ kind: 'not_sent' })
  expect(stage.server.requests.slice(before).filter(({ path }) => path.includes('order_'))).toHaveLength(20)
})
