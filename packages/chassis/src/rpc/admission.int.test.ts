/** Which calls a server accepts. */
import * as grpc from '@grpc/grpc-js'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { connectEcho, context, ECHO_KEY as internalKey, startEcho } from '../testing/echo-calls.ts'
import { ECHO_SERVICE as serviceName } from '../testing/echo-service.ts'
import { createSigner, type SignedCall } from './call-signature.ts'
import { serviceDefinition } from './proto.ts'

test('rejects a call not signed with the internal key', async () => {
  let calls = 0
  const { port } = await startEcho({
    ListSubscriptions: async () => {
      calls++
      return { status: 200 }
    },
  })
  await expect(
    connectEcho(port, { key: 'another key' }).ListSubscriptions({ context: context() }),
  ).rejects.toMatchObject({
    code: 'internal_error',
    cause: { code: grpc.status.UNAUTHENTICATED },
  })
  expect(calls).toBe(0)
})

/** Sends a request as it is, with a proof for other calls. Resolves to the status. */
async function sendWithProof(port: number, name: string, request: object, sign: (call: SignedCall) => grpc.Metadata) {
  const method = serviceDefinition(serviceName)[name]
  if (!method) throw new Error('no such method')
  const { path, requestSerialize, responseDeserialize } = method
  const message = requestSerialize({ context: { environment_id: 'env_1' }, document: Buffer.from('signed') })
  const metadata = sign({ path, message })
  const channel = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure())
  onTestFinished(() => channel.close())
  return await new Promise((resolve) => {
    channel.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, (error) =>
      resolve(error?.code ?? grpc.status.OK),
    )
  })
}

test('rejects a proof that was made for another message', async () => {
  const { port } = await startEcho()
  const sign = createSigner({ internalKey, caller: 'gateway', callee: 'webhook' })
  const send = (request: object) => sendWithProof(port, 'CreateSubscription', request, sign)
  const context = { environment_id: 'env_1' }
  expect(await send({ context, document: Buffer.from('signed') })).toBe(grpc.status.OK)
  expect(await send({ context, document: Buffer.from('another') })).toBe(grpc.status.UNAUTHENTICATED)
  expect(await send({ context: { environment_id: 'env_2' }, document: Buffer.from('signed') })).toBe(
    grpc.status.UNAUTHENTICATED,
  )
})

test('refuses a call that the table does not have, before its handler', async () => {
  let calls = 0
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const answer = async () => {
    calls++
    return { status: 200 }
  }
  const { port, metrics } = await startEcho(
    { GetDelivery: answer },
    { log: createLog({ service: 'server', destination }) },
  )
  expect((await metrics.render()).text).toMatch(/rpc_forbidden_total\{[^}]*\} 0/)
  // The types allow only the gateway to call this service.
  const client = connectEcho(port, { caller: 'quoting' as 'gateway' })
  await expect(client.GetDelivery({ context: context() })).rejects.toMatchObject({
    code: 'internal_error',
    cause: {
      code: grpc.status.PERMISSION_DENIED,
      details: 'quoting may not call /waybill.webhook.v1.WebhookService/GetDelivery of webhook',
    },
  })
  expect(calls).toBe(0)
  expect((await metrics.render()).text).toMatch(/rpc_forbidden_total\{[^}]*\} 1/)
  expect(lines).toMatchObject([
    { msg: 'rpc.forbidden', caller: 'quoting', method: '/waybill.webhook.v1.WebhookService/GetDelivery' },
  ])
})
