import { defineConfig } from '@waybill/chassis/process/config'
import { serviceVariables } from '@waybill/chassis/process/service-variables'
import type { ObjectStoreOptions } from './documents/objects/open-object-store.ts'

/** The service's variables; `read` throws one error that names every bad one. */
export const variables = defineConfig({
  ...serviceVariables,
  SHIPMENT_URL: { type: 'target', description: 'The shipment service.' },
  QUOTING_URL: { type: 'target', description: 'The quoting service.' },
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: 'http://localhost:8080',
    description: 'Base of the addresses that merchants are given.',
  },
  CALLBACK_BASE_URL: {
    type: 'url',
    default: null,
    description: 'Base of the addresses that carriers report at; without it, carriers are asked instead.',
  },
  LABEL_SIGNING_KEY: {
    type: 'secret',
    description: 'Key that signs the addresses of labels; of several (a,b), the first signs and all are believed.',
  },
  DISPATCH_WINDOW_MS: {
    type: 'durationMs',
    default: 600_000,
    min: 1,
    unit: 'ms',
    description: 'How long a courier is looked for before an on-demand shipment fails.',
  },
  SIMULATOR_URL: {
    type: 'url',
    default: null,
    description: 'The simulator; without it there are no simulated carriers.',
  },
  SIMULATOR_KEY: { type: 'secret', default: '', description: "Key of the simulated carriers' accounts." },
  OBJECT_STORE_DIR: {
    type: 'string',
    default: '.waybill/objects',
    description: 'Directory of the photos and signatures of proofs, unless S3_BUCKET is given; replicas must share it.',
  },
  S3_BUCKET: { type: 'string', default: null, description: 'Bucket of the photos and signatures of proofs.' },
  S3_ENDPOINT: { type: 'url', default: null, description: 'Base URL of S3 or of a store that speaks like it.' },
  S3_REGION: { type: 'string', default: 'us-east-1', description: 'Region of the bucket.' },
  S3_ACCESS_KEY_ID: { type: 'secret', default: '', description: 'Who writes to the bucket.' },
  S3_SECRET_ACCESS_KEY: { type: 'secret', default: '', description: 'Its secret.' },
  CARRIER_EXCHANGE_DAYS: {
    type: 'integer',
    default: 30,
    min: 0,
    unit: 'days',
    description:
      'How long what was said to carriers, and what they said, is kept for support, redacted; 0: not at all.',
  },
})

export const readConfig = () => variables.read(process.env)

export type BookingConfig = ReturnType<typeof readConfig>

/** A bucket where one is named, else a directory. Throws if the bucket is named without its address. */
export function objectStoreOf(config: BookingConfig): ObjectStoreOptions {
  if (config.S3_BUCKET === null) return { directory: config.OBJECT_STORE_DIR }
  if (config.S3_ENDPOINT === null) throw new Error('S3_ENDPOINT is missing: S3_BUCKET needs it')
  return {
    s3: {
      endpoint: config.S3_ENDPOINT,
      bucket: config.S3_BUCKET,
      region: config.S3_REGION,
      accessKeyId: config.S3_ACCESS_KEY_ID,
      secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    },
  }
}
