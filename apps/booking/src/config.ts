import { defineConfig } from '@waybill/chassis/config/config'
import { serviceVariables } from '@waybill/chassis/process/service-variables'
import type { ObjectStoreOptions } from './documents/objects/open-object-store.ts'
import type { S3Options } from './documents/objects/s3-store.ts'

/** The service's variables. `read` throws one error that names every invalid one. */
export const variables = defineConfig({
  ...serviceVariables,
  SHIPMENT_URL: { type: 'target', description: 'Address of the shipment service.' },
  QUOTING_URL: { type: 'target', description: 'Address of the quoting service.' },
  WAYBILL_PUBLIC_URL: {
    type: 'url',
    default: 'http://localhost:8080',
    description: 'URL at which merchants reach the API.',
  },
  CALLBACK_BASE_URL: {
    type: 'url',
    default: null,
    description:
      'Base of the URLs for call-backs that are sent with a booking, as to the simulator; without it, carriers are polled.',
  },
  LABEL_SIGNING_KEY: {
    type: 'secret',
    description: 'Key that signs URLs of labels and proofs. Several, separated by commas: the first signs, all verify.',
  },
  CARRIER_ENCRYPTION_KEYS: {
    type: 'secret',
    description:
      'Encryption keys for credentials of carrier accounts, equal on quoting and booking: id:base64 of 32 bytes, separated by commas. The first key encrypts, all decrypt.',
  },
  CARRIER_ENDPOINTS_ALLOWED: {
    type: 'boolean',
    default: false,
    description:
      "Whether carrier accounts may name an `endpoint` in place of the carrier's own, equal on quoting and booking. It may use http and be at a private address, so allow it only if all merchants are trusted. Link-local addresses and metadata services of clouds are never called. `npm start` and `npm run stack` set it to true while nobody else can reach the API.",
  },
  SIMULATOR_URL: {
    type: 'url',
    default: null,
    description:
      'Base URL of the simulator, which may be on a private address. Without it there are no simulated carriers.',
  },
  SIMULATOR_KEY: { type: 'secret', default: '', description: "Key of the simulated carriers' accounts." },
  OBJECT_STORE_DIR: {
    type: 'string',
    default: '.waybill/objects',
    description: 'Directory for photos and signatures of proofs, unless S3_BUCKET is set. Replicas must share it.',
  },
  S3_BUCKET: { type: 'string', default: null, description: 'Bucket for photos and signatures of proofs.' },
  S3_ENDPOINT: { type: 'url', default: null, description: 'Base URL of S3 or of an S3-compatible store.' },
  S3_REGION: { type: 'string', default: 'us-east-1', description: 'Region of the bucket.' },
  S3_ACCESS_KEY_ID: { type: 'credential', default: '', description: 'Access key id for the bucket.' },
  S3_SECRET_ACCESS_KEY: { type: 'credential', default: '', description: 'Secret of the access key.' },
  AWS_ROLE_ARN: {
    type: 'string',
    default: null,
    description: 'Role with access to the bucket, in place of an access key.',
  },
  AWS_WEB_IDENTITY_TOKEN_FILE: { type: 'string', default: null, description: 'File with the token for the role.' },
  AWS_ENDPOINT_URL_STS: {
    type: 'url',
    default: null,
    description: 'Service that gives keys for the token, unless it is AWS.',
  },
  CARRIER_EXCHANGE_DAYS: {
    type: 'integer',
    default: 30,
    min: 0,
    unit: 'days',
    description: 'How long redacted requests to carriers and their responses are kept for support; 0: not at all.',
  },
})

export const readConfig = () => variables.read(process.env)

type BookingConfig = ReturnType<typeof readConfig>

/** The bucket if one is set, otherwise the directory. Throws if the bucket has no endpoint, or neither a key nor a role. */
export function objectStoreOptions(config: BookingConfig): ObjectStoreOptions {
  if (config.S3_BUCKET === null) return { directory: config.OBJECT_STORE_DIR }
  if (config.S3_ENDPOINT === null) throw new Error('S3_ENDPOINT is missing. Set it together with S3_BUCKET.')
  const credentials = bucketCredentials(config)
  return { s3: { endpoint: config.S3_ENDPOINT, bucket: config.S3_BUCKET, region: config.S3_REGION, credentials } }
}

function bucketCredentials(config: BookingConfig): S3Options['credentials'] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (accessKeyId !== '' && secretAccessKey !== '') return { accessKeyId, secretAccessKey }
  const { AWS_ROLE_ARN: arn, AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ENDPOINT_URL_STS: given } = config
  if (arn === null || tokenFile === null) {
    throw new Error(
      'The bucket has no key. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or AWS_ROLE_ARN and AWS_WEB_IDENTITY_TOKEN_FILE.',
    )
  }
  return { role: { arn, tokenFile, endpoint: given ?? `https://sts.${config.S3_REGION}.amazonaws.com` } }
}
