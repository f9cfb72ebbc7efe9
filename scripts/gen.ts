/**
 * Writes the generated files: the gRPC types of the protos, the pages of docs/ that show tables of the code, the places by
 * which the simulated carriers measure distances, and the types of the API in the SDK.
 * `--check` writes nothing and fails when a committed file differs. `--documents` writes the pages of docs/ alone, `--glyphs` the
 * characters that labels print.
 */
import { checkDocuments, writeDocuments } from './gen/documents.ts'

if (process.argv.includes('--documents')) writeDocuments()
else if (process.argv.includes('--glyphs')) await (await import('./gen/glyphs.ts')).writeGlyphs()
else await generateAll()

async function generateAll(): Promise<void> {
  // Not needed for the pages, and slow to load.
  const { checkGazetteer, writeGazetteer } = await import('./gen/gazetteer.ts')
  const { checkSdkTypes, writeSdkTypes } = await import('./gen/sdk-types.ts')
  const { checkTypes, writeTypes } = await import('./gen/types.ts')
  if (!process.argv.includes('--check')) {
    writeTypes()
    writeDocuments()
    writeGazetteer()
    return await writeSdkTypes()
  }
  const stale = [...checkTypes(), ...checkDocuments(), ...checkGazetteer(), ...(await checkSdkTypes())]
  for (const path of stale) console.error(`${path} is out of date.`)
  if (stale.length > 0) {
    console.error('Run npm run gen and commit the result.')
    process.exitCode = 1
  }
}
