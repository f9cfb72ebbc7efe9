/** The names both processes of the bare chain share. */
import { join } from 'node:path'
import * as grpc from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

export interface Document {
  json: Buffer
}

interface ChainPackage {
  bare: { Chain: grpc.ServiceClientConstructor }
}

const loaded = grpc.loadPackageDefinition(loadSync(join(import.meta.dirname, 'chain.proto'))) as unknown as ChainPackage
export const Chain = loaded.bare.Chain
