import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface IssuedCertificate {
  /** Paths of PEM files. */
  certFile: string
  keyFile: string
  /** Contents of the files. */
  cert: Buffer
  key: Buffer
}

export interface TestAuthority {
  caFile: string
  ca: Buffer
  /** Issues a certificate with a new key. `subjectAltName` is this machine by default. */
  issue(name: string, subjectAltName?: string): IssuedCertificate
  remove(): void
}

/** A temporary authority made with openssl. `remove` deletes its folder and all that it issued. */
export function makeTestAuthority(commonName = 'Test authority'): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-authority-'))
  const path = (file: string) => join(folder, file)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', `/CN=${commonName}`, '-days', '2')
  return {
    caFile: path('ca.pem'),
    ca: readFileSync(path('ca.pem')),
    issue(name, subjectAltName = 'DNS:localhost,IP:127.0.0.1') {
      const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${subjectAltName}`]
      openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, ...subject)
      const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-copy_extensions', 'copy']
      openssl('x509', '-req', '-in', `${name}.csr`, ...authority, '-days', '2', '-out', `${name}.pem`)
      const [certFile, keyFile] = [path(`${name}.pem`), path(`${name}.key`)]
      return { certFile, keyFile, cert: readFileSync(certFile), key: readFileSync(keyFile) }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
