/**
 * Writes the generated files: the gRPC types of the protos, and the pages of docs/ that show tables of the code.
 * `--check` writes nothing and fails when a committed file differs.
 */
import { checkDocuments, writeDocuments } from './gen/documents.ts'
import { checkTypes, writeTypes } from './gen/types.ts'

if (process.argv.includes('--check')) {
  const stale = [...checkTypes(), ...checkDocuments()]
  for (const path of stale) console.error(`${path} is out of date.`)
  if (stale.length > 0) {
    console.error('Run npm run gen and commit the result.')
    process.exitCode = 1
  }
} else {
  writeTypes()
  writeDocuments()
}
