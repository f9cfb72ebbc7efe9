import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePort } from '@waybill/chassis/process/free-port'
import { expect, onTestFinished, test } from 'vitest'
import { exitOnStartError, requireFreePort, StartError } from './start-error.ts'

test('a free port passes, and is free afterwards', async () => {
  const port = await freePort()
  await requireFreePort('127.0.0.1', port)
  await requireFreePort('127.0.0.1', port)
})

test('a port in use is named, with another one to try', async () => {
  const server = createServer().listen(await freePort(), '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const refused = requireFreePort('127.0.0.1', port)
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use.*PORT=${port + 1}`))
})

test('an address of another machine is named with the code of the system', async () => {
  await expect(requireFreePort('192.0.2.1', 8080)).rejects.toThrow(/192\.0\.2\.1 .*EADDRNOTAVAIL/)
})

test('the port to try instead is below the range that systems give to outgoing connections', async () => {
  await expect(requireFreePort('192.0.2.1', 65_535)).rejects.toThrow('PORT=8090')
})

test('an unexpected error is thrown on, with its stack', () => {
  const bug = new TypeError('undefined is not a function')
  expect(() => exitOnStartError(bug)).toThrow(bug)
})
