/** ShipEngine's answers about manifests that lack some of the labels. */
import { expect, test } from 'vitest'
import type { CarrierAdapter, ManifestRequest } from '../../carrier-adapter.ts'
import { stageShipEngine } from '../../testing/shipengine/stage.ts'

const { stage, aCall, sentTo } = stageShipEngine()
const adapter = () => stage.adapter as Required<CarrierAdapter>

const aRequest = (labels = 2): ManifestRequest => ({
  reference: 'mnf_1',
  jobs: Array.from({ length: labels }, (_, index) => ({ carrierJobId: `se-${index + 1}`, trackingNumber: null })),
  address: { name: 'Ada Baker', phone: '+1 404 555 0123' } as ManifestRequest['address'],
  shipDate: '2026-12-01',
})
const aManifest = (id: string, labelIds?: string[]) => ({
  manifest_id: id,
  submission_id: 'S1',
  ...(labelIds && { label_ids: labelIds }),
})
const answers = (body: object) => ({ path: /manifests/, status: 200, body })
const made = (manifests: object[], messages: string[] = []) =>
  answers({ manifests, manifest_requests: [], errors: messages.map((message) => ({ message })) })
const without = (...refused: object[]) => ({ manifest: { isCreated: true, refused } })

test('labels that a manifest does not list are left out of it, whether it is made, found or read', async () => {
  const { jobs, ...request } = aRequest()
  const missing = { carrierJobId: 'se-2', message: 'ShipEngine left it out of the manifest.' }
  stage.server.answerNext(made([aManifest('se-70', ['se-1'])]))
  expect(await adapter().createManifest({ ...request, jobs }, aCall())).toMatchObject(without(missing))
  stage.server.answerNext(answers({ manifests: [aManifest('se-70', ['se-1'])] }))
  expect(await adapter().findManifest({ ...request, jobs }, aCall())).toMatchObject(without(missing))
  const query = { reference: request.reference, carrierManifestId: 'se-70', jobs }
  stage.server.answerNext(answers(aManifest('se-70', ['se-1'])))
  expect(await adapter().readManifest(query, aCall())).toMatchObject(without(missing))
  stage.server.answerNext(made([aManifest('se-70', ['se-1'])], ['One label is void.']))
  const said = await adapter().readManifest({ ...query, carrierManifestId: 'requests/se-8' }, aCall())
  expect(said).toMatchObject(without({ ...missing, message: expect.stringContaining('One label is void.') }))
})

test('of a manifest without a list of its labels, the errors name those that are left out', async () => {
  stage.server.answerNext(made([aManifest('se-70')], ['Label se-2 is void.']))
  expect(await adapter().createManifest(aRequest(), aCall())).toMatchObject(
    without({ carrierJobId: 'se-2', message: expect.stringContaining('se-2 is void') }),
  )
})

test('a manifest of many labels is looked for by each label that is in none yet', async () => {
  const { jobs, ...request } = aRequest(120)
  const ids = jobs.map(({ carrierJobId }) => carrierJobId)
  const asked = () => sentTo(/manifests\?/).length
  const before = asked()
  stage.server.answerNext(answers({ manifests: [aManifest('se-70', ids)] }))
  expect(await adapter().findManifest({ ...request, jobs }, aCall())).toMatchObject(without())
  expect(asked()).toBe(before + 1)
  const parts = [ids.slice(0, 60), ids.slice(60)]
  for (const part of parts) stage.server.answerNext(answers({ manifests: [aManifest(`se-7${part[0]}`, part)] }))
  expect(await adapter().findManifest({ ...request, jobs }, aCall())).toMatchObject(without())
  expect(asked()).toBe(before + 3)
})
