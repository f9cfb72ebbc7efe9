import { createHash } from 'node:crypto'

export interface Driver {
  id: string
  name: string
  email: string
  phone: string
}

const NAMES = [
  'Aoife Byrne',
  'Mateus Silva',
  'Chidi Okafor',
  'Hana Sato',
  'Lena Fischer',
  'Omar Haddad',
  'Priya Nair',
  'Tomasz Nowak',
  'Zoë Martin',
  'Kwame Mensah',
  'Ingrid Dahl',
  'Rui Chen',
]

/**
 * The driver of a job, always the same for the same job; `turn` is how many drivers the job has had before.
 * Phone numbers are from the range that Ofcom reserves for drama, +44 7700 900000 to 900999.
 */
export function assignDriver(carrierCode: string, jobId: string, turn = 0): Driver {
  const first = createHash('sha256').update(`${carrierCode}.${jobId}`).digest().readUInt16BE(0)
  const index = (first + turn) % NAMES.length
  const name = NAMES[index] ?? ''
  const mailbox = name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z ]/g, '')
    .replaceAll(' ', '.')
  const host = carrierCode.replaceAll('_', '-')
  const phone = `+447700900${String(100 + index)}`
  return { id: `${host}-${index + 1}`, name, email: `${mailbox}@${host}.example`, phone }
}
