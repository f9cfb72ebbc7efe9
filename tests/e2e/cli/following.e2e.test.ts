/** The commands that follow the event log until they are stopped, against the running product. */
import { freePort } from '@waybill/chassis/process/free-port'
import { Webhook } from '@waybill/sdk'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { admin, get, getData, post } from '../api.ts'
import { aReference } from '../journeys.ts'
import { createTenant } from '../tenant.ts'
import { baseUrl, listen, openShell, type Shell, tail } from './shell.ts'

let shell: Shell
let token: string
let env: Record<string, string>
beforeAll(async () => {
  shell = openShell()
  token = (await createTenant()).access_token
  env = { WAYBILL_API_KEY: token, WAYBILL_URL: baseUrl }
})
afterAll(() => shell.remove())

async function aShipment(): Promise<string> {
  const document = aShipmentDocument({ merchant_order_ref: aReference() })
  return getData(await post('/api/v1/shipments', document, { token }), 201).shipment_id
}

/** An event that the log has: the commands begin after it, so that what comes next is in their stream. */
async function aPlaceInTheLog(): Promise<string> {
  const subjectId = await aShipment()
  return await eventually(async () => {
    const { body } = await get(`/api/v1/events?type=shipment.created&subject_id=${subjectId}`, { token })
    return body.data[0].id as string
  })
}

/** Runs the command until it has printed the text, then ends it as `kill` does. */
const untilItPrints = (command: string, text: string) => `
  ${command} > printed 2> said & pid=$!
  until grep -q ${text} printed; do kill -0 $pid; sleep 0.2; done
  kill $pid; status=0; wait $pid || status=$?
  cat printed; cat said >&2; exit $status`

test('events are printed as they happen, until the command is stopped', async () => {
  const place = await aPlaceInTheLog()
  const shipmentId = await aShipment()
  const { exitCode, out, err } = await shell.run(untilItPrints(`${tail} --after ${place}`, shipmentId), env)
  expect({ exitCode, err }).toEqual({ exitCode: 130, err: expect.stringContaining('Stopped.') })
  expect(out).toMatch(new RegExp(`^\\S+Z  shipment\\.created +${shipmentId}  evt_\\w+$`, 'm'))
  expect(err).toMatch(/Go on where this ended: waybill events tail --after evt_\w+/)
})

test('events go to a server that starts late, signed like webhooks, and any status counts', async () => {
  const place = await aPlaceInTheLog()
  const shipmentId = await aShipment()
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const port = await freePort()
  const command = `${listen?.replace('localhost:3000', `127.0.0.1:${port}`)} --event shipment.created --after ${place}`
  const running = shell.run(untilItPrints(command, '503'), { ...env, WAYBILL_WEBHOOK_SECRET: secret })
  await eventually(() =>
    expect(shell.read('said').toString()).toContain('does not respond (ECONNREFUSED). Next try in'),
  )
  const receiver = await startHttpReceiver({ port: port })
  onTestFinished(() => receiver.stop())
  receiver.answerAlways({ status: 503 })
  const { exitCode, out, err } = await running
  expect({ exitCode, err }).toEqual({ exitCode: 130, err: expect.stringContaining(`signed with ${secret}`) })
  expect(out).toMatch(/^\S+Z {2}shipment\.created +503 {2}\d+ ms {2}evt_\w+$/m)
  const [received] = receiver.requests
  expect(received?.path).toBe('/hook')
  const event = await new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {})
  expect(event.subject.id).toBe(shipmentId)
})

test('a key that is revoked ends what follows the events, with the reason', async () => {
  const tenant = await createTenant()
  const stranger = { ...env, WAYBILL_API_KEY: tenant.access_token }
  const running = shell.run(`${tail} 2> heard || { status=$?; cat heard >&2; exit $status; }`, stranger)
  await eventually(() => expect(shell.read('heard').toString()).toContain('Waiting for events.'))
  getData(await admin('DELETE', `/admin/keys/${tenant.key_id}`), 200)
  const { exitCode, err } = await running
  expect({ exitCode, err }).toEqual({ exitCode: 3, err: expect.stringContaining('Check WAYBILL_API_KEY.') })
})
