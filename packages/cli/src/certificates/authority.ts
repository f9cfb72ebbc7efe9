/** A certificate authority and what it issues, as PEM: ECDSA on P-256. */
import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { CliError, EXIT } from '../cli-error.ts'

/** Ten years: replacing an authority takes three rollouts. */
const AUTHORITY_DAYS = 3_650
const DAY_MS = 86_400_000
/** A certificate is valid from this long before it was made, for machines whose clock is slow. */
const CLOCK_SKEW_MS = 3_600_000
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export interface Authority {
  cert: string
  key: string
}

interface Certificate {
  /** Name of the service: the certificate's common name and its only DNS name. */
  name: string
  cert: string
  key: string
  expiresAt: Date
}

/** Loads the library at the first use: it takes 0.1 s, and other commands do not need it. */
async function loadX509() {
  await import('reflect-metadata') // the library does not load without it
  return await import('@peculiar/x509')
}

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
const newSerialNumber = () => `00${randomBytes(16).toString('hex')}` // positive

/** The times of a new certificate. */
const validity = (days: number) => ({
  notBefore: new Date(Date.now() - CLOCK_SKEW_MS),
  notAfter: new Date(Date.now() + days * DAY_MS),
})

async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  const { PemConverter } = await loadX509()
  return `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`
}

export async function makeAuthority(): Promise<Authority> {
  const x509 = await loadX509()
  const keys = await newKeys()
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=waybill-grpc',
    serialNumber: newSerialNumber(),
    ...validity(AUTHORITY_DAYS),
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { cert: `${cert.toString('pem')}\n`, key: await privateKeyPem(keys.privateKey) }
}

/** Throws a CliError if the key is not that of the certificate, or the certificate has expired. */
export function readAuthority(cert: string, key: string): Authority {
  const parsed = new X509Certificate(cert)
  if (!parsed.checkPrivateKey(createPrivateKey(key)))
    throw new CliError(EXIT.refused, 'ca.key is not the key of ca.crt.')
  if (parsed.validToDate.getTime() <= Date.now()) {
    throw new CliError(
      EXIT.refused,
      `The authority expired at ${parsed.validToDate.toISOString()}. Use a new directory.`,
    )
  }
  return { cert, key }
}

/** Issues a certificate with a new key, for servers and clients. It ends with the authority at the latest. */
export async function issueCertificate(authority: Authority, name: string, days: number): Promise<Certificate> {
  const x509 = await loadX509()
  const issuer = new x509.X509Certificate(authority.cert)
  const signingKey = await webcrypto.subtle.importKey(
    'pkcs8',
    x509.PemConverter.decodeFirst(authority.key),
    ALGORITHM,
    false,
    ['sign'],
  )
  const keys = await newKeys()
  const { notBefore, notAfter } = validity(days)
  const expiresAt = notAfter < issuer.notAfter ? notAfter : issuer.notAfter
  const cert = await x509.X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: issuer.subject,
    serialNumber: newSerialNumber(),
    notBefore,
    notAfter: expiresAt,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth, x509.ExtendedKeyUsage.clientAuth]),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { name, cert: `${cert.toString('pem')}\n`, key: await privateKeyPem(keys.privateKey), expiresAt }
}
