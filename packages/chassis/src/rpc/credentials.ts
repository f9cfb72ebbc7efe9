import { rootCertificates } from 'node:tls'
import * as grpc from '@grpc/grpc-js'
import { readTlsFiles, type TlsFiles, type TlsMaterial } from '../process/tls-files.ts'
import type { Logger } from '../telemetry/log.ts'

/** How often the files are looked at: a rotated certificate is shown to new connections this much later at most. */
const LOOK_EVERY_MS = 5_000

/** TLS between the services. The files serve both as a server's and as a client's. */
export interface RpcTls extends TlsFiles {
  /** Whether a caller must show a certificate that `caFile` has signed. */
  clientAuth: boolean
  /** For tests. */
  lookEveryMs?: number
}

/**
 * Credentials of a server. Without TLS they are plain, for a network that is private: every call is signed all the same.
 * Rotated files count for new connections; calls and connections that there are go on.
 */
export function serverCredentials(tls: RpcTls | undefined, log: Logger): grpc.ServerCredentials {
  if (!tls) return grpc.ServerCredentials.createInsecure()
  const files = watchedFiles(tls, log)
  // The library takes them in this order, whatever it calls them: our own certificate, then the callers' authority.
  const callers = tls.clientAuth ? files : null
  return grpc.experimental.createCertificateProviderServerCredentials(files, callers, tls.clientAuth)
}

/** Credentials of a client; the counterpart of `serverCredentials`. The server's certificate must name the host that is called. */
export function clientCredentials(tls: RpcTls | undefined, log: Logger): grpc.ChannelCredentials {
  if (!tls) return grpc.credentials.createInsecure()
  const files = watchedFiles(tls, log)
  const own = tls.certFile === null ? null : files
  return grpc.experimental.createCertificateProviderChannelCredentials(files, own, {})
}

/** Largest message either side takes: room for a page of documents, far below what would stall the event loop. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

type CaListener = grpc.experimental.CaCertificateUpdateListener
type IdentityListener = grpc.experimental.IdentityCertificateUpdateListener

/**
 * Tells gRPC what the files hold, and again when that changes. The library's own watcher passes on whatever it finds: a
 * key that is not yet the certificate's would end the process. Here the old ones stay until the new ones fit together.
 */
function watchedFiles(tls: RpcTls, log: Logger): grpc.experimental.CertificateProvider {
  const caListeners = new Set<CaListener>()
  const identityListeners = new Set<IdentityListener>()
  let material = readTlsFiles(tls)
  let mistake = ''
  let timer: NodeJS.Timeout | undefined

  const caOf = ({ ca }: TlsMaterial) => ({ caCertificate: ca ?? Buffer.from(rootCertificates.join('\n')) })
  const identityOf = ({ cert, key }: TlsMaterial) => (cert && key ? { certificate: cert, privateKey: key } : null)

  function look(): void {
    try {
      const found = readTlsFiles(tls)
      mistake = ''
      const isNew = (['ca', 'cert', 'key'] as const).some((name) => String(found[name]) !== String(material[name]))
      if (!isNew) return
      material = found
      for (const listener of identityListeners) listener(identityOf(material))
      for (const listener of caListeners) listener(caOf(material))
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
      process.nextTick(() => listener(caOf(material)))
    },
    removeCaCertificateListener: (listener) => remove(caListeners, listener),
    addIdentityCertificateListener(listener) {
      add(identityListeners, listener)
      process.nextTick(() => listener(identityOf(material)))
    },
    removeIdentityCertificateListener: (listener) => remove(identityListeners, listener),
  }
}
