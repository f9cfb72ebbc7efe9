/** Shared by the processes of the bare chain. */
import { join } from 'node:path'
import * as grpc from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

interface Document {
  json: Buffer
}

interface ChainPackage {
  bare: { Chain: grpc.ServiceClientConstructor }
}

type Method = 'Create' | 'Read' | 'Quote'

const loaded = grpc.loadPackageDefinition(loadSync(join(import.meta.dirname, 'chain.proto'))) as unknown as ChainPackage
const { Chain } = loaded.bare

/** Client for the process at that address; JSON in and out. */
export function connect(target: string): (method: Method, json: Buffer) => Promise<Buffer> {
  const client = new Chain(target, grpc.credentials.createInsecure())
  return (method, json) =>
    new Promise((resolve, reject) =>
      client[method]?.({ json }, (error: Error | null, reply: Document) =>
        error ? reject(error) : resolve(reply.json),
      ),
    )
}

/** Serves the methods on that port. */
export function serve(
  port: string | undefined,
  methods: Partial<Record<Method, (json: Buffer) => Promise<Buffer>>>,
): void {
  const server = new grpc.Server()
  const handlers = Object.entries(methods).map(([method, answer]) => [
    method,
    (call: grpc.ServerUnaryCall<Document, Document>, callback: grpc.sendUnaryData<Document>) =>
      void answer(call.request.json).then(
        (json) => callback(null, { json }),
        (error: Error) => callback({ code: grpc.status.INTERNAL, details: error.message }),
      ),
  ])
  server.addService(Chain.service, Object.fromEntries(handlers))
  server.bindAsync(`127.0.0.1:${port}`, grpc.ServerCredentials.createInsecure(), (error) => {
    if (error) throw error
  })
}
