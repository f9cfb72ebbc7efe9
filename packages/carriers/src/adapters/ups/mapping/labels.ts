/** Labels as UPS sends them, in base64. */
import { detectContentType } from '../../../wrappers/readable-documents.ts'

export const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

/** The labels one after another; null: there are none, or one is not in ZPL. */
export function joinZpl(labels: readonly (string | null)[]): Buffer | null {
  const documents = labels.map((label) => bytesOf(label ?? ''))
  const areZpl = documents.length > 0 && documents.every((bytes) => detectContentType(bytes) === 'application/zpl')
  return areZpl ? Buffer.concat(documents) : null
}
