import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { closeWithin, listen } from './listen.ts'

async function aServer(answer: () => Promise<string>) {
  const app = fastify()
  const entered = Promise.withResolvers<void>()
  app.get('/', () => {
    entered.resolve()
    return answer()
  })
  const port = await listen(app, { host: '127.0.0.1', port: 0, variable: 'PORT' })
  const asked = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
  asked.catch(() => {}) // looked at in the end
  await entered.promise
  return { app, asked }
}

test('a closing server answers the requests in progress', async () => {
  const gate = Promise.withResolvers<string>()
  const { app, asked } = await aServer(() => gate.promise)
  const closed = closeWithin(app, 60_000)
  gate.resolve('answered')
  expect(await asked).toBe('answered')
  await closed
})

test('a request that outlasts the shutdown is cut off', async () => {
  const { app, asked } = await aServer(() => new Promise(() => {}))
  await closeWithin(app, 20)
  await expect(asked).rejects.toThrow('fetch failed')
})
