/** Decides which calls a server accepts: who calls, with what proof, and whether the table of calls has the method. */
import type { DetailedPeerCertificate, PeerCertificate } from 'node:tls'
import * as grpc from '@grpc/grpc-js'
import { CALLERS, type Callee, mayCall } from '@waybill/contracts/call-table'
import type { Logger } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { createVerifier } from './call-signature.ts'
import { serverDuration } from './handler.ts'

/** Part of a gRPC call that decides on its admission. */
interface IncomingCall {
  readonly metadata: grpc.Metadata
  getPath(): string
  getPeer(): string
  getAuthContext(): { sslPeerCertificate?: PeerCertificate }
}

/** Returns the status with which to refuse the call, or null to serve it. `method`: its path; of a batch, of the calls in it. */
export type Admit = (call: IncomingCall, served: { message: Buffer; method: string }) => grpc.StatusObject | null

/** `clientAuth`: callers show a certificate, and a caller must be one of the services that the certificate names. */
export function createAdmission(options: {
  callee: Callee
  internalKey: string
  clientAuth: boolean
  log: Logger
  metrics: Metrics
}): Admit {
  const { callee, clientAuth, log, metrics } = options
  const verify = createVerifier(options)
  const duration = serverDuration(metrics)
  const refusals = {
    [grpc.status.UNAUTHENTICATED]: metrics.counter({
      name: 'rpc_unauthenticated_total',
      help: 'gRPC calls refused because they were not signed with an internal key.',
    }),
    [grpc.status.PERMISSION_DENIED]: metrics.counter({
      name: 'rpc_forbidden_total',
      help: 'gRPC calls refused because the caller may not call the method, or is not the one that its certificate names.',
    }),
  }
  // Initialized to 0: `increase` would miss the first one.
  for (const counter of Object.values(refusals)) counter.inc(0)

  function refuse(code: keyof typeof refusals, path: string, details: string, logged: object): grpc.StatusObject {
    const [, service = '', method = ''] = path.split('/')
    duration.observe({ rpc_service: service, rpc_method: method, code: grpc.status[code] }, 0)
    refusals[code].inc()
    const isForbidden = code === grpc.status.PERMISSION_DENIED
    log.warn({ method: path, ...logged }, isForbidden ? 'rpc.forbidden' : 'rpc.unauthenticated')
    return { code, details, metadata: new grpc.Metadata() }
  }

  return (call, { message, method }) => {
    const proven = verify(call.metadata, { message, path: call.getPath() })
    if (proven === 'unproven') {
      const details = 'the call is not signed with the internal key'
      return refuse(grpc.status.UNAUTHENTICATED, method, details, { peer: call.getPeer() })
    }
    const { caller } = proven
    const certified = clientAuth ? namesIn(call.getAuthContext().sslPeerCertificate) : null
    const isNamed = certified === null || certified.includes(caller)
    if (isNamed && mayCall(caller, method)) return null
    const details = isNamed
      ? `${caller} may not call ${method} of ${callee}`
      : `the certificate does not name ${caller}`
    return refuse(grpc.status.PERMISSION_DENIED, method, details, { caller, certified, peer: call.getPeer() })
  }
}

/**
 * The callers that a certificate names: by the first labels of its DNS names, or by its common name if it has none, as in
 * the verification of servers.
 */
function namesIn(certificate: PeerCertificate | DetailedPeerCertificate | undefined): string[] {
  // Node quotes names with unusual characters. No caller has such a name.
  const alternatives = certificate?.subjectaltname?.includes('"') ? '' : (certificate?.subjectaltname ?? '')
  const dnsNames = alternatives.split(', ').flatMap((one) => (one.startsWith('DNS:') ? [one.slice('DNS:'.length)] : []))
  const commonName = certificate?.subject?.CN
  const names = certificate?.subjectaltname?.includes('DNS:') ? dnsNames : [commonName].flat()
  const labels = new Set(names.map((name) => name?.split('.')[0]))
  return CALLERS.filter((caller) => labels.has(caller))
}
