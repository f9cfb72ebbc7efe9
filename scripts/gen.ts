/**
 * Writes the generated files: the gRPC types of the protos, the pages of docs/ that show tables of the code, the places by
 * which the simulated carriers measure distances, and the types of the API in the SDK.
 * `--check` writes nothing and fails when a committed file differs.
 */
import { checkDocuments, writeDocuments } from './gen/documents.ts'
import { checkGazetteer, writeGazetteer } from './gen/gazetteer.ts'
import { checkSdkTypes, writeSdkTypes } from './gen/sdk-types.ts'
import { checkTypes, writeTypes } from './gen/types.ts'

if (process.argv.includes('--check')) {
  const stale = [...checkTypes(), ...checkDocuments(), ...checkGazetteer(), ...(await checkSdkTypes())]
  for (const path of stale) console.error(`${path} is out of date.`)
  if (stale.length > 0) {
    console.error('Run npm run gen and commit the result.')
    process.exitCode = 1
  }
} else {
  writeTypes()
  writeDocuments()
  writeGazetteer()
  await writeSdkTypes()
}
