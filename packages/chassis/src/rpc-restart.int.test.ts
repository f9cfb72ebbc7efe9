import type { WebhookServiceDefinition } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { expect, onTestFinished, test } from 'vitest'
import { contextMessage, systemContext } from './call-context.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { connectRpc } from './rpc-client.ts'
import { startProgram } from './test-programs/start-program.ts'

test('a call whose server is killed under it is answered by the one that takes its place', async () => {
  const first = startProgram('rpc-echo', { PORT: '0', DELAY_MS: '60000' })
  const { port } = await first.line(({ msg }) => msg === 'server.listening')
  const client = connectRpc<WebhookServiceDefinition>({
    serviceName: 'waybill.webhook.v1.WebhookService',
    target: `127.0.0.1:${port}`,
    internalKey: 'a key of the tests',
    log: createLog({ service: 'test', level: 'silent' }),
    metrics: createMetrics({ service: 'test' }),
  })
  onTestFinished(() => client.close())

  const context = systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs: 10_000 })
  const call = client.ListSubscriptions({ context: contextMessage(context) })
  await first.line(({ msg }) => msg === 'call.entered')
  first.child.kill('SIGKILL')
  await first.exited
  const second = startProgram('rpc-echo', { PORT: String(port), DELAY_MS: '0' })
  await expect(call).resolves.toMatchObject({ status: 200, etag: String(second.child.pid) })
})
