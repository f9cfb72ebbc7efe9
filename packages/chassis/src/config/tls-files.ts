import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'

/** Paths of PEM files. */
export interface TlsFiles {
  /** Authority that signs the peer's certificate; null: the system's authorities. */
  caFile: string | null
  /** Certificate of this process and its key; both or neither. */
  certFile: string | null
  keyFile: string | null
}

export interface TlsMaterial {
  ca?: Buffer
  cert?: Buffer
  key?: Buffer
}

/** Throws if a file is unreadable or not PEM, or key and certificate do not match, as during a rotation. */
export function readTlsFiles({ caFile, certFile, keyFile }: TlsFiles): TlsMaterial {
  const material: TlsMaterial = {
    ...(caFile !== null && { ca: readFileSync(caFile) }),
    ...(certFile !== null && { cert: readFileSync(certFile) }),
    ...(keyFile !== null && { key: readFileSync(keyFile) }),
  }
  createSecureContext(material)
  return material
}

/** A description of what is inconsistent, or null. `variable` is the prefix of the variables' names. */
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
 * TLS options for drivers that keep one options object for all connections. `renew` replaces the contents of the arrays
 * with those of the files if they are valid. Throws as `readTlsFiles` does, the first time.
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
        // In the middle of a rotation. The next connection retries, and the old files may still be valid.
      }
    },
  }
}
