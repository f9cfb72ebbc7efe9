import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type * as grpc from '@grpc/grpc-js'
import { loadSync, type Options } from '@grpc/proto-loader'

/** Must equal the options with which the types in contracts are generated. */
const LOADER_OPTIONS: Options = {
  keepCase: true,
  longs: Number,
  enums: String,
  bytes: Buffer,
  defaults: true,
  oneofs: true,
}

/** The folder `protos` of the nearest ancestor: the repository in a work tree, the application's root in an image. */
function findProtoRoot(from: string): string {
  const candidate = join(from, 'protos')
  if (existsSync(candidate)) return candidate
  const parent = dirname(from)
  if (parent === from)
    throw new Error(`no folder "protos" above ${import.meta.dirname}: run from the repository or the image`)
  return findProtoRoot(parent)
}

const loadedPackages = new Map<string, ReturnType<typeof loadSync>>()

function loadPackage(name: string): ReturnType<typeof loadSync> {
  let loaded = loadedPackages.get(name)
  if (!loaded) {
    const root = findProtoRoot(import.meta.dirname)
    const folder = join(root, ...name.split('.'))
    const files = readdirSync(folder).filter((file) => file.endsWith('.proto'))
    loaded = loadSync(
      files.map((file) => join(folder, file)),
      { ...LOADER_OPTIONS, includeDirs: [root] },
    )
    loadedPackages.set(name, loaded)
  }
  return loaded
}

/** A request with the bytes that it was decoded from. */
export interface SentMessage<Request> {
  message: Buffer
  request: Request
}

/** The definition with requests decoded to `SentMessage`s, for a server that verifies the bytes. */
export const receivedAsSent = (definition: grpc.ServiceDefinition): grpc.ServiceDefinition =>
  Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      {
        ...method,
        requestDeserialize: (message: Buffer) => ({ message, request: method.requestDeserialize(message) }),
      },
    ]),
  )

/** The definition of a service by its full name, `waybill.shipment.v1.ShipmentService`, from the .proto files. */
export function serviceDefinition(serviceName: string): grpc.ServiceDefinition {
  const definition = loadPackage(serviceName.slice(0, serviceName.lastIndexOf('.')))[serviceName]
  if (!definition || 'format' in definition)
    throw new Error(`unknown service ${serviceName}: not defined in the protos`)
  return definition as grpc.ServiceDefinition
}
