/** Fastify → gRPC and nothing else: no credentials, validation, limits or traces. */
import { fastify } from 'fastify'
import { connect } from './chain.ts'

const [port, service = '', quoting = ''] = process.argv.slice(2)
const callService = connect(service)
const callQuoting = connect(quoting)

const app = fastify()
app.post('/api/v1/shipments', async ({ body }, reply) => {
  const json = await callService('Create', Buffer.from(JSON.stringify(body)))
  return reply.code(201).type('application/json').send(json)
})
app.post('/api/v1/quotes', async ({ body }, reply) => {
  const json = await callQuoting('Quote', Buffer.from(JSON.stringify(body)))
  return reply.code(201).type('application/json').send(json)
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
