import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openStream } from './event-stream.ts'
import { eventually } from './eventually.ts'

test('an event counts once it has arrived whole', async () => {
  const goOn = Promise.withResolvers<void>()
  const server = createServer(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('retry: 2000\n\nid: a\nevent: message\ndata: 1\n\nid: b\nevent: mess')
    await goOn.promise
    response.end('age\ndata: 2\n\n')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const stream = await openStream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const first = { id: 'a', event: 'message', data: '1' }
  await eventually(() => expect(stream.text()).toMatch(/mess$/))
  expect(stream.events()).toEqual([first])
  goOn.resolve()
  await stream.ended()
  expect(stream.events()).toEqual([first, { id: 'b', event: 'message', data: '2' }])
})
