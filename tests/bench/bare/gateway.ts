/** fastify → gRPC, and nothing else: no credential, no validation, no limit, no trace. */
import * as grpc from '@grpc/grpc-js'
import { fastify } from 'fastify'
import { Chain, type Document } from './chain.ts'

const [port, target] = process.argv.slice(2)
const client = new Chain(target ?? '', grpc.credentials.createInsecure())
const create = (request: Document) =>
  new Promise<Document>((resolve, reject) =>
    client.Create?.(request, (error: Error | null, reply: Document) => (error ? reject(error) : resolve(reply))),
  )

const app = fastify()
app.post('/api/v1/shipments', async (request, reply) => {
  const { json } = await create({ json: Buffer.from(JSON.stringify(request.body)) })
  return reply.code(201).type('application/json').send(json)
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
