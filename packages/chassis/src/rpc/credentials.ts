import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import * as grpc from '@grpc/grpc-js'
import { readTlsFiles, type TlsFiles, type TlsMaterial } from '../config/tls-files.ts'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** Interval of checks for changed files: new connections use a rotated certificate after at most this time. */
const LOOK_EVERY_MS = 5_000

/** TLS between the services. The files serve both as a server's and as a client's. */
export interface RpcTls extends TlsFiles {
  /** Whether a caller must present a certificate signed by `caFile`. */
  clientAuth: boolean
  /** For tests. */
  lookEveryMs?: number
}

interface Observers {
  log: Logger
  metrics: Metrics
}

/**
 * Credentials of a server. Without TLS they are plaintext, for a private network: every call is still signed.
 * New connections use rotated files. Existing connections and calls continue.
 */
export function serverCredentials(tls: RpcTls | undefined, observers: Observers): grpc.ServerCredentials {
  certificateExpiry(observers.metrics)
  if (!tls) return grpc.ServerCredentials.createInsecure()
  const files = watchedFiles(tls, observers)
  // The order of arguments, despite their names in gRPC: the server's certificate, then the callers' authority.
  const callers = tls.clientAuth ? files : null
  return grpc.experimental.createCertificateProviderServerCredentials(files, callers, tls.clientAuth)
}

/** Credentials of a client; the counterpart of `serverCredentials`. The server's certificate must contain the host name. */
export function clientCredentials(tls: RpcTls | undefined, observers: Observers): grpc.ChannelCredentials {
  certificateExpiry(observers.metrics)
  if (!tls) return grpc.credentials.createInsecure()
  const files = watchedFiles(tls, observers)
  const own = tls.certFile === null ? null : files
  return grpc.experimental.createCertificateProviderChannelCredentials(files, own, {})
}

/** Without TLS it is 0, so that the series exists. */
const certificateExpiry = (metrics: Metrics) =>
  metrics.gauge({
    name: 'rpc_certificate_expires_at_seconds',
    help: 'End of the validity of the certificate for calls between services, in Unix seconds; 0 without TLS.',
  })

/** Maximum message size on both sides: enough for a page of documents, small enough not to block the event loop. */
export const MAX_MESSAGE_BYTES = 6 * 1024 * 1024

type CaListener = grpc.experimental.CaCertificateUpdateListener
type IdentityListener = grpc.experimental.IdentityCertificateUpdateListener

/**
 * Passes the files' contents to gRPC, and again when they change. gRPC's own file watcher does not check them: a key that
 * does not match the certificate yet would crash the process. Here the old pair stays until the new one matches.
 */
function watchedFiles(tls: RpcTls, { log, metrics }: Observers): grpc.experimental.CertificateProvider {
  const caListeners = new Set<CaListener>()
  const identityListeners = new Set<IdentityListener>()
  let material = readTlsFiles(tls)
  let mistake = ''
  let timer: NodeJS.Timeout | undefined
  const expiry = certificateExpiry(metrics)
  const observe = ({ cert }: TlsMaterial) => {
    if (cert) expiry.set(new X509Certificate(cert).validToDate.getTime() / 1_000)
  }
  observe(material)

  const toCa = ({ ca }: TlsMaterial) => ({ caCertificate: ca ?? Buffer.from(rootCertificates.join('\n')) })
  const toIdentity = ({ cert, key }: TlsMaterial) => (cert && key ? { certificate: cert, privateKey: key } : null)

  function look(): void {
    try {
      const found = readTlsFiles(tls)
      mistake = ''
      const isNew = (['ca', 'cert', 'key'] as const).some((name) => String(found[name]) !== String(material[name]))
      if (!isNew) return
      material = found
      observe(material)
      for (const listener of identityListeners) listener(toIdentity(material))
      for (const listener of caListeners) listener(toCa(material))
      log.info({ certFile: tls.certFile, caFile: tls.caFile }, 'tls.files_renewed')
    } catch (error) {
      const reason = String(error)
      if (reason !== mistake) log.error({ err: error, certFile: tls.certFile }, 'tls.files_unusable')
      mistake = reason
    }
  }
  function add<L>(listeners: Set<L>, listener: L): void {
    listeners.add(listener)
    timer ??= setInterval(look, tls.lookEveryMs ?? LOOK_EVERY_MS).unref()
  }
  function remove<L>(listeners: Set<L>, listener: L): void {
    listeners.delete(listener)
    if (caListeners.size + identityListeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    addCaCertificateListener(listener) {
      add(caListeners, listener)
      process.nextTick(() => listener(toCa(material)))
    },
    removeCaCertificateListener: (listener) => remove(caListeners, listener),
    addIdentityCertificateListener(listener) {
      add(identityListeners, listener)
      process.nextTick(() => listener(toIdentity(material)))
    },
    removeIdentityCertificateListener: (listener) => remove(identityListeners, listener),
  }
}
