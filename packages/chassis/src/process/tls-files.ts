import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'

/** Paths of PEM files. */
export interface TlsFiles {
  /** Who may have signed the other side's certificate; null: those whom the system trusts. */
  caFile: string | null
  /** Our own certificate, where the other side asks for one, and its key; both or neither. */
  certFile: string | null
  keyFile: string | null
}

export interface TlsMaterial {
  ca?: Buffer
  cert?: Buffer
  key?: Buffer
}

/** Throws when a file cannot be read, is no PEM, or the key is not the certificate's: half of a rotation, perhaps. */
export function readTlsFiles({ caFile, certFile, keyFile }: TlsFiles): TlsMaterial {
  const material: TlsMaterial = {
    ...(caFile !== null && { ca: readFileSync(caFile) }),
    ...(certFile !== null && { cert: readFileSync(certFile) }),
    ...(keyFile !== null && { key: readFileSync(keyFile) }),
  }
  createSecureContext(material)
  return material
}

/** A sentence of what cannot be meant, or null: `variable` is the first word of the variables' names. */
export function findTlsMistake(variable: string, { caFile, certFile, keyFile }: TlsFiles, url?: URL): string | null {
  if ((certFile === null) !== (keyFile === null)) {
    return `${variable}_CERT_FILE and ${variable}_KEY_FILE must be set both or neither`
  }
  const isAnySet = caFile !== null || certFile !== null
  if (isAnySet && url && !['amqps:', 'rediss:'].includes(url.protocol)) {
    const scheme = url.protocol.slice(0, -1)
    return `${variable}_CA_FILE or ${variable}_CERT_FILE is set, but ${variable}_URL begins with ${scheme}, not ${scheme}s`
  }
  return null
}

/**
 * TLS options for drivers that keep them for all their connections: what is in the arrays is what the files hold, as of
 * the last `renew` that found them whole. Throws as `readTlsFiles` does, the first time.
 */
export function renewableTlsOptions(files: TlsFiles): {
  ca?: Buffer[]
  cert?: Buffer[]
  key?: Buffer[]
  renew(): void
} {
  const inArray = (value: Buffer | undefined) => (value ? [value] : undefined)
  const { ca, cert, key } = readTlsFiles(files)
  const arrays = { ca: inArray(ca), cert: inArray(cert), key: inArray(key) }
  return {
    ...(arrays.ca && { ca: arrays.ca }),
    ...(arrays.cert && { cert: arrays.cert }),
    ...(arrays.key && { key: arrays.key }),
    renew() {
      try {
        const read = readTlsFiles(files)
        for (const name of ['ca', 'cert', 'key'] as const) {
          const value = read[name]
          if (value) arrays[name]?.splice(0, 1, value)
        }
      } catch {
        // Half of a rotation: the next connection finds the rest, and until then the old ones may still do.
      }
    },
  }
}
