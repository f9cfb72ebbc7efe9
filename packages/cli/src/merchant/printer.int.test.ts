import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { parsePrinter, sendToPrinter } from './printer.ts'

async function startPrinter(onJob: (socket: Socket) => void) {
  const server = createServer(onJob).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

test('a printer gets every byte, and the end of the job', async () => {
  const job = Promise.withResolvers<Buffer>()
  const printer = await startPrinter((socket) => void buffer(socket).then(job.resolve, job.reject))
  const bytes = Buffer.alloc(2_000_000, '^XA')
  await sendToPrinter(printer, bytes, 30_000)
  expect((await job.promise).equals(bytes)).toBe(true)
})

test('a printer that keeps the connection open has taken the job', async () => {
  const received: Buffer[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('data', (bytes: Buffer) => received.push(bytes))
    onTestFinished(() => void socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  await sendToPrinter({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, Buffer.from('^XA'), 30_000)
  expect(Buffer.concat(received).toString()).toBe('^XA')
})

test('a printer that hangs up, does not read or is not there is exit code 4', async () => {
  const bytes = Buffer.alloc(50_000_000)
  const rude = await startPrinter((socket) => socket.destroy())
  await expect(sendToPrinter(rude, bytes, 30_000)).rejects.toMatchObject({ exitCode: 4 })
  const stuck = await startPrinter((socket) => void socket.pause())
  await expect(sendToPrinter(stuck, bytes, 5_000)).rejects.toThrow('A part of the label may have been printed.')
  await expect(sendToPrinter({ host: '127.0.0.1', port: 9 }, bytes, 30_000)).rejects.toThrow(
    'The printer 127.0.0.1:9 failed: ECONNREFUSED. Try again.',
  )
})

test('an address is read with its port, or 9100', () => {
  expect(parsePrinter('tcp://192.168.1.20:6101')).toEqual({ host: '192.168.1.20', port: 6101 })
  expect(parsePrinter('tcp://zebra.local')).toEqual({ host: 'zebra.local', port: 9100 })
  expect(parsePrinter('tcp://[::1]:9100')).toEqual({ host: '::1', port: 9100 })
  for (const text of ['', '192.168.1.20', 'http://x', 'tcp://', 'tcp://x/path'])
    expect(() => parsePrinter(text)).toThrow('expected tcp://')
})
